"""The signature of the gateway's interface, written a second time, from docs/gateway-profile.md alone.

Reads lines of JSON, each [url, text, secret], and writes a line for each: the signature in hex, or "refused" where the text
has a number that JSON cannot carry, "unassigned" where it has a character that the Unicode of this Python does not have. With --messages it writes a JSON array [message, signature] instead.

Needs Python 3.9 or newer and nothing else.
"""

import hashlib
import hmac
import json
import sys
import unicodedata

sys.setrecursionlimit(20_000)


class Refused(Exception):
    """A number within the text is too large for a double."""


def parse(text):
    """JSON as a double-precision reader sees it: every number is a double, and the last of two equal names counts."""
    return json.loads(text, parse_int=float, parse_float=float, object_pairs_hook=dict)


def lower(text):
    """Simple case mapping: one code point to one code point (rule 8)."""
    return "".join(character if character == "\u0130" else character.lower() for character in text)


def units(text):
    """The UTF-16 code units of a text, which is how names are compared."""
    return text.encode("utf-16-be", "surrogatepass")


def number(value):
    """A double as ECMAScript writes it (Number::toString)."""
    if value != value or value in (float("inf"), float("-inf")):
        raise Refused()
    if value == 0:
        return "0"
    sign = "-" if value < 0 else ""
    mantissa, _, exponent = repr(abs(value)).partition("e")
    whole, _, fraction = mantissa.partition(".")
    digits = (whole + fraction).lstrip("0")
    point = len(whole) + int(exponent or 0) if whole.strip("0") else len(fraction.lstrip("0")) - len(fraction) + int(exponent or 0)
    digits = digits.rstrip("0")
    count = len(digits)
    if count <= point <= 21:
        return sign + digits + "0" * (point - count)
    if 0 < point <= 21:
        return sign + digits[:point] + "." + digits[point:]
    if -6 < point <= 0:
        return sign + "0." + "0" * -point + digits
    power = point - 1
    tail = "e" + ("+" if power > 0 else "-") + str(abs(power))
    return sign + digits[0] + ("." + digits[1:] if count > 1 else "") + tail


SHORT = {"\b": "\\b", "\t": "\\t", "\n": "\\n", "\f": "\\f", "\r": "\\r", '"': '\\"', "\\": "\\\\"}


def quoted(text):
    parts = []
    for character in text:
        code = ord(character)
        if character in SHORT:
            parts.append(SHORT[character])
        elif code < 0x20 or 0xD800 <= code <= 0xDFFF:
            parts.append("\\u%04x" % code)
        else:
            parts.append(character)
    return '"' + "".join(parts) + '"'


def canonical(value):
    """Compact, sorted by name without regard to case at every depth, null members left out (rules 4, 5, 9)."""
    if value is None:
        return "null"
    if value is True:
        return "true"
    if value is False:
        return "false"
    if isinstance(value, str):
        return quoted(value)
    if isinstance(value, float):
        return number(value)
    if isinstance(value, list):
        return "[" + ",".join(canonical(item) for item in value) + "]"
    names = sorted(value, key=lambda name: units(lower(name)))
    members = [quoted(name) + ":" + canonical(value[name]) for name in names if value[name] is not None]
    return "{" + ",".join(members) + "}"


def signed_url(url):
    """Without query, fragment and slashes at the end (rule 3)."""
    return url.split("?")[0].split("#")[0].rstrip("/")


def message(url, text):
    return lower(signed_url(url) + canonical(parse(text)))


def sign(url, text, secret):
    signed = message(url, text).encode("utf-8")
    return hmac.new(secret.encode("utf-8"), signed, hashlib.sha256).hexdigest()


def main():
    wants_messages = "--messages" in sys.argv[1:]
    for line in sys.stdin.buffer:
        url, text, secret = json.loads(line)
        try:
            answer = sign(url, text, secret)
            # The letter case of a character that this Python does not know yet cannot be compared.
            if any(unicodedata.category(character) == "Cn" for character in message(url, text)):
                answer = "unassigned"
            if wants_messages:
                answer = json.dumps([message(url, text), answer])
        except Refused:
            answer = "refused"
        sys.stdout.write(answer + "\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main()
