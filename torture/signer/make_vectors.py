"""Writes packages/protocol/signature-vectors.json, which has 100 published vectors.

The vectors are computed by signer.py, not by the tested code.

    python3 torture/signer/make_vectors.py
"""

import json
import pathlib

import signer

SECRET = "sandbox-secret-key"
BASE = "https://gateway.example/api/services/app/PaymentGateway"
QUERY = BASE + "/Query"
CALLBACK = "https://shop.example/pgw/callback"
ORDER = '{"amount":12345,"currencyCode":"MYR","referenceCode":"ORD-2026/0001","timestamp":1790000000000}'

CASES = []


def add_case(rule, name, text, url=QUERY, secret=SECRET):
    CASES.append((rule, name, url, text, secret))


# Rule 3: the URL.
for name, url in [
    ("unchanged", QUERY),
    ("a slash at its end", QUERY + "/"),
    ("several slashes at its end", QUERY + "///"),
    ("a query string", QUERY + "?page=2&Sort=Asc"),
    ("a slash before the query string", QUERY + "/?page=2"),
    ("a fragment", QUERY + "#part"),
    ("a fragment with a question mark", QUERY + "#part?x"),
    ("a query string with slashes at its end", QUERY + "?next=/a/"),
    ("capital letters in path and host", "https://Gateway.Example/API/Services/App/PaymentGateway/QUERY"),
    ("a port", "https://gateway.example:8443/api/Query"),
    ("only the origin", "https://gateway.example/"),
    ("percent-encoded characters", "https://gateway.example/a%2Fb/Caf%C3%A9"),
    ("characters beyond ASCII", "https://gateway.example/Größe/Query"),
    ("plain http of a loopback address", "http://127.0.0.1:4010/api/services/app/PaymentGateway/Query"),
]:
    add_case(3, "URL: " + name, ORDER, url)

# Rule 4: the order of names.
for name, text in [
    ("names in reverse order", '{"timestamp":1,"referenceCode":"A","currencyCode":"MYR","amount":2}'),
    ("capital and small letters are equal", '{"beta":1,"Alpha":2,"gamma":3,"Beta2":4}'),
    ("names that differ only in case keep their order", '{"Key":1,"key":2,"KEY":3}'),
    ("names that differ only in case, in reverse order", '{"KEY":3,"key":2,"Key":1}'),
    ("a name that is the beginning of another name", '{"amountDue":1,"amount":2,"amountdu":3}'),
    ("digits before letters", '{"a1":1,"a10":2,"a2":3,"A":4}'),
    ("names that consist of digits", '{"10":1,"9":2,"1":3}'),
    ("underscore and hyphen", '{"a_b":1,"a-b":2,"aB":3,"a.b":4}'),
    ("nested objects", '{"b":{"d":1,"c":2},"a":{"f":3,"E":4}}'),
    (
        "the objects of a list are sorted, and the list keeps its order",
        '{"list":[{"b":1,"a":2},{"d":3,"C":4}],"first":0}',
    ),
    ("letters beyond ASCII are after ASCII letters", '{"é":1,"z":2,"É2":3,"e":4}'),
    (
        "a character above U+FFFF is before U+FF5E, because UTF-16 units are compared",
        '{"\U0001F600":1,"\uff5e":2,"a":3}',
    ),
    ("an empty name", '{"b":1,"":2,"a":3}'),
    ("a name that occurs twice has its last value", '{"a":1,"b":2,"a":3}'),
    ("the name __proto__", '{"b":1,"__proto__":{"x":1},"a":2}'),
]:
    add_case(4, "order: " + name, text)

