#!/usr/bin/env python3
"""Describe a CSV file without changing it: csv_report.py FILE [SEPARATOR]"""

import csv
import re
import sys
from collections import Counter
from pathlib import Path

KINDS = [
    ("integer", re.compile(r"[+-]?\d+")),
    ("number", re.compile(r"[+-]?\d[\d.,' ]*\d")),
    ("date", re.compile(r"\d{4}-\d\d-\d\d([ T].*)?|\d{1,2}[./]\d{1,2}[./]\d{2,4}")),
]


def decode(data: bytes) -> tuple[str, str]:
    if data.startswith(b"\xef\xbb\xbf"):
        return data.decode("utf-8-sig", "replace"), "utf-8 with BOM"
    try:
        return data.decode("utf-8"), "utf-8"
    except UnicodeDecodeError as error:
        return data.decode("cp1252", "replace"), f"not utf-8 (byte {error.start}), read as cp1252"


def line_ends(data: bytes) -> str:
    crlf = data.count(b"\r\n")
    lf, cr = data.count(b"\n") - crlf, data.count(b"\r") - crlf
    found = [name for name, count in (("CRLF", crlf), ("LF", lf), ("CR", cr)) if count]
    return " and ".join(found) or "none"


def kind(value: str) -> str:
    for name, pattern in KINDS:
        if pattern.fullmatch(value):
            return name
    return "text"


def main() -> int:
    if len(sys.argv) not in (2, 3):
        print(__doc__, file=sys.stderr)
        return 2
    path = Path(sys.argv[1])
    data = path.read_bytes()
    text, encoding = decode(data)
    first = text.split("\n", 1)[0]
    separator = sys.argv[2] if len(sys.argv) == 3 else max(",;\t|", key=first.count)
    rows = list(csv.reader(text.splitlines(keepends=True), delimiter=separator))
    if not rows:
        print(f"{path} is empty", file=sys.stderr)
        return 1
    header, body = rows[0], rows[1:]
    ragged = [i for i, row in enumerate(body, start=2) if len(row) != len(header)]
    repeated = sum(count - 1 for count in Counter(map(tuple, body)).values())

    print(f"file        {path}, {len(data)} bytes")
    print(f"encoding    {encoding}")
    print(f"line ends   {line_ends(data)}")
    print(f"separator   {separator!r}")
    print(f"columns     {len(header)}")
    print(f"rows        {len(body)}")
    print(f"ragged      {len(ragged)} rows" + (": " + ", ".join(map(str, ragged[:10])) if ragged else ""))
    print(f"duplicates  {repeated} rows")

    width = max(len("column"), *map(len, header))
    print(f"{'column':<{width}}  {'empty':>6}  kinds")
    for i, name in enumerate(header):
        values = [row[i].strip() for row in body if i < len(row)]
        kinds = Counter(kind(value) for value in values if value)
        shown = ", ".join(f"{k} {n}" for k, n in kinds.most_common())
        print(f"{name:<{width}}  {values.count(''):>6}  {shown}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
