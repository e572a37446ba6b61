/* The menu into which the links of the site fold where there is no room for them. */

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
