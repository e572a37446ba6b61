"""Formulas in conjunctive normal form: read from DIMACS, and brought to clauses of three."""

from dataclasses import dataclass

Clause = tuple[int, ...]
"""Literals: v for the variable v, -v for its negation."""


class FormulaError(ValueError):
    """A text that is no formula in DIMACS, with the place of the fault."""


@dataclass(frozen=True)
class Formula:
    """Clauses over the variables 1 to `variables`."""

    variables: int
    clauses: tuple[Clause, ...]

    def holds(self, true: set[int]) -> bool:
        """Whether each clause has a literal of the set."""
        return all(any(literal in true for literal in clause) for clause in self.clauses)

    def used(self) -> list[int]:
        """The variables that occur in a clause, ascending."""
        return sorted({abs(literal) for clause in self.clauses for literal in clause})


def header(words: list[str], number: int) -> tuple[int, int]:
    """The variables and the clauses that the line `p cnf V C` announces."""
    if len(words) != 4 or words[1] != "cnf" or not all(word.isdecimal() for word in words[2:]):
        raise FormulaError(f"line {number}: {' '.join(words)!r} is no header: p cnf VARS CLAUSES")
    return int(words[2]), int(words[3])


def read_dimacs(text: str) -> Formula:
    """Read a formula in DIMACS.

    Raises:
        FormulaError: the text is no such formula.
    """
    announced: tuple[int, int] | None = None
    clauses: list[Clause] = []
    clause: list[int] = []
    for number, line in enumerate(text.splitlines(), 1):
        words = line.split()
        if not words or words[0] == "c":
            continue
        if words[0] == "%":  # ends some public files
            break
        if words[0] == "p":
            if announced is not None:
                raise FormulaError(f"line {number}: a second header")
            announced = header(words, number)
            continue
        if announced is None:
            raise FormulaError(f"line {number}: a clause before the header: p cnf VARS CLAUSES")
        for word in words:
            digits = word.removeprefix("-")
            if not (digits.isascii() and digits.isdecimal() and int(digits) <= announced[0]):
                raise FormulaError(
                    f"line {number}: {word!r} is no literal: a variable is 1 to {announced[0]}"
                )
            if int(digits):
                clause.append(int(word))
            else:
                clauses.append(tuple(clause))
                clause = []
    if announced is None:
        raise FormulaError("no header: p cnf VARS CLAUSES")
    if clause:
        raise FormulaError("the last clause has no 0 at its end")
    if len(clauses) != announced[1]:
        raise FormulaError(f"{len(clauses)} clauses: the header announces {announced[1]}")
    return Formula(announced[0], tuple(clauses))


def clauses_of_three(formula: Formula) -> Formula:
    """A formula with one to three different literals a clause, satisfiable when the other is.

    A long clause is split by new variables, which come after the old ones. An empty clause becomes
    a new variable and its negation. An assignment that satisfies the result satisfies the formula.
    """
    variables = formula.variables
    clauses: list[Clause] = []
    for clause in formula.clauses:
        rest = tuple(dict.fromkeys(clause))
        if not rest:
            variables += 1
            clauses += [(variables,), (-variables,)]
            continue
        while len(rest) > 3:
            variables += 1
            clauses.append((*rest[:2], variables))
            rest = (-variables, *rest[2:])
        clauses.append(rest)
    return Formula(variables, tuple(clauses))


def extended(formula: Formula, true: set[int]) -> set[int]:
    """Add to an assignment the values of the variables that split the clauses of a formula."""
    values = set(true)
    for *others, last in formula.clauses:
        if last not in values and -last not in values:
            values.add(-last if values.intersection(others) else last)
    return values
