#!/usr/bin/env bash
# Runs once, as root, while Gradescope builds its image: installs Rust and OpenCL, builds the grader, and keeps
# its two programs and the exercises. The sources, and so the solutions, go again.
set -euo pipefail

root=${AUTOGRADER:-/autograder}
programs=${PROGRAMS:-/usr/local/bin}

apt-get update -q
DEBIAN_FRONTEND=noninteractive apt-get install -q -y --no-install-recommends build-essential ca-certificates curl
if ! command -v cargo >/dev/null; then
    curl --proto '=https' --tlsv1.2 -sSf https://sh.rustup.rs | sh -s -- -y --profile minimal
    export PATH="$HOME/.cargo/bin:$PATH"
fi

cd "$root/source/course"
./setup
install -m 755 target/release/grader target/release/grader-device "$programs"
cd "$root"
rm -rf "$root/source/course"
if [ -d "$root/source/own-course" ]; then
    cp -R -- "$root/source/own-course" "$root/course"
else
    "$programs/grader" init "$root/course"
fi
# For the log: does this machine hold other people's kernels in? It is asked again for each submission.
"$programs/grader" --course "$root/course" doctor || true
