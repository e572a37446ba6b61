/* Words that stand in the page's HTML in the reader's language, and the setting that chooses it. */

import { store } from "../../app/storage.js";
import { spoken } from "../../engine/say.js";

export const LANGUAGES = "{{LANGUAGES}}"; // codes and names
const READ = ["aria-label", "title", "placeholder"]; // attributes

export function translate() {
  if (!globalThis.inLanguage) return;
  document.title = spoken(document.title);
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const { currentNode: text, currentNode: { data } } = texts;
    const words = data.trim();
    if (spoken(words) !== words) text.data = data.replace(words, () => spoken(words));
  }
  for (const name of READ) {
    for (const shown of document.querySelectorAll(`[${name}]`)) {
      shown.setAttribute(name, spoken(shown.getAttribute(name)));
    }
  }
}

/* Let the reader choose from the options of `choice`; the page is shown again in the language. */
export function offerLanguages(choice) {
  choice.value = document.documentElement.lang;
  choice.addEventListener("change", () => {
    store.write("language", choice.value);
    location.reload();
  });
}
