"""Runs sparring and returns what it prints, as dictionaries.

    import sparring
    sparring.run("chess", "bestmove", "--depth", "6")["best"]
    for answer in sparring.analyse("chess", open("positions.epd"), "--depth", "6"):
        print(answer["id"], answer["best"])

The program is `$SPARRING`, or `sparring` on the path, or the release build of the checkout that
this file lies in. What the keys mean says `sparring help json`.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import threading
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, Literal

Game = Literal["chess", "backgammon", "dots"]
Document = dict[str, Any]

# The program's exit code if some lines could not be read; they are answered, too. A run that
# failed has the same.
UNREAD = 1


class Failed(RuntimeError):
    """The program ended with another exit code than 0. Its words are the message."""

    def __init__(self, code: int, said: str) -> None:
        super().__init__(said.strip() or f"exit code {code}")
        self.code = code


def program() -> str:
    """The path of the program."""
    beside = Path(__file__).resolve().parents[2] / "target" / "release" / "sparring"
    found = (
        os.environ.get("SPARRING")
        or shutil.which("sparring")
        or (str(beside) if beside.exists() else None)
    )
    if found is None:
        raise FileNotFoundError(
            "found no sparring, expected it on the path; try SPARRING=target/release/sparring"
        )
    return found


def run(*args: str) -> Document:
    """The document of one command; `--json` is added. Raises `Failed`."""
    done = subprocess.run([program(), *args, "--json"], capture_output=True, text=True, check=False)
    if done.returncode != 0:
        raise Failed(done.returncode, done.stderr)
    return json.loads(done.stdout)


def analyse(game: Game, lines: Iterable[str | Document], *args: str) -> Iterator[Document]:
    """An answer for each line that asks something: a position as text, or a request as a
    dictionary. Lines are read as they are needed. A line that cannot be read is answered by a
    document with the key `error`. Raises `Failed` if the program fails for another reason,
    after the answers that it gave."""
    child = subprocess.Popen(
        [program(), game, "analyse", *args],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert child.stdin and child.stdout and child.stderr
    said: list[str] = []
    asked = [0]
    feeder = threading.Thread(target=_feed, args=(child.stdin, lines, asked), daemon=True)
    listener = threading.Thread(target=lambda: said.append(child.stderr.read()), daemon=True)
    feeder.start()
    listener.start()
    answers = errors = 0
    try:
        for line in child.stdout:
            if not line.endswith("\n"):
                break  # the program has ended in the middle of it
            answer = json.loads(line)
            answers += 1
            errors += "error" in answer
            yield answer
    finally:
        child.stdout.close()
        code = child.wait()
        listener.join()
    unread = code == UNREAD and errors > 0 and answers >= asked[0]
    if code != 0 and not unread:
        raise Failed(code, "".join(said))


def _feed(to: Any, lines: Iterable[str | Document], asked: list[int]) -> None:
    """Writes the lines, and counts in `asked` those that the program answers."""
    try:
        with to:
            for line in lines:
                text = line if isinstance(line, str) else json.dumps(line)
                words = text.lstrip("\ufeff").strip()
                asked[0] += words != "" and not words.startswith("#")
                to.write(text.rstrip("\r\n") + "\n")
    except BrokenPipeError:
        pass  # the program has ended, and says itself why
