/* The settings beside the board: the reader's language among them, and the menu leads to them while the board shows. */

import { byId, element } from "../../app/dom.js";
import { panels } from "../../app/main.js";
import { say } from "../../engine/say.js";
import { LANGUAGES, offerLanguages } from "./translate.js";

export function offerSettings() {
  const options = Object.entries(LANGUAGES).map(([code, name]) => new Option(name, code));
  const choice = element("select", "", ...options);
  choice.id = "language";
  byId("of-hidden").before(element("p", "", element("label", "", `${say`Language`} `, choice)));
  offerLanguages(choice);
  byId("links").querySelector("[href^=settings]").addEventListener("click", (event) => {
    if (!byId("board").offsetParent) return; // a table is entered
    event.preventDefault();
    panels.openPanel("look");
  });
}
