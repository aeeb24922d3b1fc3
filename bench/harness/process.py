"""One child process: its start, its end, and what it used."""

import os
import shutil
import signal
import threading
import time
from dataclasses import dataclass

MEMORY_POLL_S = 0.02


@dataclass
class Usage:
    """What a process used from its start to its end."""

    ended_s: float
    user_s: float
    sys_s: float
    rss_max_bytes: int
    status: int

    @property
    def cpu_s(self):
        return self.user_s + self.sys_s


class Process:
    """A child with its standard streams on the given descriptors; those that are None go nowhere."""

    def __init__(self, argv, stdin=None, stdout=None, stderr=None, watched=True):
        null = os.open(os.devnull, os.O_RDWR)
        streams = [null if fd is None else fd for fd in (stdin, stdout, stderr)]
        # Python ignores SIGPIPE, and a child would inherit that: `yes` must die of it.
        self.started_s = time.monotonic()
        self.pid = os.posix_spawn(
            program(argv[0]),
            argv,
            {**os.environ, "LC_ALL": "C"},
            file_actions=[(os.POSIX_SPAWN_DUP2, fd, to) for to, fd in enumerate(streams)],
            setsigdef=[signal.SIGPIPE],
        )
        os.close(null)
        self._rss_max_bytes = 0
        self._ended = threading.Event()
        self._watch = threading.Thread(target=self._watch_memory)
        if watched:
            self._watch.start()

    def _watch_memory(self):
        """The peak as the kernel tells it while the process lives. What wait4 tells is of no use: it begins with
        the memory of this interpreter, from which the process was forked."""
        while True:
            self._rss_max_bytes = max(self._rss_max_bytes, peak_rss_bytes(self.pid))
            if self._ended.wait(MEMORY_POLL_S):
                return

    def wait(self):
        _, status, used = os.wait4(self.pid, 0)
        ended_s = time.monotonic()
        self._ended.set()
        if self._watch.is_alive():
            self._watch.join()
        return Usage(ended_s, used.ru_utime, used.ru_stime, self._rss_max_bytes, status)


def program(name):
    path = shutil.which(name)
    if path is None:
        raise FileNotFoundError(name)
    return path


def peak_rss_bytes(pid):
    """The peak resident memory of a live process; 0 when it is gone."""
    try:
        with open(f"/proc/{pid}/status", encoding="ascii", errors="replace") as status:
            for line in status:
                if line.startswith("VmHWM:"):
                    return int(line.split()[1]) * 1024
    except (FileNotFoundError, ProcessLookupError):
        pass
    return 0


def machine_cpu_s():
    """CPU time that all processes of the machine have used, and the host took, since it started."""
    with open("/proc/stat", encoding="ascii") as stat:
        user, nice, system, _idle, _iowait, irq, softirq, steal = map(int, stat.readline().split()[1:9])
    return (user + nice + system + irq + softirq + steal) / os.sysconf("SC_CLK_TCK")
