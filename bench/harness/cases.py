"""What is measured: the cases, what each must reach, and the command lines of peers."""

from dataclasses import dataclass, field

MIXED = ["int:0,999999", "uuidv4", "name", "email", "decimal", "timestamp", "ipv4"]


@dataclass(frozen=True)
class Case:
    """Columns and flags of one brimful command, and its goal to discard on one core."""

    name: str
    title: str
    args: list = field(hash=False)
    rows_per_cpu_s_goal: float = 0.0


CASES = [
    Case("a", "one noun", ["noun"], 450e6),
    Case("b", "uuid, e-mail, country code", ["uuidv4", "email", "country.code"], 75e6),
    Case("c", "eight mixed columns as csv", ["-f", "csv", *MIXED, "sentence"], 17e6),
    Case("cp", "the same, its text cut from a pool", ["-f", "csv", *MIXED, "text"], 23e6),
    Case("d", "a pgbench account as copy", ["-f", "copy", "seq", "seq:1,1,100000", "const:0", "const:''"], 200e6),
]

# What every measured brimful is told: the same rows each time, and a summary that a program reads.
COMMON = ["--seed", "1", "--now", "2026-01-01T00:00:00Z", "--no-progress", "--summary", "json"]

# Command lines that do the work of a case with another tool; measured to a pipe where the tool is installed.
# `{rows}` is the number of rows, a hundredth of what brimful is asked for.
PEERS = {
    "a": [["fakedata", "-l", "{rows}", "noun"]],
    "b": [["fakedata", "-l", "{rows}", "uuidv4", "email", "country.code"]],
}
PEER_ROWS_DIVISOR = 100

# What one core can do through a pipe that it pays for itself, as a share of 1/(1/g + 1/p).
PIPE_GOAL = 0.95
YES_GOAL = 0.75
TWO_JOBS_GOAL = 1.7
DEFAULT_JOBS_GOAL = 0.95
FIRST_ROW_MS_GOAL = 10.0
MEMORY_GOAL_BYTES = 64 << 20
MEMORY_ROWS = 1_000_000_000
