/* Leads from the page of a day to the board, with what else the link carries. */

const [onDay] = /\d{4}-\d\d-\d\d/.exec(location.pathname.split("/").pop());
location.replace(`../play.html#day=${onDay}${location.hash.replace("#", "&")}`);
