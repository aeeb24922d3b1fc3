"""Tests of the harness itself: `python3 -m unittest discover -s bench`."""

import json
import unittest

from . import measure, report, stats

STRACE = """\
% time     seconds  usecs/call     calls    errors syscall
------ ----------- ----------- --------- --------- ----------------
 71.40    0.010000         100       100           write
 28.60    0.004000          40       100         3 writev
------ ----------- ----------- --------- --------- ----------------
100.00    0.014000          70       200         3 total
"""


class Statistics(unittest.TestCase):
    def test_a_percentile_is_a_value_that_so_many_do_not_exceed(self):
        self.assertEqual(stats.percentile(range(1, 101), 0.95), 95)
        self.assertEqual(stats.percentile([7, 3], 0.95), 7)
        self.assertEqual(stats.percentile([7, 3], 0.5), 3)
        self.assertEqual(stats.percentile([5], 0.01), 5)

    def test_an_interval_holds_its_median_and_is_the_same_each_time(self):
        values = [1.0, 1.1, 0.9, 1.05, 0.97, 3.0, 1.02]
        middle, low, high = stats.interval(values)
        self.assertEqual(middle, 1.02)
        self.assertTrue(min(values) <= low < middle < high <= max(values))
        self.assertEqual(stats.interval(values), (middle, low, high))
        self.assertEqual(stats.interval([2.0] * 5), (2.0, 2.0, 2.0))

    def test_two_things_in_series_take_the_sum_of_their_times(self):
        self.assertAlmostEqual(stats.in_series(4.0, 4.0), 2.0)
        self.assertAlmostEqual(stats.in_series(4.1, 3.0), 1.73, places=2)


class Parsing(unittest.TestCase):
    def test_calls_are_summed_without_the_total(self):
        self.assertEqual(measure.written_calls(STRACE), 200)
        self.assertEqual(measure.written_calls(""), 0)

    def test_amounts_are_round(self):
        self.assertEqual([measure.round_down(n) for n in (1, 19, 20, 98_765.4)], [1, 10, 20, 90_000])

    def test_compact_raw_figures_are_the_same_figures(self):
        run = {"settings": {"x": 1}, "cases": [{"name": "a", "runs": [{"round": 0, "name": "b"}]}], "memory": []}
        self.assertEqual(json.loads(report.compact(run)), run)
        self.assertGreater(report.compact(run).count("\n"), 4)


def turn(number, name, wall_s, cpu_s):
    return {"round": number, "name": name, "wall_s": wall_s, "user_s": cpu_s, "sys_s": 0.0, "bytes": 12.0, "rows": 1}


class Ratios(unittest.TestCase):
    def setUp(self):
        turns = [("discard -j 1", 3.0), ("discard -j 2", 1.5), ("discard -j default", 1.6), ("pipe constant", 4.0)]
        runs = [turn(i, name, s * (i + 1), s) for i in range(3) for name, s in [*turns, ("pipe -j 1", 7.0)]]
        self.figures = report.CaseFigures({"name": "a", "runs": runs})

    def test_the_formula_is_the_sum_of_both_times(self):
        for speed in (report.bytes_per_s, report.bytes_per_cpu_s):
            for own in self.figures.of_formula("pipe -j 1", speed):
                self.assertAlmostEqual(own, 1.0)

    def test_ratios_are_taken_within_a_round(self):
        ratios = self.figures.paired("discard -j 2", "discard -j 1", report.bytes_per_s)
        self.assertEqual(ratios, [2.0, 2.0, 2.0])

    def test_the_best_fixed_number_of_jobs(self):
        self.assertEqual(self.figures.best_fixed("discard"), "discard -j 2")


if __name__ == "__main__":
    unittest.main()
