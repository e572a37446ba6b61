/* Words in the reader's language: `say` precedes a template that is a message, `noun` a word that is counted.
 *
 * On the page of one deal its translation has their place (pages/page/translation.py). Else `inLanguage` has it, if one was
 * chosen: {code, words, nouns}, messages by their English text with {0} for the first value, and nouns with
 * their forms for none, one, and more. What is missing stays English.
 */

export const { words: spokenWords, nouns: spokenNouns } = globalThis.inLanguage ?? { words: {}, nouns: {} };

export const spoken = (message) => spokenWords[message] ?? message;

export function say(parts, ...values) {
  const message = parts.reduce((text, part, k) => `${text}{${k - 1}}${part}`);
  return spoken(message).replace(/\{(\d)\}/g, (_, k) => values[k]);
}

export const noun = ([word]) => spokenNouns[word] ?? [`${word}s`, word, `${word}s`];
