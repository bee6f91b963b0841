#!/usr/bin/env -S uv run --script
# /// script
# requires-python = ">=3.10"
# dependencies = ["matplotlib==3.10.7"]
# ///
"""Draws the speed-up of a search by number of threads, median and range of several runs.

tools/cluster/speedup_plot.py speedup.svg --threads 1 2 -- chess bestmove --strategy ybw --depth 8
"""

from __future__ import annotations

import argparse
import statistics
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))


def main() -> None:
    words = sys.argv[1:]
    cut = words.index("--") if "--" in words else len(words)
    form = argparse.RawDescriptionHelpFormatter
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=form)
    parser.add_argument("picture", help="a file whose name ends in .svg, .png or .pdf")
    parser.add_argument("--threads", type=int, nargs="+", default=[1, 2])
    parser.add_argument(
        "--runs", type=int, default=5, help="runs at each number of threads [default: 5]"
    )
    args = parser.parse_args(words[:cut])
    command = words[cut + 1 :] or ["chess", "bestmove", "--board", "ruy-lopez", "--depth", "8"]

    import matplotlib

    matplotlib.use("Agg")
    import matplotlib.pyplot as plt
    import sparring

    counts = sorted({1, *args.threads})
    times: dict[int, list[int]] = {threads: [] for threads in counts}
    # By turns, so that a slow minute of the machine slows all of them.
    for _ in range(args.runs):
        for threads in counts:
            times[threads].append(sparring.run(*command, "--threads", str(threads))["time_ns"])
    base = statistics.median(times[1])
    median = [base / statistics.median(times[threads]) for threads in counts]
    low = [m - base / max(times[threads]) for m, threads in zip(median, counts)]
    high = [base / min(times[threads]) - m for m, threads in zip(median, counts)]
    plt.errorbar(counts, median, yerr=[low, high], marker="o", capsize=4, label="measured")
    plt.plot(counts, counts, linestyle=":", color="gray", label="as many times as fast as threads")
    plt.xlabel("threads")
    plt.ylabel("speed-up over one thread")
    plt.title("sparring " + " ".join(command), fontsize=9)
    plt.legend()
    plt.savefig(args.picture)
    for threads, speedup in zip(counts, median):
        print(f"{threads} threads: {speedup:.2f}")


if __name__ == "__main__":
    main()
