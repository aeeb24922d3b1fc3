"""What kind of machine measured, without saying which one."""

import os
import platform
import re
import subprocess
from pathlib import Path

from .build import ROOT

# Of the processor's flags, those that could choose a kernel.
KERNEL_FLAGS = ["sse2", "ssse3", "sse4_2", "avx", "avx2", "bmi2", "avx512f", "avx512bw", "avx512vbmi"]


def facts(binary, profile, out_dir):
    """Everything that a reader of the figures must know. Without a profile nobody knows how it was built."""
    cpu = processor()
    return {
        "cpu": cpu["model"],
        "cpu_flags": cpu["flags"],
        "kernel_flags": [flag for flag in KERNEL_FLAGS if flag in cpu["flags"]],
        "cpus": len(os.sched_getaffinity(0)),
        "memory_bytes": os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES"),
        "system": f"{platform.system()} {platform.release()} {platform.machine()}",
        "file_system": file_system(out_dir),
        "rustc": told_by(["rustc", "--version"], ROOT),
        "brimful": told_by([str(binary), "--version"]),
        "built": built(profile) if profile else "a program built elsewhere",
        "yes": told_by(["yes", "--version"]).partition("\n")[0],
    }


def built(profile):
    """From what brimful was built, and how."""
    commit = told_by(["git", "rev-parse", "--short=12", "HEAD"], ROOT)
    changed = told_by(["git", "status", "--porcelain", "--untracked-files=no"], ROOT) != ""
    return f"commit {commit}{' with changes' if changed else ''}, profile {profile}"


def processor():
    """The first processor's model and flags."""
    text = Path("/proc/cpuinfo").read_text(encoding="ascii", errors="replace").partition("\n\n")[0]
    fields = dict(re.findall(r"^([^\t:]+)\t*: ?(.*)$", text, re.MULTILINE))
    return {"model": fields.get("model name", platform.machine()), "flags": sorted(fields.get("flags", "").split())}


def kind(machine):
    """A word for machines of this kind, for the name of a record."""
    model = re.sub(r"\(.*?\)|@.*|\b(cpu|processor)\b", " ", machine["cpu"].lower())
    return f"{re.sub(r'[^a-z0-9]+', '-', model).strip('-')}-{machine['cpus']}cpu"


def file_system(path):
    """The type of the file system that holds a directory: of the mounts above it, the nearest."""
    path, best = Path(path).resolve(), ("", "unknown")
    for line in Path("/proc/mounts").read_text(encoding="utf-8").splitlines():
        _, mount, fs_type = line.split()[:3]
        if path.is_relative_to(mount) and len(mount) >= len(best[0]):
            best = (mount, fs_type)
    return best[1]


def told_by(argv, cwd=None):
    """What a command prints, or nothing where there is no such command."""
    try:
        return subprocess.run(argv, cwd=cwd, capture_output=True, text=True, check=False).stdout.strip()
    except FileNotFoundError:
        return ""