# Rule 5: null.
for name, text in [
    ("a property that is null is omitted", '{"amount":1,"bank":null,"note":"x"}'),
    ("a property of a nested object that is null is omitted", '{"customer":{"name":"Mei","email":null},"amount":1}'),
    ("an object with only nulls becomes empty", '{"customer":{"email":null},"amount":1}'),
    ("a null in a list is kept", '{"list":[1,null,2]}'),
    ("the nulls of an object in a list are omitted", '{"list":[{"a":null,"b":1}]}'),
    ("an empty text is kept", '{"note":"","amount":1}'),
    ("zero and false are kept", '{"count":0,"isTest":false}'),
    ("an empty object and an empty list are kept", '{"a":{},"b":[]}'),
    ("data with only nulls", '{"a":null}'),
]:
    add_case(5, "null: " + name, text)

# Rule 6: numbers.
for name, text in [
    ("an integer", '{"amount":12345}'),
    ("zero", '{"amount":0}'),
    ("minus zero keeps its sign", '{"amount":-0}'),
    ("a negative integer", '{"amount":-12345}'),
    ("a decimal", '{"balance":128.9}'),
    ("zeros at the end of a decimal are kept", '{"balance":128.90,"other":5.00}'),
    ("a fraction below one", '{"rate":0.125}'),
    ("an exponent is kept", '{"amount":1.2345e4}'),
    ("a capital exponent is lower-cased", '{"amount":12E3}'),
    ("a small number without an exponent", '{"rate":0.000001}'),
    ("a smaller number gets no exponent", '{"rate":0.0000001}'),
    ("a large power of ten", '{"n":100000000000000000000}'),
    ("a larger power of ten gets no exponent", '{"n":1000000000000000000000}'),
    ("an integer above 2^53 keeps its digits", '{"n":9007199254740993}'),
    ("more digits than a double has", '{"n":0.1000000000000000055511151231257827}'),
    ("the sum of a tenth and a fifth", '{"n":0.30000000000000004}'),
    ("the largest double", '{"n":1.7976931348623157e308}'),
    ("the smallest double", '{"n":5e-324}'),
    ("a text with digits is not converted to a number", '{"amount":"12345"}'),
]:
    add_case(6, "number: " + name, text)

# Rules 8 and 9: letter case, escapes, white space.
for rule, name, text in [
    (8, "values are lower-cased too", '{"referenceCode":"ORD-ABC","currencyCode":"MYR"}'),
    (8, "letters with accents", '{"name":"ÀÉÎÕÜ ŁÓDŹ"}'),
    (8, "the Greek capital sigma always becomes σ", '{"name":"ΟΔΥΣΣΕΥΣ"}'),
    (8, "the Turkish capital İ is kept", '{"name":"İSTANBUL"}'),
    (8, "the dotless ı is kept", '{"name":"ısı"}'),
    (8, "ß is kept, and ẞ becomes ß", '{"name":"Straße STRAẞE"}'),
    (8, "Cyrillic", '{"name":"МОСКВА"}'),
    (8, "letters above U+FFFF", '{"name":"\U00010400\U00010401"}'),
    (8, "the Kelvin sign becomes k", '{"unit":"273 \u212a"}'),
    (8, "Tamil and Chinese have no case", '{"name":"தமிழ் 中文"}'),
    (9, "white space between members is removed", '{ "b" : 1 ,\n  "a" : [ 1, 2 ] }'),
    (9, "white space in a text is kept", '{"note":"  two  words "}'),
    (9, "quotes and backslashes", '{"note":"a \\"b\\" \\\\ c"}'),
    (9, "an escaped slash becomes a slash", '{"url":"https:\\/\\/shop.example\\/x"}'),
    (9, "short escapes", '{"note":"\\b\\t\\n\\f\\r"}'),
    (9, "other control characters", '{"note":"\\u0000\\u0001\\u001f\\u007f"}'),
    (9, "an escaped letter becomes the letter", '{"name":"\\u00C9t\\u00e9"}'),
    (9, "an escaped pair of surrogates becomes one character", '{"note":"\\ud83d\\ude00"}'),
    (9, "an unpaired surrogate is kept as an escape", '{"note":"\\ud83d x \\ude00"}'),
    (9, "line separators are not escaped", '{"note":"a\\u2028b\\u2029c"}'),
    (9, "markup is not escaped", '{"note":"<b>&amp;\'</b>"}'),
]:
    add_case(rule, ("letter case: " if rule == 8 else "text: ") + name, text)

