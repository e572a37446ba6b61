/* Starts a page that has no frame around it: its problem and the faces of its cards are texts in the page. */

const textOf = (id) => JSON.parse(byId(id).textContent);
const arrived = { faces: textOf("faces") };

begin(textOf("data"));
drawPictures(async () => {
  arrived.courts = textOf("courts");
});
