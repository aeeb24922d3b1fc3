"""The little statistics that a report needs."""

import math
import random
from statistics import median

RESAMPLES = 10_000
CONFIDENCE = 0.95


def spread(values):
    """Median, minimum and maximum."""
    return median(values), min(values), max(values)


def percentile(values, share):
    """The smallest value that at least `share` of the values do not exceed."""
    ordered = sorted(values)
    return ordered[max(math.ceil(share * len(ordered)), 1) - 1]


def interval(values):
    """Median and its confidence interval, by a percentile bootstrap with a fixed seed."""
    rng = random.Random(1)
    medians = sorted(median(rng.choices(values, k=len(values))) for _ in range(RESAMPLES))
    tail = (1 - CONFIDENCE) / 2
    return median(values), medians[int(tail * RESAMPLES)], medians[int((1 - tail) * RESAMPLES) - 1]


def in_series(first, second):
    """The rate of one core that does two things to every byte, from the rates of each alone."""
    return 1 / (1 / first + 1 / second)
