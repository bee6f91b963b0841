#!/usr/bin/env python3
# /// script
# requires-python = ">=3.10"
# dependencies = ["dask[distributed]==2026.8.0"]
# ///
"""Spreads positions, games or recorded matches over the workers of a Dask cluster.

    tools/cluster/cluster.py analyse chess positions.epd answers.jsonl -- --depth 6
    tools/cluster/cluster.py match 100000 -- balanced:depth=1 pubeval --seed 3
    tools/cluster/cluster.py match 1000 -- net:depth=1 net --length 7
    tools/cluster/cluster.py matches answers.jsonl *.mat -- --depth 2
    tools/cluster/cluster.py --scheduler tcp://host:8786 analyse chess in.jsonl out.jsonl

Without --scheduler a cluster of --workers processes is started on this machine and ended with the
run. On a cluster, $SPARRING must name the program on every machine. A worker searches one batch at
a time on one thread; Dask gives a batch whose worker has died to another one.

A batch's answers are written when it is finished, each line once; a run that was stopped goes on
where it was, because lines whose ids are in the output are left out. The flags are tried on the
first line, or in two games, before anything else is sent; those of `matches` before the workers
are started, and they have to be those by which the output was made. A match with the cube
(--length or --cube) is split by pairs, too. Matches are sent to the workers, which
need no files of their own; those that the output has are left out, and what all matches in it say
of each player is printed at the end.

Needs the package dask[distributed]: `uv run tools/cluster/cluster.py` brings it along.
"""

from __future__ import annotations

import argparse
import itertools
import json
import os
import shutil
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any, NoReturn

sys.path.insert(0, str(Path(__file__).resolve().parent))
from series import total  # noqa: E402

Document = dict[str, Any]
# How many batches are under way for each worker: enough that none waits for the next one.
AHEAD = 3
# A match of one play, and the command that judges it.
SHORTEST = "(;GM[6];W[31hefe])"
JUDGE = ["backgammon", "analyse", "--json", "--match", "-"]
# How often a batch is given to another worker before the run gives up.
RETRIES = 5


def analysed(program: str, game: str, batch: list[str], flags: list[str]) -> list[str]:
    """On a worker: the answers to a batch of lines, as lines."""
    import subprocess

    done = subprocess.run(
        [program, game, "analyse", "--jobs", "1", "--threads", "1", "--pin", "none", *flags],
        input="\n".join(batch) + "\n",
        capture_output=True,
        text=True,
        check=False,
    )
    answers = done.stdout.splitlines()
    if len(answers) != len(batch):
        raise RuntimeError(f"{len(answers)} answers to {len(batch)} lines: {done.stderr.strip()}")
    return answers


