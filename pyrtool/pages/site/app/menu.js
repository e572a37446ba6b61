/* The menu into which the links of the site fold if there is no room for them, and the worker with which the site
 * works without a network.
 */

import { byId } from "../../app/dom.js";

function openMenu(isOpen) {
  byId("menu").setAttribute("aria-expanded", isOpen);
  byId("links").classList.toggle("open", isOpen);
}

const isMenuOpen = () => byId("menu").getAttribute("aria-expanded") === "true";

document.addEventListener("click", ({ target }) => {
  const isButton = target.id === "menu";
  if (isButton || isMenuOpen()) openMenu(isButton && !isMenuOpen());
});
document.addEventListener("keydown", ({ key }) => {
  if (key !== "Escape" || !isMenuOpen()) return;
  openMenu(false);
  byId("menu").focus();
});

/* Makes the site work without a network after the first visit (worker.js). */

if (location.protocol.startsWith("http") && "serviceWorker" in navigator) {
  window.addEventListener("load", () => navigator.serviceWorker.register("sw.js").catch(() => {}));
}
