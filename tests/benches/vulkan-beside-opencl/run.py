#!/usr/bin/env python3
"""Times the tuned kernels of two devices side by side: a card through OpenCL, and the same card through Vulkan.

Usage: run.py [--quick] [--budget SECONDS] GRADER OPENCL VULKAN [DIR]

GRADER is the program, built with `--features full`; `grader-device` and `grader-wgpu` lie beside it. OPENCL and
VULKAN are numbers of `grader devices`. Both devices are tuned, each kernel for SECONDS [default: 30],
then `grader bench` runs the matrix product, the convolution and the stencils of the shallow water on both. Results go
to DIR [default: bench/beside]; a run that was stopped continues there. Printed is, for each kernel and size that both ran, the share
of its speed through OpenCL that it reaches through Vulkan, each with its fastest work-group.
"""

import argparse
import json
import os
import statistics
import subprocess
import sys
from pathlib import Path

TUNED = ["matmul", "convolution", "shallow-linear", "shallow-nonlinear", "shallow-high-resolution"]
# A point of a study is at a size and, in some tables, of a choice.
CHOICES = ("work-", "results of")
SIZES = ("n", "filter side", "filters", "cells a side")
STUDIES = ["matmul", "convolution", "shallow-water"]


def measured(grader, device, folder, quick, budget):
    """Tunes and measures a device. The times of each kernel at each place, in seconds."""
    # The tuned choices of both devices stay apart from the user's own.
    environment = {**os.environ, "GRADER_TUNED": str(folder / "tuned.toml")}
    options = ["--device", str(device)] + (["--quick"] if quick else [])
    listed = subprocess.run([grader, "tune"], capture_output=True, text=True, env=environment).stdout
    times = {}
    for kernel in TUNED:
        out = folder / f"tune-{kernel}"
        if kernel in listed and not out.exists():
            command = [grader, "tune", kernel, "--out", out, "--budget", str(budget), *options]
            try:
                # A driver can take minutes to compile one choice; what was found by then is kept.
                subprocess.run(command, env=environment, check=False, timeout=3 * budget + 60)
            except subprocess.TimeoutExpired:
                print(f"{kernel}: the search was ended, since a choice took too long to compile", flush=True)
    for study in STUDIES:
        out = folder / study
        subprocess.run([grader, "bench", study, "--out", out, *options], env=environment, check=False)
        for line in (out / f"{study}.jsonl").read_text().splitlines():
            point = json.loads(line).get("point")
            timed = point and point["outcome"].get("timed")
            if timed:
                place = tuple(tuple(pair) for pair in point["at"] if not pair[0].startswith(CHOICES))
                seconds = statistics.median(timed["device"] or timed["wall"])
                series = times.setdefault((study, point["series"]), {})
                series[place] = min(seconds, series.get(place, seconds))
    return times


def main():
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("--quick", action="store_true")
    parser.add_argument("--budget", type=int, default=30)
    parser.add_argument("grader", type=Path)
    parser.add_argument("opencl", type=int)
    parser.add_argument("vulkan", type=int)
    parser.add_argument("folder", type=Path, nargs="?", default=Path("bench/beside"))
    given = parser.parse_args()
    grader = given.grader.resolve()
    sides = []
    for name, device in (("opencl", given.opencl), ("vulkan", given.vulkan)):
        folder = (given.folder / name).resolve()
        folder.mkdir(parents=True, exist_ok=True)
        sides.append(measured(grader, device, folder, given.quick, given.budget))
    one, other = sides
    print(f"\n{'kernel':<64} {'OpenCL ms':>10} {'Vulkan ms':>10} {'share':>7}")
    for key in one:
        if key[1].startswith(("host", "limit", "vendor")) or key[1].endswith("transfers"):
            continue
        for place, first in sorted(one[key].items()):
            second = other.get(key, {}).get(place)
            if second and all(name in SIZES for name, _ in place):
                name = " ".join(key) + "".join(f", {name} {size:g}" for name, size in place)
                print(f"{name:<64} {first * 1e3:>10.3f} {second * 1e3:>10.3f} {first / second:>7.2f}")
    return 0 if one else 1


if __name__ == "__main__":
    sys.exit(main())
