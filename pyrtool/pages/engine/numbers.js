/* Numbers and lists in words. */

const counted = (count, noun) => `${count} ${noun}${count === 1 ? "" : "s"}`;

const listed = (words) =>
  words.length < 2 ? words.join("") : `${words.slice(0, -1).join(", ")} and ${words.at(-1)}`;

/* Minutes and seconds. */
function timeOf(ms) {
  const seconds = Math.floor(ms / 1000);
  const [minutes, rest] = [Math.floor(seconds / 60), seconds % 60];
  return `${minutes}:${String(rest).padStart(2, "0")}`;
}
