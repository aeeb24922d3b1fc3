"""Builds what is measured: brimful itself and the far end of the pipe."""

import os
import subprocess
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


def target_dir():
    return Path(os.environ.get("CARGO_TARGET_DIR", ROOT / "target")).resolve()


def brimful(profile):
    """The command, built with a cargo profile."""
    run(["cargo", "build", "--locked", "--profile", profile, "-p", "brimful-cli", "--bin", "brimful"])
    return target_dir() / profile / "brimful"


def pipe_end():
    """The reader and constant-block writer."""
    program = target_dir() / "bench" / "pipe"
    program.parent.mkdir(parents=True, exist_ok=True)
    run(["rustc", "--edition", "2024", "-O", "-o", str(program), str(ROOT / "bench" / "pipe.rs")])
    return program


def run(argv):
    subprocess.run(argv, cwd=ROOT, check=True)
