"""The kernels by criterion: runs the benches of the crates and reads the estimates that they leave."""

import json

from . import build

PACKAGES = ["brimful-core", "brimful-format"]


def measured():
    """Nanoseconds per element and call of every criterion bench, by name: estimate and confidence interval."""
    packages = [word for package in PACKAGES for word in ("-p", package)]
    build.run(["cargo", "bench", "--locked", *packages, "--bench", "kernels"])
    return estimates(build.target_dir() / "criterion")


def estimates(directory):
    found = {}
    for path in sorted(directory.glob("**/new/estimates.json")):
        bench = json.loads((path.parent / "benchmark.json").read_text(encoding="utf-8"))
        median = json.loads(path.read_text(encoding="utf-8"))["median"]
        bounds = median["confidence_interval"]
        elements = (bench.get("throughput") or {}).get("Elements", 1)
        figures = (median["point_estimate"], bounds["lower_bound"], bounds["upper_bound"])
        found[bench["full_id"]] = [round(ns / elements, 4) for ns in figures]
    return found
