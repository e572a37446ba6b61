/* Deals by number: what is typed is checked and pictured, and leads to the board. */

const MOST_DRAWN = 1000000; // numbers that "Any deal" draws from

function openNumbers() {
  const [form, game, numbering, number] = ["choose", "game", "numbering", "number"].map(byId);
  const linkOf = (found) => {
    const identity = { game: game.value, number: formatNumber(found), numbering: found.numbering };
    return `play.html${formatLink(identity, [])}${byId("winnable").checked ? "&w=1" : ""}`;
  };
  const show = async () => {
    const found = parseNumber(number.value, numbering.value);
    const { title, first, last } = NUMBERINGS[numbering.value];
    const kind = await gameNamed(game.value);
    if (kind.name !== game.value) return; // another was chosen meanwhile
    const none = whyNoDeals(numbering.value, kind);
    const isDealt = found && !none;
    byId("wrong").textContent = isDealt ? "" : none ?? say`${title} has deals ${first} to ${last}.`;
    number.setAttribute("aria-invalid", String(!isDealt));
    byId("preview").replaceChildren(...(isDealt ? [sketch(dealtCards(found, kind), kind)] : []));
  };
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const found = parseNumber(number.value, numbering.value);
    if (found && number.getAttribute("aria-invalid") === "false") location.href = linkOf(found);
    else number.focus();
  });
  byId("any").addEventListener("click", () => {
    number.value = String(1 + Math.floor(Math.random() * MOST_DRAWN));
    show();
  });
  for (const input of [game, numbering, number]) input.addEventListener("input", show);
  show();
}
