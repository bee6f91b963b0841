"""A series of games, or of matches with the cube, that was played in parts."""

from __future__ import annotations

import math
from typing import Any

Document = dict[str, Any]
# What is added up of the parts of a series, where it has these keys.
ADDED = (
    "games",
    "matches",
    "pairs",
    "points",
    "pair_squares",
    "won",
    "lost",
    "cube",
    "decisions",
    "time_ns",
)


def total(parts: list[Document]) -> Document:
    """The document of a whole series, from those of its parts: the same as of one run, but for
    times and threads, and for the last digits of what is left without luck, whose sums are
    rounded."""
    whole = {**parts[0]}
    for key in ADDED:
        if key in whole:
            whole[key] = added([part[key] for part in parts])
    with_cube = "matches" in whole
    whole.update(shares_with_cube(whole) if with_cube else shares(whole))
    if whole["without_luck"]:
        whole["without_luck"] = without_luck(parts)
    return whole


def added(values: list[Any]) -> Any:
    """The sum of numbers, or of lists or dictionaries of numbers, each of its own."""
    if isinstance(values[0], dict):
        return {key: added([value[key] for value in values]) for key in values[0]}
    if isinstance(values[0], list):
        return [added(list(column)) for column in zip(*values)]
    return sum(values)


def error_of(pairs: int, total: float, squares: float) -> float | None:
    """The standard error of the mean of pairs, from their sum and that of their squares."""
    if pairs < 2:
        return None
    mean = total / pairs
    variance = max(0.0, (squares / pairs - mean * mean) * pairs / (pairs - 1))
    return math.sqrt(variance / pairs)


def halved(error: float | None) -> float | None:
    return None if error is None else error / 2


def shares(whole: Document) -> Document:
    """The means of games without the cube and their errors, from their sums."""
    games = whole["games"]
    points = sum(
        (i + 1) * (won - lost) for i, (won, lost) in enumerate(zip(whole["won"], whole["lost"]))
    )
    return {
        "points_per_game": points / games,
        "standard_error": halved(error_of(games // 2, points, whole["pair_squares"])),
        "win_share": sum(whole["won"]) / games,
    }


def shares_with_cube(whole: Document) -> Document:
    """The means of matches, or of games for money, and their errors, from their sums."""
    _, one, both = whole["pairs"]
    pairs, won = sum(whole["pairs"]), one + 2 * both
    points = halved(error_of(pairs, whole["points"], whole["pair_squares"]))
    return {
        "match_share": won / whole["matches"],
        "standard_error": error_of(pairs, won / 2, (one + 4 * both) / 4),
        "points_per_game": whole["points"] / whole["games"],
        "points_error": None if whole["length"] else points,
    }


def without_luck(parts: list[Document]) -> Document:
    """What all parts say without the luck of the dice. Each tells its mean and standard error, from
    which its sums follow."""
    key = "match_share" if parts[0].get("length") else "points_per_game"
    counted, pairs, total, squares = 0, 0, 0.0, 0.0
    for part in parts:
        luck = part["without_luck"]
        n = part.get("matches", part["games"]) // 2
        each = part["matches"] if key == "match_share" else part["games"]
        of_part = luck[key] * each
        # The error is half that of a pair's mean; a single pair has none.
        spread = 4 * (luck["standard_error"] or 0.0) ** 2 * (n - 1)
        counted, pairs = counted + each, pairs + n
        total, squares = total + of_part, squares + n * (spread + (of_part / n) ** 2)
    error = halved(error_of(pairs, total, squares))
    return {**parts[0]["without_luck"], key: total / counted, "standard_error": error}
