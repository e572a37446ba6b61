/* Starts a page that has no frame around it: its problem and the faces of its cards are texts in the page. */

import "./whys.js";
import { drawPictures } from "./board.js";
import { arrived, byId } from "./dom.js";
import { begin } from "./main.js";

const textOf = (id) => JSON.parse(byId(id).textContent);
arrived.faces = textOf("faces");

const problem = textOf("data");
begin(problem);
arrived.exchange?.(problem, problem.exchange);
drawPictures(async () => {
  arrived.courts = textOf("courts");
});
