# SPDX-License-Identifier: MIT
"""Mutants of a C source: small mistakes, each made at one place of the text.

The operators read tokens, not a syntax tree. What they make of an odd place does not compile, and is left out by mutate.py.
"""

import re
from dataclasses import dataclass

TOKEN = re.compile(
    r"(?P<blank>\s+|//[^\n]*|/\*.*?\*/|^[ \t]*\#(?:[^\n\\]|\\.)*)"
    r'|(?P<text>"(?:[^"\\]|\\.)*"|\'(?:[^\'\\]|\\.)*\')'
    r"|(?P<number>(?:0[xX][0-9a-fA-F]+|\.?\d(?:[eEpP][+-]|[\w.])*)[uUlL]*)"
    r"|(?P<name>[A-Za-z_]\w*)"
    r"|(?P<sign>->|\+\+|--|<<=|>>=|<=|>=|==|!=|&&|\|\||[-+*/%&|^]=|<<|>>|\.\.\.|.)",
    re.DOTALL | re.MULTILINE,
)
OPENING, CLOSING = {"(": ")", "[": "]", "{": "}"}, {")", "]", "}"}
HEADS = {"if", "for", "while", "switch"}
KEYWORDS = HEADS | {"return", "sizeof", "else", "do", "case", "default", "goto", "break", "continue", "_Static_assert"}
RELATIONS = {"<": ("<=", ">="), "<=": ("<", ">"), ">": (">=", "<="), ">=": (">", "<"), "==": ("!=",), "!=": ("==",)}
SIGNS = {"+": "-", "-": "+", "+=": "-=", "-=": "+=", "++": "--", "--": "++"}
NOTHING = {"0", "false", "NULL", "REEL_OK"}  # what an early return gives


@dataclass(frozen=True)
class Mutant:
    """One mistake: `size` bytes at `start` become `text`."""

    operator: str
    function: str
    line: int
    start: int
    size: int
    text: str

    def applied(self, source: str) -> str:
        return source[: self.start] + self.text + source[self.start + self.size :]

    def was(self, source: str) -> str:
        return " ".join(source[self.start : self.start + self.size].split())


@dataclass
class Token:
    kind: str
    text: str
    start: int
    partner: int = -1  # of a bracket: the index of the other one
    function: str = ""  # in whose body it is
    inside: str = ""  # the bracket around it

    @property
    def end(self) -> int:
        return self.start + len(self.text)


def tokens_of(source: str) -> list[Token]:
    tokens = [Token(str(m.lastgroup), m.group(), m.start()) for m in TOKEN.finditer(source)]
    tokens = [token for token in tokens if token.kind != "blank"]
    open_ones: list[int] = []
    for i, token in enumerate(tokens):
        token.inside = tokens[open_ones[-1]].text if open_ones else ""
        if token.kind != "sign":
            continue
        if token.text in OPENING:
            open_ones.append(i)
        elif token.text in CLOSING and open_ones:
            token.partner = open_ones.pop()
            tokens[token.partner].partner = i
    i = 0
    while i < len(tokens):  # a brace after a parenthesis, outside of all others, is a function
        if tokens[i].text == "{" and tokens[i].partner > i:
            if i and tokens[i - 1].text == ")":
                name = tokens[tokens[i - 1].partner - 1].text
                for inner in tokens[i : tokens[i].partner + 1]:
                    inner.function = name
            i = tokens[i].partner
        i += 1
    return tokens


