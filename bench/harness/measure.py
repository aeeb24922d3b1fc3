"""The measurements: rounds of interleaved runs, first rows, memory and counted writes."""

import json
import os
import re
import shutil
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path

from . import cases
from .process import Process, machine_cpu_s

CALIBRATION_ROWS = 200_000
TARGETS = ["discard", "pipe", "file"]


class Failed(Exception):
    """A command that was measured did not do what it was asked for."""


@dataclass(frozen=True)
class Work:
    """A case with its amounts, found by calibration."""

    case: cases.Case
    rows: int
    file_rows: int
    bytes_per_row: float

    def target_rows(self, target):
        return self.file_rows if target == "file" else self.rows

    def target_bytes(self, target):
        return int(self.target_rows(target) * self.bytes_per_row)


@dataclass(frozen=True)
class Contestant:
    """One of those that take turns: a name, its target, and how it is started."""

    name: str
    target: str
    argv: list
    # How many bytes the reader takes; None where the writer ends by itself.
    reader_bytes: int | None = None


class Bench:
    """The programs and the place of a session of measurements."""

    def __init__(self, binary, pipe_end, out_dir, cpus):
        self.binary, self.pipe_end = str(binary), str(pipe_end)
        self.out = Path(out_dir) / "rows.out"
        self.jobs = sorted({1, 2, cpus})

    def command(self, case, rows, jobs=None, target="pipe", summary=True):
        """The command line of brimful for a case."""
        argv = [self.binary, *case.args, "-n", str(rows), *cases.COMMON]
        if not summary:
            argv[argv.index("json")] = "off"
        if jobs is not None:
            argv += ["-j", str(jobs)]
        if target == "file" and "-f" not in case.args:
            argv += ["-f", "text"]
        return argv + {"discard": ["--discard"], "file": ["-o", str(self.out)], "pipe": []}[target]

    # ---------------------------------------------------------------------------------------- amounts

    def calibrate(self, case, seconds, file_bytes_max):
        """How many rows last about `seconds` to discard with one job."""
        small, large = (self.calibration_run(case, rows) for rows in (CALIBRATION_ROWS, 10 * CALIBRATION_ROWS))
        rows_per_s = (large["rows"] - small["rows"]) / max(large["wall_s"] - small["wall_s"], 1e-3)
        rows = max(round_down(rows_per_s * seconds), CALIBRATION_ROWS)
        bytes_per_row = large["bytes"] / large["rows"]
        file_rows = min(rows, round_down(file_bytes_max / bytes_per_row))
        return Work(case, rows, file_rows, bytes_per_row)

    def calibration_run(self, case, rows):
        return self.run(Contestant("calibration", "discard", self.command(case, rows, 1, "discard")))

    # ---------------------------------------------------------------------------------------- rounds

    def contestants(self, work):
        """All that take turns on one case, in their order."""
        found = []
        for target in TARGETS:
            for jobs in [*self.jobs, None]:
                name = f"{target} -j {jobs or 'default'}"
                found.append(Contestant(name, target, self.command(work.case, work.target_rows(target), jobs, target)))
        pipe_bytes = work.target_bytes("pipe")
        found += [
            Contestant("pipe constant", "pipe", [self.pipe_end, "write", str(pipe_bytes)]),
            Contestant("pipe yes", "pipe", ["yes", "noun"], pipe_bytes),
            Contestant("file constant", "file", self.constant_file(work.target_bytes("file"))),
        ]
        return found + peers(work)

    def constant_file(self, size):
        return [self.pipe_end, "write", str(size), str(self.out)]

    def run(self, contestant):
        """One run, with what it took and what came out of it."""
        self.out.unlink(missing_ok=True)
        before_s, others_before_s = time.monotonic(), machine_cpu_s()
        with tempfile.TemporaryFile() as summary:
            if contestant.target == "pipe":
                record = self.run_to_reader(contestant, summary)
            else:
                process = Process(contestant.argv, stderr=summary.fileno())
                usage = process.wait()
                check(contestant, usage, summary)
                record = told(usage, process.started_s, usage.ended_s)
            record |= amounts(contestant, summary, record.get("reader_bytes"), self.out)
        ours_s = record["user_s"] + record["sys_s"] + record.get("reader_cpu_s", 0.0)
        # The interpreter that measures belongs to the others, but sleeps.
        others_s = max(machine_cpu_s() - others_before_s - ours_s, 0.0)
        capacity_s = (time.monotonic() - before_s) * os.cpu_count()
        self.out.unlink(missing_ok=True)
        return {"name": contestant.name, **record, "others_share": others_s / capacity_s}

    def run_to_reader(self, contestant, summary):
        """A writer and a reader on either end of a pipe: from the writer's start to the reader's end."""
        limit = [] if contestant.reader_bytes is None else [str(contestant.reader_bytes)]
        with tempfile.TemporaryFile() as count:
            pipe_out, pipe_in = os.pipe()
            reader = Process([self.pipe_end, "read", *limit], stdin=pipe_out, stdout=count.fileno())
            writer = Process(contestant.argv, stdout=pipe_in, stderr=summary.fileno())
            os.close(pipe_in)
            os.close(pipe_out)
            reader_usage, usage = reader.wait(), writer.wait()
            if contestant.reader_bytes is None:
                check(contestant, usage, summary)
            reader_bytes = int(text_of(count))
        record = told(usage, writer.started_s, reader_usage.ended_s)
        return {**record, "reader_bytes": reader_bytes, "reader_cpu_s": reader_usage.cpu_s}

    # ---------------------------------------------------------------------------------------- extras

    def first_row_ms(self, argv, times):
        """From just before the start of a process until its first row is read, so often."""
        return [self.one_first_row_ms(argv) for _ in range(times)]

    def one_first_row_ms(self, argv):
        pipe_out, pipe_in = os.pipe()
        process = Process(argv, stdout=pipe_in, watched=False)
        os.close(pipe_in)
        while b"\n" not in (some := os.read(pipe_out, 1 << 16)):
            if not some:
                raise Failed(f"no row came from {' '.join(argv)}")
        elapsed_s = time.monotonic() - process.started_s
        os.close(pipe_out)
        process.wait()
        return elapsed_s * 1e3

    def counted_writes(self, work, target):
        """How many calls of write, and of what writes many pieces, a run makes; None without strace."""
        if shutil.which("strace") is None:
            return None
        rows = work.file_rows
        argv = self.command(work.case, rows, None, target, summary=False)
        with tempfile.NamedTemporaryFile(mode="r") as counts:
            strace = ["strace", "-f", "-qq", "-c", "-o", counts.name, "-e", "trace=write,writev,pwrite64,pwritev,pwritev2"]
            record = self.run(Contestant(f"{target} traced", target, strace + argv))
            calls = written_calls(counts.read())
        return {"rows": rows, "bytes": record["bytes"], "calls": calls}

    def memory_run(self, case, target):
        """Peak memory over so many rows that anything which grows with them would show."""
        argv = self.command(case, cases.MEMORY_ROWS, None, target)
        return self.run(Contestant(f"{target} memory", target, argv))


