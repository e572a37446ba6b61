"""What is left out of scripts and style sheets, and what must not be."""

from __future__ import annotations

from pathlib import Path

from pyrtool.pages.page.minify import lean_script, lean_style

SCRIPT = """
/* What it is
 * for. */
const words = { "a , b": 'c', d: `e , ${ f ? `g , h${ {} }` : "i , }" } , j` }; // why = not
const slow =
  /^# *([^/]*?) , "(?: x )?$/u;
  const halves = a / 2 + b / 2; // a / comment

// another
let sum = a + "b + c" + d - 0.5 + 10.5 - -e + +f + ++g - h-- - k++ + 0 - l[0].m;
const test = (text) => /[/"] , /.test(text) || !/ = "/.test(text);
function last() {
  return / , /g;
}
let lines = `a,
  b;
  c`
"""
LEAN = (
    """"use strict";
let words={"a , b":'c',d:`e , ${ f ? `g , h${ {} }` : "i , }" } , j`};let slow=
/^# *([^/]*?) , "(?: x )?$/u;let halves=a / 2+b / 2;"""
    """let sum=a+"b + c"+d-.5+10.5 - -e + +f + ++g-h-- - k++ + 0-l[0].m;"""
    """let test=text=> /[/"] , /.test(text)||!/ = "/.test(text);function last(){return / , /g}"""
    """let lines=`a,
b;
c`
"""
)


def test_strings_templates_and_expressions_are_kept(tmp_path: Path) -> None:
    file = tmp_path / "a.js"
    file.write_text(SCRIPT)
    assert lean_script([file]) == LEAN


def test_style_sheets_keep_their_selectors(tmp_path: Path) -> None:
    file = tmp_path / "a.css"
    file.write_text("/* a */\n.b :is(c, d) > e {\n  margin: 0 auto;\n}\n\n@media (f: g) {\n}\n")
    assert lean_style([file]) == ".b :is(c,d)>e{margin:0 auto}@media (f:g){}\n"