class Maker:
    """Collects the mutants of one file."""

    def __init__(self, source: str):
        self.source = source
        self.tokens = tokens_of(source)
        self.mutants: dict[tuple[int, int, str], Mutant] = {}

    def add(self, operator: str, first: int, last: int, text: str) -> None:
        """Tokens `first` to `last` become `text`."""
        start, end = self.tokens[first].start, self.tokens[last].end
        if self.source[start:end] == text:
            return
        line = self.source.count("\n", 0, start) + 1
        mutant = Mutant(operator, self.tokens[first].function, line, start, end - start, text)
        self.mutants.setdefault((start, end, text), mutant)

    def text_of(self, first: int, last: int) -> str:
        return self.source[self.tokens[first].start : self.tokens[last].end]

    # ---- parts of an expression -----------------------------------------------------------------------------------

    def left_of(self, i: int, stops: set[str]) -> int:
        """The first token of the operand that ends before token i."""
        j = i - 1
        while j >= 0 and self.tokens[j].text not in stops:
            if self.tokens[j].text in CLOSING and self.tokens[j].kind == "sign":
                j = self.tokens[j].partner
            elif self.tokens[j].text in OPENING and self.tokens[j].kind == "sign":
                break
            j -= 1
        return j + 1

    def right_of(self, i: int, stops: set[str]) -> int:
        """The last token of the operand that begins after token i."""
        j = i + 1
        while j < len(self.tokens) and self.tokens[j].text not in stops:
            if self.tokens[j].text in OPENING and self.tokens[j].kind == "sign":
                j = self.tokens[j].partner
            elif self.tokens[j].text in CLOSING and self.tokens[j].kind == "sign":
                break
            j += 1
        return j - 1

    def condition(self, first: int, last: int, loops: bool = False) -> None:
        if first > last:
            return
        self.add("condition", first, last, "0")
        self.add("condition", first, last, f"!({self.text_of(first, last)})")
        if not loops:  # an endless loop is found by any test that comes by
            self.add("condition", first, last, "1")

    # ---- operators ------------------------------------------------------------------------------------------------

    def at_head(self, i: int) -> None:
        """if, while, for."""
        opening = i + 1
        if self.tokens[i].text in ("if", "while") and self.tokens[opening].text == "(":
            self.condition(opening + 1, self.tokens[opening].partner - 1, self.tokens[i].text == "while")
        elif self.tokens[i].text == "for":
            first = self.right_of(opening, {";"}) + 1
            second = self.right_of(first, {";"}) + 1
            closing = self.tokens[opening].partner
            self.condition(first + 1, second - 1, True)
            if second + 1 < closing:
                self.add("drop", second + 1, closing - 1, "")
            self.add("return", i, i, self.early(i) + " for")

    def at_logic(self, i: int) -> None:
        ends = {";", ",", "?", ":", "=", "return", "{", "}"}
        stops = ends | ({"&&", "||"} if self.tokens[i].text == "&&" else {"||"})
        left, right = self.left_of(i, stops), self.right_of(i, stops)
        for first, last in ((left, i - 1), (i + 1, right)):
            self.add("condition", first, last, "1" if self.tokens[i].text == "&&" else "0")
            self.add("condition", first, last, "0" if self.tokens[i].text == "&&" else "1")
        self.condition(self.left_of(i, ends), self.right_of(i, ends))

    def at_sign(self, i: int) -> None:
        token, before = self.tokens[i], self.tokens[i - 1]
        for other in RELATIONS.get(token.text, ()):
            self.add("relation", i, i, other)
        binary = (before.kind in ("name", "number") and before.text not in KEYWORDS) or before.text in (")", "]")
        if token.text in SIGNS and (binary or token.text in ("++", "--")):
            self.add("sign", i, i, SIGNS[token.text])
        if token.text in ("&&", "||"):
            self.at_logic(i)
        if token.text == "?" and token.function:
            self.condition(self.left_of(i, {";", ",", "?", ":", "=", "return", "{", "}"}), i - 1)
        if token.text == "|" and before.text.isupper() and self.tokens[i + 1].text.isupper():
            self.add("flag", i - 1, i, "")
            self.add("flag", i, i + 1, "")

    def at_number(self, i: int) -> None:
        match = re.fullmatch(r"(0[xX][0-9a-fA-F]+|\d+)([uUlL]*)", self.tokens[i].text)
        if not match or (self.tokens[i - 1].text == "{" and self.tokens[i + 1].text == "}"):
            return  # no integer, or the zero that initialises a struct
        value = int(match[1], 0) if not re.fullmatch(r"0\d+", match[1]) else int(match[1], 8)
        for other in (value + 1, value - 1):
            if other >= 0:
                self.add("constant", i, i, f"{other}{match[2]}")

    def at_call(self, i: int) -> None:
        """A call within an expression gives 0; for one that is a statement see at_statement."""
        name, closing = self.tokens[i].text, self.tokens[i + 1].partner
        if not self.tokens[i].function or name in KEYWORDS or name.isupper() or self.tokens[i - 1].text in (".", "->"):
            return
        self.add("call", i, closing, "0")
        arguments = self.text_of(i + 2, closing - 1) if closing > i + 2 else ""
        if name == "reel_row_add":
            self.add("second", i, closing, f"({arguments}->count ? NULL : {name}({arguments}))")
        count = re.search(r"&(\w+)$", arguments)
        if name in ("reel_chunk_rows", "reel_rows") and count:
            only = f"if ({count[1]} > 1) {count[1]} = 1;"
            self.add("second", i, closing, f"__extension__({{ const void *rows_ = {name}({arguments}); {only} rows_; }})")

    def at_statement(self, i: int) -> None:
        """What begins after the end of another statement, or after the head of one."""
        first = self.tokens[i]
        if first.text in HEADS | {"else", "do", "case", "default", "{", "}", ";"}:
            return
        end = self.right_of(i - 1, {";"}) + 1
        if end >= len(self.tokens) or self.tokens[end].text != ";":
            return
        if first.text == "return":
            if self.tokens[end + 1].partner != self.body_of(i):  # else what is returned is what lies about
                self.add("drop", i, end, ";")
            if end > i + 1 and self.text_of(i + 1, end - 1) not in NOTHING:
                self.add("return", i, end, self.early(i))
            return
        following = self.tokens[i + 1].text
        declares = first.text in ("const", "static", "struct", "union", "enum") or self.tokens[i + 1].kind == "name"
        declares |= following == "*" and first.kind == "name" and self.tokens[i + 2].kind in ("name", "sign")
        if not declares or first.text == "goto":
            self.add("drop", i, end, ";")

    def body_of(self, i: int) -> int:
        """The brace that opens the function with token i."""
        while self.tokens[i - 1].function:
            i -= 1
        return i

    def early(self, i: int) -> str:
        return self.early_returns.get(self.tokens[i].function, "return;")

    def functions(self) -> None:
        """A return at the beginning of each function, of nothing or of 0."""
        self.early_returns: dict[str, str] = {}
        bodies = []
        for i, token in enumerate(self.tokens):
            if token.text == "{" and token.function and self.tokens[i - 1].text == ")" and not self.tokens[i - 2].function:
                name = self.tokens[i - 1].partner - 1
                first = name - 1
                while first >= 0 and self.tokens[first].text not in (";", "}"):
                    first -= 1
                words = [t.text for t in self.tokens[first + 1 : name] if t.text not in ("static", "inline")]
                kind = " ".join(words)
                self.early_returns[token.function] = "return;" if kind == "void" else f"return ({kind}){{ 0 }};"
                bodies.append(i)
        for i in bodies:
            self.add("return", i, i, "{ " + self.early(i))

    def tables(self) -> None:
        """Members of the tables at file scope."""
        for i, token in enumerate(self.tokens[:-2]):
            if token.text == "." and not token.function and self.tokens[i - 1].text in ("{", ",") and self.tokens[i + 2].text == "=":
                self.add("member", i, self.right_of(i, {","}), "")

    def all(self) -> list[Mutant]:
        self.functions()
        self.tables()
        for i, token in enumerate(self.tokens):
            if token.kind == "number":
                self.at_number(i)
            if i == 0 or i + 2 >= len(self.tokens):
                continue
            if token.kind == "sign":
                self.at_sign(i)
            if not token.function:
                continue
            if token.text in HEADS:
                self.at_head(i)
            if token.kind == "name" and self.tokens[i + 1].text == "(":
                self.at_call(i)
            before = self.tokens[i - 1]
            ends_head = before.text == ")" and self.tokens[before.partner - 1].text in HEADS
            if before.function and token.inside == "{" and (ends_head or before.text in (";", "{", "}", "else", "do")):
                self.at_statement(i)
        return sorted(self.mutants.values(), key=lambda m: (m.start, m.size, m.text))


def instrumented(source: str) -> tuple[str, list[str]]:
    """The source with a mark at the beginning of each function, touched_by_a_test[i], and their names."""
    tokens, names, text = tokens_of(source), [], source
    for i in range(len(tokens) - 1, 1, -1):
        token = tokens[i]
        if token.text == "{" and token.function and tokens[i - 1].text == ")" and not tokens[i - 2].function:
            text = f"{text[: token.end]} extern unsigned char touched_by_a_test[]; touched_by_a_test[{len(names)}] = 1; {text[token.end :]}"
            names.append(token.function)
    return text, names


def mutants_of(source: str) -> list[Mutant]:
    return Maker(source).all()
