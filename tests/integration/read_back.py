#!/usr/bin/env python3
"""Independent readers read what the formats write: Python's csv and json, SQLite, and a real PostgreSQL.

The specimens example writes one table of everything that is hard to write in every format, and the values it should
have. A private PostgreSQL server is started in a temporary directory on a unix socket, and always stopped again.
Exits with 0 when all values and types came back, with 1 and the differences otherwise. Nothing is ever skipped.
"""

import csv
import datetime
import decimal
import glob
import json
import os
import pathlib
import pwd
import re
import shutil
import sqlite3
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]

# The column types of each database; `{0}` is the quoted name.
TYPES = {
    "id": ("bigint", "INTEGER"),
    "text": ("text", "TEXT"),
    'or"der': ("text", "TEXT"),
    "amount": ("numeric(19,2)", "TEXT"),
    "big": ("bigint", "INTEGER"),
    "ratio": ("double precision", "REAL"),
    "flag": ("boolean", "INTEGER"),
    "day": ("date", "TEXT"),
    "time": ("timestamptz", "TEXT"),
    "uid": ("uuid", "TEXT"),
}

failures = []


def main():
    with tempfile.TemporaryDirectory(prefix="brimful-") as name:
        directory = pathlib.Path(name)
        # The server runs as somebody else, who must find the files.
        directory.chmod(0o755)
        write_specimens(directory)
        expected = json.loads((directory / "expected.json").read_text(encoding="utf-8"))
        read_csv(directory, expected)
        read_json(directory, expected)
        read_markdown(directory, expected)
        read_sqlite(directory, expected)
        read_postgres(directory, expected)
    for failure in failures:
        print(f"read_back: {failure}", file=sys.stderr)
    if not failures:
        print(f"read_back: {len(expected)} rows came back from every reader")
    return 1 if failures else 0


def write_specimens(directory):
    command = ["cargo", "run", "--quiet", "--locked", "-p", "brimful-format", "--example", "specimens", "--"]
    subprocess.run([*command, directory], cwd=ROOT, check=True)


def compare(reader, expected, rows):
    """Rows are lists of values in the order of the columns; every difference is one failure."""
    if len(rows) != len(expected):
        failures.append(f"{reader}: {len(rows)} rows instead of {len(expected)}")
        return
    for number, (want, have) in enumerate(zip(expected, rows)):
        for name, value in zip(TYPES, have, strict=True):
            if want[name] != value:
                failures.append(f"{reader}, row {number}, {name}: {value!r} instead of {want[name]!r}")


# ----------------------------------------------------------------------------------------- csv and json


def read_csv(directory, expected):
    # Python's reader cannot tell a null from an empty text.
    blank = [{name: value or "" for name, value in row.items()} for row in expected]
    for extension, separator in [("csv", ","), ("semicolon.csv", ";"), ("tsv", "\t")]:
        with open(directory / f"specimens.{extension}", encoding="utf-8", newline="") as file:
            rows = list(csv.reader(file, delimiter=separator, strict=True))
        if rows[0] != list(TYPES):
            failures.append(f"{extension}: the header is {rows[0]}")
        compare(extension, blank, rows[1:])


def read_json(directory, expected):
    array = (directory / "specimens.json").read_bytes()
    lines = (directory / "specimens.ndjson").read_bytes().split(b"\n")
    if lines.pop() != b"":
        failures.append("ndjson: the last line has no end")
    for reader, rows in [("json", parse(array)), ("ndjson", [parse(line) for line in lines])]:
        kinds = {"amount": Number, "big": int, "day": str, "flag": bool, "id": int, "ratio": Number, "uid": str}
        for name, kind in kinds.items():
            if not all(row[name] is None or type(row[name]) is kind for row in rows):
                failures.append(f"{reader}: {name} is not always {kind.__name__}")
        compare(reader, expected, [[json_text(value) for value in row.values()] for row in rows])


class Number(str):
    """A JSON number with a fraction or an exponent, in its own digits."""


def parse(text):
    return json.loads(text, parse_float=Number)


def json_text(value):
    if isinstance(value, bool):
        return "true" if value else "false"
    return str(value) if isinstance(value, int) else value


def read_markdown(directory, expected):
    lines = (directory / "specimens.md").read_bytes().decode().split("\n")
    rows = []
    for line in lines[2:-1]:
        # A bar that no backslash escapes ends a cell.
        cells = re.findall(r" ((?:\\.|[^\\|])*) \|", line[1:])
        cells = [cell.replace("<br>", "\n").replace("&#13;", "\r") for cell in cells]
        rows.append([re.sub(r"\\([\\|])", r"\1", cell) for cell in cells])
    blank = [{name: value or "" for name, value in row.items()} for row in expected]
    compare("markdown", blank, rows)


# ---------------------------------------------------------------------------------------------- sqlite


def quoted(name):
    return '"' + name.replace('"', '""') + '"'


def table(database):
    return ", ".join(f"{quoted(name)} {types[database]}" for name, types in TYPES.items())


