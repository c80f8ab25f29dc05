"""A second, independent implementation of the gateway's signature, written only from docs/gateway-profile.md.

Reads lines of JSON, each [url, text, secret], and writes one line for each. The line is the signature in hex, "refused" when
the text has a number that is too large for a double, or "unassigned" when it has a character that this Python version does not
know. With --messages, a line with a signature is a JSON array [message, signature] instead.

Needs only Python 3.9 or newer.
"""

import hashlib
import hmac
import json
import sys
import unicodedata

sys.setrecursionlimit(20_000)


class Refused(Exception):
    """A number in the text is too large for a double."""


def parse(text):
    """Parses JSON like JavaScript: every number is a double, and the last value of a repeated name is used."""
    return json.loads(text, parse_int=float, parse_float=float, object_pairs_hook=dict)


def lower(text):
    """Lower case by simple case mapping: each code point becomes one code point (rule 8)."""
    return "".join(character if character == "\u0130" else character.lower() for character in text)


def units(text):
    """The UTF-16 code units of a text. Names are compared by them."""
    return text.encode("utf-16-be", "surrogatepass")


def number(value):
    """Formats a double like ECMAScript (Number::toString)."""
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
    """Compact JSON: names sorted without case at every depth, null members omitted (rules 4, 5, 9)."""
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
            result = sign(url, text, secret)
            # This Python version does not know the lower case of newer characters.
            if any(unicodedata.category(character) == "Cn" for character in message(url, text)):
                result = "unassigned"
            if wants_messages:
                result = json.dumps([message(url, text), result])
        except Refused:
            result = "refused"
        sys.stdout.write(result + "\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main()