def played(program: str, first: int, pairs: int, flags: list[str]) -> Document:
    """On a worker: the document of some pairs of a match."""
    import json
    import subprocess

    done = subprocess.run(
        [
            program,
            "backgammon",
            "match",
            *flags,
            "--first-pair",
            str(first),
            "--games",
            str(2 * pairs),
        ]
        + ["--threads", "1", "--pin", "none", "--json"],
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode != 0:
        raise RuntimeError(done.stderr.strip())
    return json.loads(done.stdout)


def judged(program: str, name: str, match: bytes, flags: list[str]) -> Document:
    """On a worker: the document of a match among others, or why there is none."""
    import json
    import os
    import subprocess

    # A match has a line of its own, without times, if it is not the only file.
    command = [program, "backgammon", "analyse", "--match", "-", os.devnull, *flags]
    done = subprocess.run(
        [*command, "--json", "--threads", "1", "--pin", "none"],
        input=match,
        capture_output=True,
        check=False,
    )
    lines = done.stdout.splitlines()
    if not lines:
        raise RuntimeError(done.stderr.decode(errors="replace").strip())
    document = {**json.loads(lines[0]), "file": name}
    if "error" in document:
        document["error"] = document["error"].replace("-: ", f"{name}: ", 1)
    return document


def trial(program: str, verb: list[str], text: str, flags: list[str]) -> tuple[str, str]:
    """On a worker: what the program says against its flags, or nothing, and its answer. `text` is
    its input."""
    import subprocess

    command = [program, *verb, *flags, "--threads", "1", "--pin", "none"]
    try:
        done = subprocess.run(
            command, input=text, capture_output=True, text=True, check=False
        )
    except OSError as error:
        return f"got '{program}' ({error.strerror}), expected the program; try --program", ""
    if done.returncode == 2 or not done.stdout:
        said = done.stderr.strip().splitlines() or ["got no answer"]
        return said[-1].removeprefix("sparring: "), ""
    return "", done.stdout


def refuse(why: str) -> NoReturn:
    """Ends the run: bad usage, in one line."""
    print(f"cluster: {why}", file=sys.stderr)
    sys.exit(2)


def try_flags(client: Any, args: argparse.Namespace, verb: list[str], text: str) -> str:
    """Tries the flags where the workers are, or here without a client. Returns the answer."""
    call = (trial, args.program, verb, text, args.flags)
    why, answer = client.submit(*call, pure=False).result() if client else trial(*call[1:])
    if why:
        refuse(why)
    return answer


def try_judging(client: Any, args: argparse.Namespace) -> None:
    """The same for flags by which matches are judged. They have to be those of the output."""
    new = json.loads(try_flags(client, args, JUDGE, SHORTEST))
    for old in lines_of(Path(args.output), "file").values():
        if "error" not in old and how_judged(old) != how_judged(new):
            refuse(
                f"got '{args.output}' (made with {how_judged(old)}, and this would be with "
                f"{how_judged(new)}), expected matches judged by the same flags; try a new file"
            )


def how_judged(document: Document) -> str:
    """The flags by which a match was judged."""
    return f"--depth {document['depth']}{' --bearoff' if document.get('bearoff') else ''}"


def requests(path: str, answered: Counter[str]) -> Iterator[str]:
    """The lines of a file that ask something and were not answered before, as objects with ids."""
    with sys.stdin if path == "-" else open(path, encoding="utf-8-sig", errors="replace") as file:
        for number, line in enumerate(file, 1):
            text = line.strip()
            if not text or text.startswith("#"):
                continue
            request, name = with_id(text, number)
            if answered[name] > 0:
                answered[name] -= 1
            else:
                yield request


def with_id(text: str, number: int) -> tuple[str, str]:
    """A request with an id, the line's number if it has none, and the id as text."""
    if text.startswith("{"):
        try:
            request = json.loads(text)
        except json.JSONDecodeError:
            # sparring says what is wrong with it, under the number of the line.
            return json.dumps({"id": number, "position": text}), json.dumps(number)
        request.setdefault("id", number)
    else:
        request = {"id": number, "position": text}
        name = text.split(" id ")[-1].split(";")[0].strip().strip('"') if " id " in text else None
        if name:
            request["id"] = name
    return json.dumps(request), json.dumps(request["id"])


def answered(path: Path) -> tuple[Counter[str], set[str]]:
    """The ids in a file of answers, and the flags by which they were made. A last line without an
    end is cut off."""
    ids: Counter[str] = Counter()
    flags: set[str] = set()
    for answer in kept(path, "id", ("answer", "answers of this")):
        ids[json.dumps(answer["id"])] += 1
        flags.update({answer["flags"]} if "flags" in answer else ())
    return ids, flags


def kept(path: Path, key: str, what: tuple[str, str]) -> Iterator[Document]:
    """The documents that an earlier run has written to a file. Each of them has this key; `what`
    calls one of them and all of them by name. A last line without an end is cut off."""
    if not path.exists():
        return
    with path.open("r+b") as file:
        whole = 0
        for number, line in enumerate(file, 1):
            if not line.endswith(b"\n"):
                break
            try:
                document = json.loads(line)
                _ = document[key]
            except (ValueError, KeyError, TypeError):
                refuse(
                    f"got '{path}' (line {number} is no {what[0]}), expected {what[1]} command; "
                    "try a new file"
                )
            yield document
            whole += len(line)
        file.truncate(whole)


def batches(lines: Iterable[str], size: int) -> Iterator[list[str]]:
    batch: list[str] = []
    for line in lines:
        batch.append(line)
        if len(batch) == size:
            yield batch
            batch = []
    if batch:
        yield batch


class Progress:
    """A line on standard error, if that is a terminal."""

    def __init__(self, what: str) -> None:
        self.what, self.start, self.done = what, time.monotonic(), 0

    def add(self, n: int) -> None:
        self.done += n
        if sys.stderr.isatty():
            rate = self.done / max(time.monotonic() - self.start, 1e-9)
            print(
                f"\r{self.done} {self.what}, {rate:.0f} a second ",
                end="",
                file=sys.stderr,
                flush=True,
            )

    def end(self) -> None:
        took = time.monotonic() - self.start
        rate = self.done / max(took, 1e-9)
        clear = "\r" if sys.stderr.isatty() else ""
        print(
            f"{clear}{self.done} {self.what} in {took:.2f} s, {rate:.0f} a second", file=sys.stderr
        )


def spread(
    client: Any, calls: Iterator[tuple[Any, ...]], take: Callable[[tuple[Any, ...], Any], None]
) -> None:
    """Runs `calls`, each a function and its arguments, on the workers, and takes the results in the
    order of the calls. Only a few calls for each worker are under way at a time."""
    workers = max(1, sum(client.nthreads().values()))
    waiting: list[tuple[tuple[Any, ...], Any]] = []
    for call in calls:
        waiting.append((call, client.submit(*call, pure=False, retries=RETRIES)))
        while len(waiting) >= AHEAD * workers:
            first, future = waiting.pop(0)
            take(first, future.result())
    for call, future in waiting:
        take(call, future.result())


def analyse(client: Any, args: argparse.Namespace) -> None:
    output = Path(args.output)
    ids, before = answered(output)
    lines = requests(args.input, ids)
    first = next(lines, None)
    if first is not None:
        try_flags(client, args, [args.game, "analyse", "--jobs", "1"], f"{first}\n")
        lines = itertools.chain([first], lines)
    program = args.program
    calls = (
        (analysed, program, args.game, batch, args.flags) for batch in batches(lines, args.batch)
    )
    progress = Progress("positions")
    errors = 0
    with output.open("a", encoding="utf-8") as file:

        def take(call: tuple[Any, ...], answers: list[str]) -> None:
            nonlocal errors
            # The answers are those of exactly these lines: none is missing, none is there twice.
            asked = [json.loads(line)["id"] for line in call[3]]
            got = [json.loads(answer) for answer in answers]
            if [answer["id"] for answer in got] != asked:
                sys.exit(
                    "cluster: got answers with other ids than were asked for; try to report this"
                )
            others = {answer["flags"] for answer in got if "flags" in answer} - before
            if before and others:
                refuse(
                    f"got '{output}' (made with {min(before)}, and this would be with "
                    f"{min(others)}), expected answers with the same flags; try a new file"
                )
            errors += sum("error" in answer for answer in got)
            file.write("".join(answer + "\n" for answer in answers))
            file.flush()
            progress.add(len(answers))

        spread(client, calls, take)
    progress.end()
    if errors:
        sys.exit(
            f'cluster: got {errors} lines that could not be read; look for "error" in {output}'
        )


def match(client: Any, args: argparse.Namespace) -> None:
    try_flags(client, args, ["backgammon", "match", "--games", "2", "--json"], "")
    pairs = args.games // 2
    sizes = range(0, pairs, args.batch)
    calls = (
        (played, args.program, first, min(args.batch, pairs - first), args.flags) for first in sizes
    )
    progress = Progress("games")
    parts: list[Document] = []

    def take(_: tuple[Any, ...], part: Document) -> None:
        parts.append(part)
        progress.add(part["games"])

    spread(client, calls, take)
    progress.end()
    print(json.dumps(total(parts)))


def matches(client: Any, args: argparse.Namespace) -> None:
    output = Path(args.output)
    before = lines_of(output, "file")
    answered = {name for name, document in before.items() if "error" not in document}
    names = [name for name in dict.fromkeys(args.files) if name not in answered]
    if not is_here(args.program):
        try_judging(client, args)
    calls = ((judged, args.program, name, Path(name).read_bytes(), args.flags) for name in names)
    progress = Progress("matches")
    with output.open("a", encoding="utf-8") as file:

        def take(_: tuple[Any, ...], document: Document) -> None:
            file.write(json.dumps(document, ensure_ascii=False, separators=(",", ":")) + "\n")
            file.flush()
            progress.add(1)

        spread(client, calls, take)
    progress.end()
    documents = list(lines_of(output, "file").values())
    print(json.dumps(players(documents)))
    errors = sum("error" in document for document in documents)
    if errors:
        sys.exit(f'cluster: got {errors} files without a match; look for "error" in {output}')


def lines_of(path: Path, key: str) -> dict[str, Document]:
    """The documents in a file, by what they have under a key. A last line without an end is cut
    off."""
    documents = kept(path, key, ("match", "the output of this"))
    return {document[key]: document for document in documents}


def players(documents: list[Document]) -> list[Document]:
    """What all matches say of each player, by name: as one run says it at its end."""
    totals: dict[str, Document] = {}
    summed = ("points", "plays", "cubes", "plays_lost", "cubes_lost", "luck", "moves")
    for document in documents:
        for line in document.get("players", []):
            won = 0 < document["length"] <= line["points"]
            line = {**line, "matches": 1, "won": int(won)}
            total = totals.setdefault(line["name"], line)
            if total is not line:
                for key in (*summed, "matches", "won"):
                    total[key] += line[key]
                total["errors"] = [a + b for a, b in zip(total["errors"], line["errors"])]
    for total in totals.values():
        lost, counted = total["plays_lost"] + total["cubes_lost"], total["plays"] + total["cubes"]
        total["error_rate"] = 1000 * lost / counted if counted else None
        total["pr"] = 500 * lost / counted if counted else None
        total["snowie"] = 1000 * lost / total["moves"] if total["moves"] else None
    return list(totals.values())


def is_here(program: str) -> bool:
    """Whether the program is on this machine: then one match, which costs little, is judged before
    a cluster is started."""
    return shutil.which(program) is not None


def positive(text: str) -> int:
    if not text.isdecimal() or int(text) == 0:
        raise argparse.ArgumentTypeError(f"got '{text}', expected a positive number; try 2")
    return int(text)


def even(text: str) -> int:
    games = int(text) if text.isdecimal() else 0
    if games < 2 or games % 2:
        raise argparse.ArgumentTypeError(f"got {text}, expected an even number of games; try 1000")
    return games


def parser() -> argparse.ArgumentParser:
    description, _, rest = (__doc__ or "").partition("\n\n")
    form = argparse.RawDescriptionHelpFormatter
    top = argparse.ArgumentParser(
        prog="cluster", description=description, epilog=rest, formatter_class=form
    )
    top.add_argument("--scheduler", metavar="ADDRESS", help="a Dask scheduler that runs already")
    top.add_argument(
        "--workers",
        type=positive,
        default=os.cpu_count(),
        help="workers of a cluster on this machine",
    )
    top.add_argument(
        "--program", help="the program on the workers [default: $SPARRING, the path, this checkout]"
    )
    verbs = top.add_subparsers(dest="verb", required=True)
    verb = verbs.add_parser("analyse", help="analyse positions, one a line")
    verb.add_argument("game", choices=["chess", "backgammon", "dots"])
    verb.add_argument("input", help="a file, or - for standard input")
    verb.add_argument("output", help="the answers are appended to this file")
    verb.add_argument(
        "--batch", type=positive, default=200, help="lines sent to a worker at once [default: 200]"
    )
    verb.set_defaults(run=analyse)
    verb = verbs.add_parser("matches", help="judge matches of backgammon, each a file")
    verb.add_argument("output", help="a document for each match is appended to this file")
    verb.add_argument("files", nargs="+", metavar="match", help="matches in SGF or .mat")
    verb.set_defaults(run=matches)
    verb = verbs.add_parser("match", help="play many games or matches; prints one document")
    verb.add_argument("games", type=even, help="games of the match, with --length matches, even")
    verb.add_argument(
        "--batch", type=positive, default=250, help="pairs sent to a worker at once [default: 250]"
    )
    verb.set_defaults(run=match)
    return top


def main() -> None:
    words = sys.argv[1:]
    cut = words.index("--") if "--" in words else len(words)
    args = parser().parse_args(words[:cut])
    args.flags = words[cut + 1 :]
    import sparring

    args.program = args.program or sparring.program()
    if args.verb == "analyse" and args.input != "-":
        try:
            open(args.input, "rb").close()
        except OSError as error:
            why = f"got '{args.input}' ({error.strerror}), expected a file with a position a line"
            refuse(f"{why}; try -")
    for name in args.files if args.verb == "matches" else []:
        try:
            open(name, "rb").close()
        except OSError as error:
            refuse(f"got '{name}' ({error.strerror}), expected a match in SGF or .mat; try another")
    if args.verb == "matches" and is_here(args.program):
        try_judging(None, args)
    try:
        from dask.distributed import Client, LocalCluster
    except ImportError:
        refuse(
            "got no package dask in this Python, expected dask[distributed]; try uv run "
            "tools/cluster/cluster.py, or pip install 'dask[distributed]'"
        )

    if args.scheduler:
        with Client(args.scheduler) as client:
            args.run(client, args)
    else:
        cluster = LocalCluster(n_workers=args.workers, threads_per_worker=1, dashboard_address=None)
        with cluster, Client(cluster) as client:
            args.run(client, args)


if __name__ == "__main__":
    main()