def read_sqlite(directory, expected):
    script = (directory / "specimens.sqlite.sql").read_bytes().decode()
    connection = sqlite3.connect(":memory:")
    connection.execute(f"CREATE TABLE specimens ({table(1)}) STRICT".replace('"amount" TEXT', '"amount" ANY'))
    connection.executescript(script)
    rows = [list(row) for row in connection.execute("SELECT * FROM specimens ORDER BY id")]
    names = list(TYPES)
    for want, row in zip(expected, rows):
        cells = dict(zip(names, row))
        cells["flag"] = {None: None, 0: "false", 1: "true"}[cells["flag"]]
        for number in ("id", "big"):
            cells[number] = None if cells[number] is None else str(cells[number])
        # SQLite has binary fractions only: as near as these come.
        for number in ("amount", "ratio"):
            near = cells[number] is not None and cells[number] == float(want[number] or "nan")
            cells[number] = want[number] if near else cells[number]
        if cells["time"] is not None:
            cells["time"] = cells["time"].replace(" ", "T") + "Z"
        row[:] = cells.values()
    compare("sqlite", expected, rows)


# -------------------------------------------------------------------------------------------- postgres


class Server:
    """A PostgreSQL server of its own in a directory, for the time of a `with`."""

    def __init__(self, directory):
        found = sorted(glob.glob("/usr/lib/postgresql/*/bin/initdb")) or [shutil.which("initdb")]
        if found[-1] is None:
            sys.exit("read_back: PostgreSQL is missing\n\nhint: apt-get install postgresql")
        self.programs = pathlib.Path(found[-1]).parent
        self.directory = directory / "server"
        self.directory.mkdir()
        # The server refuses to run as root.
        self.prefix = []
        if os.geteuid() == 0:
            user = pwd.getpwnam("postgres")
            os.chown(self.directory, user.pw_uid, user.pw_gid)
            self.prefix = ["runuser", "-u", "postgres", "--"]

    def run(self, program, *arguments):
        command = [*self.prefix, self.programs / program, *arguments]
        done = subprocess.run(command, cwd=self.directory, capture_output=True, text=True, check=False)
        if done.returncode != 0:
            sys.exit(f"read_back: {program} failed\n{done.stdout}{done.stderr}")

    def __enter__(self):
        data = self.directory / "data"
        self.run("initdb", "-D", data, "-U", "brimful", "-A", "trust", "-E", "UTF8", "--locale=C", "-N")
        options = f"-c listen_addresses='' -c unix_socket_directories='{self.directory}' -c fsync=off"
        self.run("pg_ctl", "-D", data, "-o", options, "-l", self.directory / "log", "-w", "start")
        return self

    def __exit__(self, *_):
        self.run("pg_ctl", "-D", self.directory / "data", "-m", "immediate", "-w", "stop")

    def psql(self, script, **streams):
        """What psql prints; the session is in UTC and stops at the first error."""
        psql = shutil.which("psql") or self.programs / "psql"
        command = [psql, "-h", self.directory, "-U", "brimful", "-d", "postgres", "-XqAt"]
        command += ["-v", "ON_ERROR_STOP=1"]
        environment = {**os.environ, "PGTZ": "UTC", "PGCLIENTENCODING": "UTF8"}
        command += ["-f", script] if isinstance(script, pathlib.Path) else ["-c", script]
        done = subprocess.run(command, capture_output=True, env=environment, check=False, **streams)
        if done.returncode != 0:
            failures.append(f"psql {script}: {done.stderr.decode()}")
        return done.stdout.decode()


def read_postgres(directory, expected):
    with Server(directory) as server:
        loads = {
            "postgres, COPY text": ("copy", "COPY specimens FROM STDIN"),
            "postgres, COPY csv": ("csv", "COPY specimens FROM STDIN (FORMAT csv, HEADER match)"),
            "postgres, COPY tsv": ("tsv", "COPY specimens FROM STDIN (FORMAT csv, HEADER match, DELIMITER E'\\t')"),
            "postgres, INSERT": ("postgres.sql", None),
        }
        for reader, (extension, statement) in loads.items():
            server.psql(f"DROP TABLE IF EXISTS specimens; CREATE TABLE specimens ({table(0)})")
            file = directory / f"specimens.{extension}"
            if statement is None:
                server.psql(file)
            else:
                with open(file, "rb") as stream:
                    server.psql(statement, stdin=stream)
            compare(reader, expected, postgres_rows(server))


def postgres_rows(server):
    """The rows of the table, with every value as the expected text."""
    answer = server.psql("SELECT coalesce(json_agg(s ORDER BY id), '[]') FROM specimens s")
    rows = []
    for row in json.loads(answer or "[]", parse_float=decimal.Decimal, parse_int=decimal.Decimal):
        cells = {name: None if value is None else postgres_text(name, value) for name, value in row.items()}
        rows.append([cells[name] for name in TYPES])
    return rows


def postgres_text(name, value):
    if name == "flag":
        return {True: "true", False: "false"}[value]
    if name == "ratio":
        # The same double, in the digits of the specimen.
        return {0.1: "0.1", -1.5e-10: "-1.5e-10", 1e300: "1e+300", 3.0: "3.0"}.get(float(value), value)
    if name == "time":
        time = datetime.datetime.fromisoformat(value).astimezone(datetime.timezone.utc)
        return f"{time.year:04}-{time:%m-%dT%H:%M:%S.%f}Z"
    return str(value)


if __name__ == "__main__":
    sys.exit(main())
