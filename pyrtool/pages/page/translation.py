"""The messages of a page in another language, in scripts and in HTML.

Decides what a message is. In a script it is a template after ``say``, with ``{0}`` for its first
value, and a word after ``noun`` is counted. In HTML it is a text between two tags, or an
attribute that is read or heard. A page in one language has the translations in place of both; a
site's scripts look them up (engine/say.js).
"""

import json
import re
from collections.abc import Iterator
from typing import Final

from pyrtool.languages import Words
from pyrtool.pages.page.scripts import expression_end, template_end

_TAGGED: Final = re.compile(r"\b(say|noun)`")
_VALUE: Final = re.compile(r"\{(\d)\}")
_TEXT: Final = re.compile(
    r"""(?s)<(?P<unread>script|style|svg)\b.*?</(?P=unread)>"""
    r"""|(?<=[>}])(?P<text>(?!&nbsp;<)[^<>{}"]*\w\w[^<>{}"]*)(?=<|\{\{)"""
    r"""|\b(?:aria-label|title|placeholder)="(?P<read>[^"{}]*\w\w[^"{}]*)\""""
)


def spoken_script(script: str, words: Words) -> str:
    """Return the script with each message in this language, and no ``say`` any more."""
    parts, at = [], 0
    while (match := _TAGGED.search(script, at)) is not None:
        end = template_end(script, match.end())
        literals, values = _parts(script[match.end() : end - 1])
        if match[1] == "noun":
            translated = json.dumps(
                words.forms(literals[0]), ensure_ascii=False, separators=(",", ":")
            )
        else:
            translated = _template(
                words.say(_message(literals)), [spoken_script(v, words) for v in values]
            )
        parts += [script[at : match.start()], translated]
        at = end
    return "".join([*parts, script[at:]])


def script_messages(script: str) -> Iterator[tuple[str, bool]]:
    """Yield the messages of a script, and whether each is a noun."""
    at = 0
    while (match := _TAGGED.search(script, at)) is not None:
        at = template_end(script, match.end())
        literals, values = _parts(script[match.end() : at - 1])
        yield _message(literals), match[1] == "noun"
        for value in values:
            yield from script_messages(value)


def spoken_html(html: str, words: Words) -> str:
    """Return the HTML with each message in this language."""

    def translated(match: re.Match[str]) -> str:
        text = (match["text"] or match["read"] or "").strip()
        return match[0].replace(text, words.say(_on_one_line(text))) if text else match[0]

    return _TEXT.sub(translated, html)


def html_messages(html: str) -> Iterator[str]:
    """Yield the messages of HTML."""
    for match in _TEXT.finditer(html):
        if not match["unread"]:
            yield _on_one_line(match["text"] or match["read"])


def _on_one_line(text: str) -> str:
    return " ".join(text.split())


def _parts(template: str) -> tuple[list[str], list[str]]:
    """Return the literals of a template, and the values between them."""
    literals, values, at = [], [], 0
    while (begin := template.find("${", at)) >= 0:
        end = expression_end(template, begin + 2)
        literals.append(template[at:begin])
        values.append(template[begin + 2 : end - 1])
        at = end
    return [*literals, template[at:]], values


def _message(literals: list[str]) -> str:
    return "".join(f"{{{k - 1}}}{text}" if k else text for k, text in enumerate(literals))


def _template(translated: str, values: list[str]) -> str:
    """Return a template of a message with its values."""
    return f"`{_VALUE.sub(lambda match: f'${{{values[int(match[1])]}}}', translated)}`"