def peers(work):
    """Other tools that are installed and do the same work."""
    rows = max(work.rows // cases.PEER_ROWS_DIVISOR, 1)
    found = []
    for peer in cases.PEERS.get(work.case.name, []):
        if shutil.which(peer[0]):
            argv = [word.replace("{rows}", str(rows)) for word in peer]
            found.append(Contestant(f"pipe {peer[0]}", "pipe", argv))
    return found


def round_down(amount):
    """To one significant digit: a number that a person remembers."""
    unit = 10 ** (len(str(int(amount))) - 1)
    return int(amount) // unit * unit


def told(usage, started_s, ended_s):
    return {
        "wall_s": ended_s - started_s,
        "user_s": usage.user_s,
        "sys_s": usage.sys_s,
        "rss_max_bytes": usage.rss_max_bytes,
    }


def check(contestant, usage, summary):
    if usage.status != 0:
        command = " ".join(contestant.argv)
        raise Failed(f"{command}\nended with {os.waitstatus_to_exitcode(usage.status)}\n{text_of(summary)}")


def amounts(contestant, summary, reader_bytes, out):
    """Rows and bytes, counted by the writer and where they arrived, which must be the same."""
    text = text_of(summary)
    claimed = json.loads(text) if text.startswith("{") else {}
    arrived = reader_bytes
    if contestant.target == "file":
        arrived = out.stat().st_size
    if arrived is not None and claimed and arrived != claimed["bytes"]:
        raise Failed(f"{contestant.name}: {claimed['bytes']} bytes were written, but {arrived} arrived")
    return {"rows": claimed.get("rows"), "bytes": claimed["bytes"] if arrived is None else arrived}


def text_of(file):
    file.seek(0)
    return file.read().decode(errors="replace").strip()


def written_calls(table):
    """The sum of the calls in a summary of strace."""
    rows = re.findall(r"^ *[\d.]+ +[\d.]+ +\d+ +(\d+) +(?:\d+ +)?(?!total)\w+$", table, re.MULTILINE)
    return sum(map(int, rows))
