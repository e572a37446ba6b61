/* Words in the reader's language: `say` precedes a template that is a message, `noun` a word that is counted.
 *
 * On the page of one deal its translation has their place (pages/page/spoken.py). Else `inLanguage` has it, if one was
 * chosen: {code, words, nouns}, messages by their English text with {0} for the first value, and nouns with
 * their forms for none, one, and more. What is missing stays English.
 */

const { code: spokenLanguage, words: spokenWords, nouns: spokenNouns } = globalThis.inLanguage ?? { words: {}, nouns: {} };

const spoken = (message) => spokenWords[message] ?? message;

/* A message with its values; the Spanish "or" is another before the sound of o, as in ocho. */
function withValues(message, values) {
  const text = spoken(message).replace(/\{(\d)\}/g, (_, k) => values[k]);
  return spokenLanguage === "es" ? text.replace(/\bo (?=8|11\b)/g, "u ") : text;
}

function say(parts, ...values) {
  const message = parts.reduce((text, part, k) => `${text}{${k - 1}}${part}`);
  return withValues(message, values);
}

const noun = ([word]) => spokenNouns[word] ?? [`${word}s`, word, `${word}s`];
