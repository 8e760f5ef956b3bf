"""What is in the wheel, and the systems it is for: the programs of one target, with the book."""

import os
from pathlib import Path

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

# The programs for Linux are static: no C library is asked of the system.
TAGS = {
    "x86_64-unknown-linux-gnu": "manylinux_2_17_x86_64.musllinux_1_1_x86_64",
    "aarch64-unknown-linux-gnu": "manylinux_2_17_aarch64.musllinux_1_1_aarch64",
    "x86_64-apple-darwin": "macosx_10_12_x86_64",
    "aarch64-apple-darwin": "macosx_11_0_arm64",
    "x86_64-pc-windows-msvc": "win_amd64",
}


class WheelFiles(BuildHookInterface):
    def initialize(self, version, build_data):
        target = os.environ["GRADER_TARGET"]
        if target not in TAGS:
            raise SystemExit(f"wheel: there is no tag for {target}: add it to wheel_files.py")
        build_data["tag"] = f"py3-none-{TAGS[target]}"
        build_data["pure_python"] = False
        archive = Path(self.root) / "archive"
        for program in sorted(archive.glob("*grader*")):
            build_data["shared_scripts"][str(program)] = program.name
        book = archive / "book"
        if book.is_dir():
            build_data["shared_data"][str(book)] = "share/opencl-grader/book"
        for page in sorted((archive / "man").glob("*.1")):
            build_data["shared_data"][str(page)] = f"share/man/man1/{page.name}"
