"""The summary of a record: a function of its raw figures and nothing else."""

import json

from . import cases
from .stats import in_series, interval, percentile, spread

# Where others took more of the machine than this, a summary says that wall clocks are not to be trusted.
BUSY_SHARE = 0.05


def compact(run):
    """The raw figures as JSON, one run a line."""
    text = json.dumps(run, default=str)
    for mark in ('{"round":', '{"name":', '"first_', '"writes":', '"memory":', '"kernels":', '"settings":', '"cases":'):
        text = text.replace(mark, "\n" + mark)
    return text + "\n"


def summary(run):
    """The whole summary, in Markdown."""
    measured = [CaseFigures(case) for case in run["cases"]]
    parts = [head(run), goals(run, measured)]
    parts += [case_section(case) for case in measured]
    parts += [memory_section(run["memory"]), kernels_section(run.get("kernels", {}))]
    return "\n\n".join(part for part in parts if part) + "\n"


class CaseFigures:
    """The runs of one case, by contestant and in the order of the rounds."""

    def __init__(self, case):
        self.case = case
        self.runs = {}
        for run in case["runs"]:
            self.runs.setdefault(run["name"], []).append(run)

    def series(self, name, figure):
        return [figure(run) for run in self.runs[name]]

    def paired(self, name, other, figure):
        """The ratios of two contestants, each within one round."""
        return [a / b for a, b in zip(self.series(name, figure), self.series(other, figure))]

    def best_fixed(self, target):
        """Of the fixed numbers of jobs, the one with the best median."""
        names = [n for n in self.runs if n.startswith(f"{target} -j ") and not n.endswith("default")]
        return max(names, key=lambda name: spread(self.series(name, bytes_per_s))[0])

    def of_formula(self, name, speed):
        """The ratios to 1/(1/g + 1/p) of each round, by wall clock or by CPU time."""
        alone = zip(self.series("discard -j 1", speed), self.series("pipe constant", speed))
        limits = [in_series(g, p) for g, p in alone]
        return [own / limit for own, limit in zip(self.series(name, speed), limits)]

    def rows_per_cpu_s(self):
        return self.series("discard -j 1", lambda run: run["rows"] / cpu_s(run))


def cpu_s(run):
    return run["user_s"] + run["sys_s"]


def bytes_per_s(run):
    return run["bytes"] / run["wall_s"]


def bytes_per_cpu_s(run):
    return run["bytes"] / cpu_s(run)


# --------------------------------------------------------------------------------------------- sections


def head(run):
    machine, settings = run["machine"], run["settings"]
    flags = " ".join(machine["kernel_flags"])
    others = [share["others_share"] for case in run["cases"] for share in case["runs"]]
    median, _, most = spread(others)
    busy = " **The machine was not idle: figures by wall clock are weak.**" if median > BUSY_SHARE else ""
    return "\n".join([
        f"# Benchmarks of {run['date']}",
        "",
        f"- {machine['cpu']}, {machine['cpus']} processors, {machine['memory_bytes'] >> 30} GiB; {flags}",
        f"- {machine['system']}, files on {machine['file_system']}; {machine['yes'] or 'no yes'}",
        f"- {machine['brimful']}, {machine['built']}; {machine['rustc']}",
        f"- {settings['rounds']} rounds, all contestants of a case one after the other in each; a run to discard lasts "
        f"about {settings['seconds']:g} s",
        f"- CPU time that others took meanwhile: median {median:.1%}, at most {most:.1%} of the machine.{busy}",
        "",
        "Figures are medians, with [minimum to maximum]; ratios are medians of the rounds' own ratios, with a 95 % "
        "bootstrap interval.",
    ])


def goals(run, measured):
    """What was asked for, and what is."""
    lines = ["## Goals", "", "| goal | asked | measured | |", "|---|---|---|---|"]
    for case in measured:
        goal = next(c.rows_per_cpu_s_goal for c in cases.CASES if c.name == case.case["name"])
        values = case.rows_per_cpu_s()
        lines.append(goal_line(f"({case.case['name']}) M rows per CPU second to discard", f"≥ {goal / 1e6:.0f}",
                               scaled(values, 1e6), spread(values)[0] >= goal))
    for case in measured:
        lines += case_goals(case)
    first = [percentile(case.case["first_row_ms"], 0.95) for case in measured]
    lines.append(goal_line("first row, slowest case's 95th percentile, ms", f"≤ {cases.FIRST_ROW_MS_GOAL:g}",
                           f"{max(first):.1f}", max(first) <= cases.FIRST_ROW_MS_GOAL))
    peak = max(entry["rss_max_bytes"] for entry in run["memory"])
    lines.append(goal_line("peak memory of a billion rows, MiB", f"≤ {cases.MEMORY_GOAL_BYTES >> 20}",
                           f"{peak / (1 << 20):.1f}", peak <= cases.MEMORY_GOAL_BYTES))
    return "\n".join(lines)