# Whole requests and callbacks.
for name, url, text in [
    (
        "a payment", BASE + "/RequestPayment",
        '{"channelId":2,"currencyCode":"MYR","amount":12345,"referenceCode":"ORD-2026/0001","description":"Two mugs","returnUrl":"https://shop.example/pgw/return","callbackUrl":"https://shop.example/pgw/callback","ipAddress":"203.0.113.7","customer":{"name":"Aminah binti Yusof","email":"aminah@example.com"},"timestamp":1790000000000}',
    ),
    ("a query", QUERY, '{"transactionNumber":"2005671137F81FD81D89D8","timestamp":1790000000000}'),
    (
        "a session", BASE + "/InitialSession",
        '{"currencyCode":"SGD","amount":990,"referenceCode":"S-1","requestPaymentExtraInfo":{"hiddenChannel":[3,1,2],"channelGroupId":null},"returnUrl":"https://shop.example/r","timestamp":1790000000000}',
    ),
    (
        "a refund", BASE + "/Refund",
        '{"transactionNumber":"2005671137F81FD81D89D8","amount":500,"reason":"Broken mug","timestamp":1790000000000}',
    ),
    ("a request for channels, with only a timestamp", BASE + "/GetChannels", '{"timestamp":1790000000000}'),
    (
        "a payout", BASE + "/RequestPayment",
        '{"channelId":15,"providerChannelId":"BSERI01","amount":25000,"currencyCode":"MYR","referenceCode":"P-1","customer":{"name":"Siti","username":"512345678901"},"localCitizen":true,"timestamp":1790000000000}',
    ),
    (
        "a wallet history", BASE + "/QueryWalletHistory",
        '{"walletId":7,"dateTimeFrom":"2026-01-01T00:00:00Z","dateTimeTo":"2026-02-01T00:00:00Z","nextRecord":100}',
    ),
    ("an empty object", QUERY, "{}"),
    ("a deeply nested object", QUERY, '{"z":' * 12 + '{"B":1,"a":null}' + "}" * 12),
    (
        "a callback", CALLBACK,
        '{"transactionNumber":"2005671137F81FD81D89D8","status":1,"referenceCode":"ORD-2026/0001","currencyCode":"MYR","channelId":2,"amount":12345}',
    ),
    (
        "a callback to a URL with a query string", CALLBACK + "?tenant=A1",
        '{"status":1,"amount":12345,"paymentSessionNumber":null}',
    ),
    ("a list instead of an object", QUERY, "[3,1,2]"),
    ("a text instead of an object", QUERY, '"Query"'),
]:
    add_case(None, "message: " + name, text, url)

for name, secret in [
    ("of 64 hex characters", "5f0e" * 16),
    ("with characters beyond ASCII", "schlüssel-日本語"),
    ("longer than a block of SHA-256", "k" * 100),
    ("with spaces between its words", "two words of a secret"),
    ("of two characters", "k2"),
    ("with capital letters, which are not lower-cased", "SANDBOX-SECRET-KEY"),
    ("of 64 bytes, a block of SHA-256", "0123456789abcdef" * 4),
    ("with symbols", "p/+=&?#%\"'\\<>"),
    ("that looks like JSON", '{"a":1}'),
]:
    add_case(1, "secret " + name, ORDER, QUERY, secret)

VECTORS = [
    {
        "name": name,
        "rule": rule,
        "url": url,
        "json": text,
        "secret": secret,
        "message": signer.message(url, text),
        "signature": signer.sign(url, text, secret),
    }
    for rule, name, url, text, secret in CASES
]

ROOT = pathlib.Path(__file__).resolve().parents[2]
if __name__ == "__main__":
    print(len(VECTORS))
    target = ROOT / "packages" / "protocol" / "signature-vectors.json"
    target.write_text(json.dumps(VECTORS, indent=2) + "\n", encoding="utf-8")
