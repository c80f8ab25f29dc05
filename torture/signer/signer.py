"""A second, independent implementation of the gateway's signature, written only from docs/gateway-profile.md.

Reads lines of JSON, each [url, text, secret], and writes one line for each of them:

- the signature in hex; with --messages, a JSON array [message, signature]
- "unassigned" when the text has a character that this Python version does not know

Needs only Python 3.9 or newer.
"""

import hashlib
import hmac
import json
import sys
import unicodedata

sys.setrecursionlimit(20_000)


class Number:
    """A number with the text that it has in the JSON (rule 6)."""

    def __init__(self, text):
        self.text = text


def parse(text):
    """Parses JSON. The last value of a repeated name is used, as in JavaScript."""
    return json.loads(text, parse_int=Number, parse_float=Number, object_pairs_hook=dict)


def to_lower(text):
    """Returns the text in lower case. Each code point becomes one code point (rule 8)."""
    return "".join(character if character == "\u0130" else character.lower() for character in text)


def utf16_units(text):
    """Returns the UTF-16 code units of a text. Names are sorted by their code units."""
    return text.encode("utf-16-be", "surrogatepass")


SHORT_ESCAPES = {"\b": "\\b", "\t": "\\t", "\n": "\\n", "\f": "\\f", "\r": "\\r", '"': '\\"', "\\": "\\\\"}


def quote(text):
    parts = []
    for character in text:
        code = ord(character)
        if character in SHORT_ESCAPES:
            parts.append(SHORT_ESCAPES[character])
        elif code < 0x20 or 0xD800 <= code <= 0xDFFF:
            parts.append("\\u%04x" % code)
        else:
            parts.append(character)
    return '"' + "".join(parts) + '"'


def to_canonical_json(value):
    """Formats compact JSON. Sorts names without case at every depth and omits null members (rules 4, 5, 9)."""
    if value is None:
        return "null"
    if value is True:
        return "true"
    if value is False:
        return "false"
    if isinstance(value, str):
        return quote(value)
    if isinstance(value, Number):
        return value.text
    if isinstance(value, list):
        return "[" + ",".join(to_canonical_json(item) for item in value) + "]"
    names = sorted(value, key=lambda name: utf16_units(to_lower(name)))
    members = [quote(name) + ":" + to_canonical_json(value[name]) for name in names if value[name] is not None]
    return "{" + ",".join(members) + "}"


def normalize_url(url):
    """Removes the query, the fragment and the slashes at the end (rule 3)."""
    return url.split("?")[0].split("#")[0].rstrip("/")


def message(url, text):
    return to_lower(normalize_url(url) + to_canonical_json(parse(text)))


def sign(url, text, secret):
    signed = message(url, text).encode("utf-8")
    return hmac.new(secret.encode("utf-8"), signed, hashlib.sha256).hexdigest()


def main():
    wants_messages = "--messages" in sys.argv[1:]
    for line in sys.stdin.buffer:
        url, text, secret = json.loads(line)
        result = sign(url, text, secret)
        # Python does not know the lower case of characters that are newer than its version.
        if any(unicodedata.category(character) == "Cn" for character in message(url, text)):
            result = "unassigned"
        if wants_messages:
            result = json.dumps([message(url, text), result])
        sys.stdout.write(result + "\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main()
