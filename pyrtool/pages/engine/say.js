/* Words in the reader's language: `say` precedes a template that is a message, `noun` a word that is counted.
 *
 * On the page of one deal its translation has their place (pages/page/spoken.py). Else `inLanguage` has it, if one was
 * chosen: {code, words, nouns}, messages by their English text with {0} for the first value, and nouns with
 * their forms for none, one, and more. What is missing stays English.
 */

const { words: spokenWords, nouns: spokenNouns } = globalThis.inLanguage ?? { words: {}, nouns: {} };

const spoken = (message) => spokenWords[message] ?? message;

function say(parts, ...values) {
  const message = parts.reduce((text, part, k) => `${text}{${k - 1}}${part}`);
  return spoken(message).replace(/\{(\d)\}/g, (_, k) => values[k]);
}

const noun = ([word]) => spokenNouns[word] ?? [`${word}s`, word, `${word}s`];
