/* Chooses the language before anything is shown: the one that the reader chose, else the first of the browser's that
 * the site has. Its words come with files of their own, which the rest of the page waits for.
 */
{
  const LANGUAGES = "{{LANGUAGES}}";
  let kept = null;
  try {
    kept = localStorage.getItem("pyrtool-language");
  } catch {
    // forbidden
  }
  const asked = [kept ?? "", ...(navigator.languages ?? [])].map((language) => language.slice(0, 2));
  const chosen = asked.find((language) => language in LANGUAGES) ?? "en";
  document.documentElement.lang = chosen;
  if (chosen !== "en") {
    for (const part of "{{PARTS}}") document.write(`<script src='${chosen}${part}.js'><\/script>`);
  }
}
