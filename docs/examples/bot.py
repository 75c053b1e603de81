#!/usr/bin/env python3
"""A player for Bastide in few lines: it knows no rules, since it asks for the legal moves (docs/engine-protocol.md).

It lays tiles where they touch many others, keeps two followers back, and prefers cities, then cloisters, then roads.
  bastide play --engine "python3 docs/examples/bot.py"
"""
import sys

WORTH = {"city": 6, "cloister": 5, "road": 3, "garden": 2, "field": 1}


def block():
    """The lines up to 'end'."""
    lines = []
    for line in sys.stdin:
        if line.strip() == "end":
            break
        lines.append(line.strip())
    return lines


def spaces(position):
    return {line.split()[2] for line in position if line.startswith("tile ")}


def mine_on_board(position):
    seat = next((line.split()[1] for line in position if line.startswith("move ")), "1")
    figures = " ".join(line for line in position if line.startswith("tile "))
    return figures.count(f":{seat} ") + figures.endswith(f":{seat}")


def worth(move, position):
    word = move.split()[-1]
    if word in ("n", "e", "s", "w") and "," in move:  # a tile: how many lie around it
        x, y = (int(n) for n in move.split()[-2].split(","))
        around = [f"{x + dx},{y + dy}" for dx in (-1, 0, 1) for dy in (-1, 0, 1)]
        return sum(space in spaces(position) for space in around)
    kind = next((kind for kind in WORTH if word.split("@")[-1].startswith(kind)), None)
    if kind is None:
        return 0.5 if move == "-" else 0
    return WORTH[kind] - 2 * max(0, mine_on_board(position) - 4) - 0.6


position, legal = [], []
for line in sys.stdin:
    words = line.split() or [""]
    if words[0] == "hello":
        print("name Sample\nwant legal\nready")
    elif words[0] == "ping":
        print("pong", *words[1:])
    elif words[0] == "position":
        position = block()
    elif words[0] == "legal":
        legal = block()
    elif words[0] == "go":
        print("bestmove", max(legal, key=lambda move: worth(move, position)))
    elif words[0] == "quit":
        break
    sys.stdout.flush()
