#!/usr/bin/env python3
"""Times a whole `grader check saxpy` against a PyOpenCL + NumPy + Hypothesis script, side by side.

Usage: run.py [RUNS]   (from anywhere; 15 runs of each by default)

Both check the solution on 100 cases, as whole processes, with PoCL's cache warm. The runs alternate,
so that whatever else the machine does falls on both. Needs `./setup`, python3 with venv, and PyPI.
"""

import statistics
import subprocess
import sys
import time
import venv
from pathlib import Path

HERE = Path(__file__).resolve().parent
PROJECT = HERE.parents[2]
VENV = PROJECT / "target" / "bench-venv"
KERNEL = PROJECT / "solutions" / "02-saxpy" / "kernel.cl"
CASES = "100"


def prepare():
    python = VENV / "bin" / "python"
    if not python.exists():
        venv.create(VENV, with_pip=True)
    packages = ["pyopencl", "numpy", "hypothesis"]
    subprocess.run([python, "-m", "pip", "install", "--quiet", *packages], check=True)
    build = ["cargo", "build", "--release", "--quiet", "-p", "grader", "-p", "grader-device"]
    subprocess.run(build, cwd=PROJECT, check=True)
    grader = [PROJECT / "target" / "release" / "grader", "check", "saxpy", "--cases", CASES]
    return {
        "grader check": [*grader, "--file", KERNEL],
        "PyOpenCL + NumPy + Hypothesis": [python, HERE / "saxpy_hypothesis.py", KERNEL, CASES],
    }


def seconds(command):
    begin = time.perf_counter()
    done = subprocess.run(command, cwd=PROJECT, capture_output=True, text=True)
    took = time.perf_counter() - begin
    if done.returncode != 0:
        sys.exit(f"{command} failed:\n{done.stdout}{done.stderr}")
    return took


def main():
    runs = int(sys.argv[1]) if len(sys.argv) > 1 else 15
    commands = prepare()
    for command in commands.values():
        seconds(command)
    times = {name: [] for name in commands}
    for _ in range(runs):
        for name, command in commands.items():
            times[name].append(seconds(command))
    print(f"{runs} runs each, seconds        lower quartile   median   upper quartile")
    for name, values in times.items():
        low, middle, high = statistics.quantiles(values, n=4, method="inclusive")
        print(f"{name:<30} {low:>14.3f} {middle:>8.3f} {high:>16.3f}")
    ours, theirs = times.values()
    ratios = [one / other for one, other in zip(ours, theirs)]
    low, middle, high = statistics.quantiles(ratios, n=4, method="inclusive")
    print(f"{'ratio, run by run':<30} {low:>14.3f} {middle:>8.3f} {high:>16.3f}")


if __name__ == "__main__":
    main()