def case_goals(case):
    name = f"({case.case['name']})"
    wall = interval(case.of_formula("pipe -j default", bytes_per_s))
    cpu = interval(case.of_formula("pipe -j 1", bytes_per_cpu_s))
    yes = interval(case.paired("pipe -j default", "pipe yes", bytes_per_s))
    two = interval(case.paired("discard -j 2", "discard -j 1", bytes_per_s))
    lines = [
        goal_line(f"{name} pipe, of 1/(1/g + 1/p)", f"≥ {cases.PIPE_GOAL}", ratio(wall), wall[0] >= cases.PIPE_GOAL),
        goal_line(f"{name} the same in CPU time", f"≥ {cases.PIPE_GOAL}", ratio(cpu), cpu[0] >= cases.PIPE_GOAL),
        goal_line(f"{name} pipe, of `yes noun` (stretch)", f"≥ {cases.YES_GOAL}", ratio(yes), yes[0] >= cases.YES_GOAL),
        goal_line(f"{name} discard, two jobs of one", f"≥ {cases.TWO_JOBS_GOAL}", ratio(two), two[0] >= cases.TWO_JOBS_GOAL),
    ]
    for target in ("pipe", "file", "discard"):
        best = case.best_fixed(target)
        paired = interval(case.paired(f"{target} -j default", best, bytes_per_s))
        lines.append(goal_line(f"{name} {target}, default jobs of the best, {best.removeprefix(target).strip()}",
                               f"interval reaches {cases.DEFAULT_JOBS_GOAL}", ratio(paired),
                               paired[2] >= cases.DEFAULT_JOBS_GOAL))
    return lines


def goal_line(what, asked, measured, met):
    return f"| {what} | {asked} | {measured} | {'met' if met else '**missed**'} |"


def case_section(case):
    raw = case.case
    lines = [
        f"## ({raw['name']}) {raw['title']}",
        "",
        f"`brimful {' '.join(raw['args'])}`, {raw['rows']:,} rows of {raw['bytes_per_row']:.1f} bytes; "
        f"{raw['file_rows']:,} to a file.",
        "",
        "| run | GB/s | M rows/s | user s | system s | M rows per CPU s | peak MiB |",
        "|---|---|---|---|---|---|---|",
    ]
    lines += [run_line(name, runs) for name, runs in case.runs.items()]
    own, yes = raw["first_row_ms"], raw["first_yes_ms"]
    lines += ["", f"First row after {spread(own)[0]:.2f} ms, 95th percentile {percentile(own, 0.95):.2f} ms "
                  f"(`yes`: {spread(yes)[0]:.2f} and {percentile(yes, 0.95):.2f} ms)."]
    lines += [writes_line(target, counted) for target, counted in raw["writes"].items() if counted]
    return "\n".join(lines)


def run_line(name, runs):
    def column(figure):
        return [figure(run) for run in runs]

    rows = all(run["rows"] for run in runs)
    cells = [
        name,
        scaled(column(bytes_per_s), 1e9, 2),
        scaled(column(lambda run: run["rows"] / run["wall_s"]), 1e6) if rows else "",
        f"{spread(column(lambda run: run['user_s']))[0]:.2f}",
        f"{spread(column(lambda run: run['sys_s']))[0]:.2f}",
        scaled(column(lambda run: run["rows"] / cpu_s(run)), 1e6) if rows else "",
        f"{max(run['rss_max_bytes'] for run in runs) / (1 << 20):.1f}",
    ]
    return f"| {' | '.join(cells)} |"


def writes_line(target, counted):
    each = counted["bytes"] / counted["calls"] / 1024
    return f"To a {target}: {counted['calls']:,} write calls for {counted['rows']:,} rows, {each:.0f} KiB each."


def memory_section(entries):
    lines = [f"## Memory over {cases.MEMORY_ROWS:,} rows", "", "| run | peak MiB | s |", "|---|---|---|"]
    lines += [f"| {e['name']} | {e['rss_max_bytes'] / (1 << 20):.1f} | {e['wall_s']:.1f} |" for e in entries]
    return "\n".join(lines)


def kernels_section(kernels):
    if not kernels:
        return ""
    lines = ["## Kernels, by criterion", "", "| kernel | ns per value | 95 % interval |", "|---|---|---|"]
    lines += [f"| {name} | {mid:.3f} | {low:.3f} to {high:.3f} |" for name, (mid, low, high) in kernels.items()]
    return "\n".join(lines)


def scaled(values, unit, digits=0):
    middle, low, high = (value / unit for value in spread(values))
    digits = digits if middle >= 100 or digits else 1
    return f"{middle:.{digits}f} [{low:.{digits}f} to {high:.{digits}f}]"


def ratio(estimate):
    middle, low, high = estimate
    return f"{middle:.2f} [{low:.2f} to {high:.2f}]"
