"""Writes the corpora of this folder. Each line of a corpus is one JSON value.

    python3 torture/corpora/make_corpora.py

`{{500:x}}` in a text means 500 times x. This keeps the files with large texts small.
"""

import base64
import itertools
import json
import pathlib

HERE = pathlib.Path(__file__).resolve().parent


def write(name, values):
    lines = [json.dumps(value, ensure_ascii=True, separators=(",", ":")) for value in values]
    (HERE / (name + ".jsonl")).write_text("\n".join(lines) + "\n", encoding="utf-8")
    print(name, len(lines))


# Redirect addresses. `isAllowed` is true when an https shop may redirect a browser to the address.
HOSTS = [
    "bank.example", "gateway.example", "pay.bank.example", "xn--bank-0qa.example", "BANK.example", "10.0.0.1",
    "192.0.2.7", "[2001:db8::7]", "bank.example.", "a-b.bank.example",
]
FORBIDDEN_HOSTS = [
    "169.254.169.254", "169.254.0.1", "2852039166", "0xa9fea9fe", "0xa9.0xfe.0xa9.0xfe", "0251.0376.0251.0376",
    "169.254.43518", "[fe80::1]", "[fe80::a9fe:a9fe]", "[febf:ffff::1]", "[FE80::1]", "[::ffff:169.254.169.254]",
    "[::ffff:a9fe:a9fe]", "0.0.0.0", "0", "[::]", "0x0", "[0:0:0:0:0:0:0:0]", "%31%36%39.254.169.254",
    "169\u3002254\u3002169\u3002254",
]
PATHS = [
    "", "/", "/pay", "/pay?x=1", "/pay?to=https://evil.example", "/pay#frag", "/a/../b", "/%2e%2e/", "//double",
    "/pay;jsessionid=1", "/pay?a[]=1", "/\u00e9", "/@x", "/:8080",
]
PORTS = ["", ":443", ":8443", ":1"]
SCHEMES = [
    "http", "ftp", "file", "ws", "wss", "javascript", "data", "blob", "about", "chrome", "intent", "vbscript", "mailto",
    "tel", "view-source", "HTTP", "hTtP",
]
USER_INFOS = ["user@", "user:word@", ":word@", "gateway.example@", "https%3A@", "a%40b@"]
addresses = []


def add(url, is_allowed):
    addresses.append({"url": url, "isAllowed": is_allowed})


for host, port, path in itertools.product(HOSTS, PORTS, PATHS):
    add("https://" + host + port + path, True)
for host, port, path in itertools.product(FORBIDDEN_HOSTS, PORTS, PATHS):
    add("https://" + host + port + path, False)
for scheme, host, path in itertools.product(SCHEMES, HOSTS, PATHS):
    add(scheme + "://" + host + path, False)
for user, host, path in itertools.product(USER_INFOS, HOSTS, PATHS):
    add("https://" + user + host + path, False)
for text in [
    "", " ", "/pay", "//bank.example/pay", "pay", "?x", "#x", "https:", "https://", "https:///", "https://[",
    "https://]", "https://a b/", "https://%/", "https://\u0000/", "javascript:alert(1)", "JaVaScRiPt:alert(1)",
    "java\tscript:alert(1)", "\u0001javascript:alert(1)", "data:text/html,<script>1</script>",
    "https://bank.example:99999/", "https://bank.example:x/", "https://1.2.3.256/", "https://[::1", "https://[g::]/",
    "https://exa<mple/", "https://exa^mple/", "https://exa|mple/", "https://\\@/", "null", "undefined",
]:
    add(text, False)
# Unusual spellings that the URL standard parses as an https address of an ordinary host.
for host, path in itertools.product(HOSTS[:5], PATHS):
    add("https:" + host + path, True)
    add("https:\\\\" + host + path, True)
    add("  https://" + host + path, True)
    add("HTTPS://" + host + path, True)
write("redirect-addresses", addresses)

# Forged callbacks: `changes` replace members of a genuine body, or `body` is the whole body. `$REFERENCE` in a body
# is replaced by the reference of the payment.
forged = [{"changes": {"status": 1}}]
forged += [{"changes": {"status": value}} for value in ["1", 1.0, [1], {"$gt": 0}, True, None, 9, 11, 1e308, -1]]
forged += [{"changes": {"amount": value}} for value in [0, 1, -12890, 12890.0, 128.9, "12890", 1e21, [12890]]]
forged += [{"changes": {"referenceCode": value}} for value in [
    "", " ", "A1", "../A1", "%00", "\u0000", "' OR 1=1 --", "*", "{{5000:x}}", "__proto__", "constructor",
]]
forged += [{"changes": {name: value}} for name, value in [
    ("transactionNumber", ""), ("transactionNumber", None), ("currencyCode", "XXX"), ("currencyCode", "myr"),
    ("paymentSessionNumber", "S1"), ("signature", "0" * 64), ("cap-signature", "0" * 64), ("success", True),
    ("error", None), ("isAdmin", True), ("secretKey", "x"), ("callbackUrl", "https://evil.example"),
]]
MEMBERS_TEXT = '"amount":12890,"currencyCode":"MYR","referenceCode":"$REFERENCE","transactionNumber":"G000000001"'
forged += [
    {"body": body}
    for body in [
        "{" + MEMBERS_TEXT + ',"status":1}',
        "{" + MEMBERS_TEXT + ',"status":0,"status":1}',
        "{" + MEMBERS_TEXT + ',"status":1,"Status":0}',
        '{"status":1,' + MEMBERS_TEXT + "}",
        " {" + MEMBERS_TEXT + ' , "status" : 1 } ',
        "\ufeff{" + MEMBERS_TEXT + ',"status":1}',
        "[{" + MEMBERS_TEXT + ',"status":1}]',
        "{" + MEMBERS_TEXT + ',"status":1}{}',
        "{" + MEMBERS_TEXT + ',"status":1',
        "{" + MEMBERS_TEXT + ',"st\\u0061tus":1}',
        "{" + MEMBERS_TEXT + ',"status":1,"__proto__":{"status":1}}',
        "{" + MEMBERS_TEXT + ',"status":1,"x":' + "[" * 5000 + "]" * 5000 + "}",
        "{" + MEMBERS_TEXT + ',"status":1,"x":"{{90000:y}}"}',
        "{" + MEMBERS_TEXT + ',"status":1e0}',
        "{" + MEMBERS_TEXT + ',"status":1.0}',
        "{" + MEMBERS_TEXT + ',"status":1,"n":1e400}',
        "",
        "null",
        "1",
        '"$REFERENCE"',
        "status=1&referenceCode=$REFERENCE",
        "<callback><status>1</status></callback>",
        "{{90000:(}}",
        '{"result":{' + MEMBERS_TEXT + ',"status":1},"success":true}',
        "{'status':1}",
        "{" + MEMBERS_TEXT + ',"status":1/*x*/}',
        "{" + MEMBERS_TEXT + ',"status":01}',
        "{" + MEMBERS_TEXT + ',"status":NaN}',
        "{" + MEMBERS_TEXT + ',"\\ud800":"\\udfff","status":1}',
    ]
]
write("forged-callbacks", forged)

# Encrypted cards: values that are sent instead of a JWE (RFC 7516).
def base64url(text):
    return base64.urlsafe_b64encode(text.encode()).decode().rstrip("=")


HEADERS = [
    '{"alg":"ECDH-ES","enc":"A256GCM","kid":"0.0.0"}', '{"alg":"none"}', '{"alg":"dir","enc":"A256GCM"}',
    '{"alg":"RSA-OAEP","enc":"A256GCM"}', '{"alg":"ECDH-ES","enc":"A256GCM"}',
    '{"alg":"ECDH-ES","enc":"A256GCM","kid":"0.0.0","epk":{}}',
    '{"alg":"ECDH-ES","enc":"A256GCM","kid":"0.0.0","epk":{"kty":"EC","crv":"P-256","x":"AA","y":"AA"}}',
    '{"alg":"ECDH-ES","enc":"A256GCM","kid":"0.0.0","epk":{"kty":"EC","crv":"P-256","x":"'
    + "A" * 43 + '","y":"' + "A" * 43 + '"}}',
    '{"alg":"ECDH-ES","enc":"A256GCM","kid":"0.0.0","epk":{"kty":"EC","crv":"P-521","x":"AA","y":"AA"}}',
    '{"alg":"ECDH-ES","enc":"A256GCM","kid":"0.0.0","zip":"DEF"}',
    '{"alg":"ECDH-ES","enc":"A256GCM","kid":"0.0.0","crit":["x"]}',
    '{"alg":"PBES2-HS256+A128KW","p2c":2147483647,"p2s":"AA"}',
    '{"alg":"ECDH-ES","enc":"A256GCM","kid":"zzzzzzzzz.zzzzzzzzz.zzzzzzzzzzzz"}',
    '{"alg":"ECDH-ES","enc":"A256GCM","kid":"__proto__"}', '{"jku":"http://169.254.169.254/"}', "not json", "[]",
    "null",
]
ENCODED_HEADERS = [base64url(header) for header in HEADERS]
# The encoding of 3000 times "[".
ENCODED_HEADERS.append("{{1000:W1tb}}")
OTHER_PARTS = [
    "....", ".." + base64url("iv") + "." + base64url("text") + "." + base64url("tag"),
    "." + base64url("key") + "." + base64url("iv") + ".." + base64url("tag"), "...", "",
]
cards = [header + tail for header, tail in itertools.product(ENCODED_HEADERS, OTHER_PARTS)]
cards += [
    "", ".", "....", "a.b.c", "a.b.c.d.e", "a.b.c.d.e.f", "4111111111111111", "{{60000:A}}", "{{20000:.}}", "=.=.=.=.=",
    "\u0000", "eyJ", " ",
]
write("encrypted-cards", cards)

# Texts that often cause errors in programs.
write("nasty-texts", [
    "", " ", "\u0000", "a\u0000b", "../../../../etc/passwd", "..%2f..%2f", "%", "%ff", "'", '"', "' OR '1'='1", "\\",
    "<script>alert(1)</script>", "\"><img src=x onerror=alert(1)>", "${7*7}", "{{7*7}}", "__proto__", "constructor",
    "toString", "null", "undefined", "NaN", "-1", "0", "1e309", "99999999999999999999", "0x10", "true", "[]", "{}",
    '{"__proto__":{"a":1}}', '{"a":' * 100, "[" * 2000, "{{90000:[}}", "{{90000:(}}", "{{90000: }}", "{{200000:x}}",
    "{{5000:%41}}", "{{3000:a=b&}}", "\ud83d\ude00", "\u202e", "\ufeff", "\u2028", "\u0130\u03a3\u1e9e", "\uffff",
    "A1\r\nSet-Cookie: a=b", "A1;A2", "A1,A2", "a[]=1&a[0]=2", "javascript:alert(1)", "file:///etc/passwd",
    "http://169.254.169.254/", "4111111111111111", "{{50:../}}", "CON", "%c0%af", "%2e%2e%2f", "\t", "{{1000:\u00e9}}",
])

# Requests that violate HTTP.
REQUEST_HEAD = "POST /pgw/callback HTTP/1.1\r\nHost: shop.example\r\n"
write("raw-requests", [
    "", "\r\n", "\r\n\r\n", "G", "GET", "GET / HTTP/1.1", "GET /pgw/health HTTP/1.1\r\n\r\n",
    "GET /pgw/health HTTP/1.0\r\n\r\n", "GET /pgw/health HTTP/2.0\r\nHost: x\r\n\r\n",
    "GET /pgw/health HTTP/9.9\r\nHost: x\r\n\r\n", "GET /pgw/health\r\n\r\n",
    "FOO /pgw/health HTTP/1.1\r\nHost: x\r\n\r\n", "GET pgw/health HTTP/1.1\r\nHost: x\r\n\r\n",
    "GET http://evil.example/pgw/health HTTP/1.1\r\nHost: x\r\n\r\n",
    "CONNECT evil.example:443 HTTP/1.1\r\nHost: x\r\n\r\n", "TRACE /pgw/health HTTP/1.1\r\nHost: x\r\n\r\n",
    "OPTIONS * HTTP/1.1\r\nHost: x\r\n\r\n", "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
    "GET /pgw/health HTTP/1.1\r\nHost: x\r\nHost: y\r\n\r\n", "GET /pgw/health HTTP/1.1\r\nHost: \r\n\r\n",
    "GET /pgw/health HTTP/1.1\r\nHost : x\r\n\r\n", "GET /pgw/health HTTP/1.1\r\n Host: x\r\n\r\n",
    "GET /pgw/health HTTP/1.1\nHost: x\n\n", "GET /pgw/health HTTP/1.1\r\nHost: x\r\nX: {{20000:a}}\r\n\r\n",
    "GET /pgw/{{20000:a}} HTTP/1.1\r\nHost: x\r\n\r\n", "GET /pgw/health HTTP/1.1\r\nHost: x\r\n{{3000:X: a\r\n}}\r\n",
    "GET /pgw/health HTTP/1.1\r\nHost: x\r\nX: a\u0000b\r\n\r\n",
    "GET /pgw/health HTTP/1.1\r\nHost: x\r\nX: a\rb\r\n\r\n", "GET /pgw/\u0000 HTTP/1.1\r\nHost: x\r\n\r\n",
    "GET /pgw/\u00ff\u00fe HTTP/1.1\r\nHost: x\r\n\r\n",
    "GET /pgw/health HTTP/1.1\r\nHost: x\r\nUpgrade: h2c\r\nConnection: Upgrade\r\n\r\n",
    "GET /pgw/health HTTP/1.1\r\nHost: x\r\nExpect: 100-continue\r\n\r\n",
    "GET /pgw/health HTTP/1.1\r\nHost: x\r\nExpect: 200-ok\r\n\r\n",
    REQUEST_HEAD + "Content-Length: 5\r\n\r\n{}", REQUEST_HEAD + "Content-Length: -1\r\n\r\n{}",
    REQUEST_HEAD + "Content-Length: 2\r\nContent-Length: 3\r\n\r\n{}", REQUEST_HEAD + "Content-Length: 2, 2\r\n\r\n{}",
    REQUEST_HEAD + "Content-Length: 0x2\r\n\r\n{}", REQUEST_HEAD + "Content-Length: 99999999999999999999\r\n\r\n{}",
    REQUEST_HEAD + "Content-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
    REQUEST_HEAD + "Transfer-Encoding: chunked, identity\r\n\r\n0\r\n\r\n",
    REQUEST_HEAD + "Transfer-Encoding: gzip, chunked\r\n\r\n0\r\n\r\n",
    REQUEST_HEAD + "Transfer-Encoding: xchunked\r\n\r\n0\r\n\r\n",
    REQUEST_HEAD + "Transfer-Encoding:\u000bchunked\r\n\r\n0\r\n\r\n",
    REQUEST_HEAD + "Transfer-Encoding: chunked\r\n\r\nFFFFFFFFFFFFFFFF\r\n{}",
    REQUEST_HEAD + "Transfer-Encoding: chunked\r\n\r\n-1\r\n{}",
    REQUEST_HEAD + "Transfer-Encoding: chunked\r\n\r\n2;{{20000:a}}\r\n{}\r\n0\r\n\r\n",
    REQUEST_HEAD + "Transfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\nX: y\r\n\r\n",
    REQUEST_HEAD + "Transfer-Encoding: chunked\r\n\r\n2\n{}\n0\n\n",
    REQUEST_HEAD + "Transfer-Encoding: chunked\r\n\r\n{{5000:1\r\na\r\n}}0\r\n\r\n",
    REQUEST_HEAD + "Content-Length: 300000\r\n\r\n{{300000:x}}",
    REQUEST_HEAD + "Content-Length: 2\r\n\r\n{}GET /pgw/health HTTP/1.1\r\nHost: x\r\n\r\n", REQUEST_HEAD + "\r\n{}",
    "{{2000:GET /pgw/health HTTP/1.1\r\nHost: x\r\n\r\n}}",
    "\u0016\u0003\u0001\u0002\u0000\u0001\u0000\u0001\u00fc\u0003\u0003", "{{70000:A}}",
])

# Responses of a gateway: a whole `body`, or `members` that replace those of an ordinary result. `$ECHO` is replaced by
# the request that the gateway received.
responses = [{"body": body} for body in [
    "", " ", "null", "true", "0", '""', "[]", "{}", "{", "[", "not json", "<html></html>", '{"result":null}',
    '{"result":[]}', '{"result":{}}', '{"result":{"result":{}}}', '{"error":{}}', '{"error":{"code":"x","message":5}}',
    '{"error":{"code":2009,"message":"{{100000:x}}"}}', '{"error":{"code":1e400,"message":"x"}}',
    '{"error":{"code":0,"message":"$ECHO","details":"$ECHO","validationErrors":[{"message":"$ECHO","members":["$ECHO"]}]}}',
    '{"error":{"code":2010,"message":"Not Found"}}', '{"result":{"code":2003,"message":"Invalid Signature."}}',
    '{"error":{"code":1,"message":"x","validationErrors":[{{5000:{},}}{}]}}', '{"__proto__":{"result":1}}',
    '{"result":{"__proto__":{"status":1}}}', '{{50000:[}}', '{{500000:[}}', '{"result":"{{2000000:x}}"}',
    "{{5000000: }}", '{"result":[{{50000:{},}}{}]}', '\ufeff{"result":{}}', "\u0000", '{"a":"\ud800"}',
]]
responses += [{"body": "{}", "status": status} for status in [
    201, 204, 301, 302, 304, 400, 401, 403, 404, 429, 500, 502, 503, 504, 599,
]]
fault = '{"error":{"code":2009,"message":"$ECHO"}}'
responses += [{"body": fault, "status": status} for status in [200, 400, 401, 500]]
responses += [{"body": "{}", "status": 429, "headers": {"retry-after": value}} for value in [
    "-1", "99999999999", "x", "Thu, 01 Jan 1970 00:00:00 GMT",
]]
responses += [{"body": "{}", "headers": headers} for headers in [
    {"content-encoding": "gzip"}, {"content-type": "text/html"}, {"set-cookie": "a=b"},
    {"location": "http://169.254.169.254/"},
]]
LONG_TEXT = "{{100000:(}}"
responses += [{"members": members} for members in [
    {"displayName": LONG_TEXT}, {"name": LONG_TEXT}, {"displayName": "{{50000: (}}"},
    {"name": "{{300000:x}}", "displayName": None}, {"name": "<script>alert(1)</script>"},
    {"imageUrl": "javascript:alert(1)"}, {"imageUrl": "https://evil.example/{{100000:x}}"}, {"id": LONG_TEXT},
    {"id": 5}, {"status": "1"},
    {"transactionNumber": LONG_TEXT}, {"transactionNumber": ""}, {"transactionNumber": None}, {"transactionNumber": 5},
    {"transactionNumber": "../T1"}, {"amount": 0}, {"amount": -1}, {"amount": 1e308}, {"amount": "12890"},
    {"amount": None}, {"amount": 12889}, {"currencyCode": "XXX"}, {"currencyCode": LONG_TEXT}, {"currencyCode": ""},
    {"redirectionType": 3}, {"redirectionType": "1"}, {"redirectUrl": None}, {"redirectUrl": "javascript:alert(1)"},
    {"redirectUrl": "http://gateway.example/"}, {"redirectUrl": "https://{{100000:a}}/"},
    {"redirectUrl": "https://user@gateway.example/"},
    {"redirectionType": 2, "clientScript": "location='https://evil.example'"},
    {"redirectionType": 2, "clientScript": "{{90000:(}}"}, {"redirectionType": 2, "clientScript": "{{1000000:x}}"},
    {"redirectionType": 2, "clientScript": "</script><script>alert(1)</script>"}, {"transactionExpired": "x"},
    {"transactionExpired": "{{100000:9}}"}, {"transactionExpired": "-271821-04-20T00:00:00Z"},
    {"referenceCode": LONG_TEXT}, {"referenceCode": ""}, {"referenceCode": None}, {"referenceCode": "\u0000"},
    {"status": 1e308}, {"status": -1}, {"status": 1.5}, {"status": 999}, {"status": None}, {"status": 16},
    {"status": 13}, {"remark": LONG_TEXT}, {"providerErrorMessage": "{{1000000:x}}"}, {"creationTime": "{{100000:1}}"},
    {"paymentSessionNumber": LONG_TEXT}, {"paymentToken": LONG_TEXT}, {"extra": {"a": [None] * 50}},
    {"__proto__": {"status": 1}}, {"constructor": 1}, {"toString": "x"}, {"then": "x"}, {"toJSON": "x"},
]]
# Line breaks, escape sequences of terminals, and controls of the writing direction.
for text in ["line\nnext", "line\r\npgw error x", "\u001b[2J\u001b[31mred", "\u2028next", "\u202egnp.exe", "a\u009bb", "a\tb", "=1+1"]:
    responses += [{"members": {name: text}} for name in [
        "displayName", "name", "remark", "providerErrorMessage", "description", "refenceCode", "referenceCode", "transactionNumber",
    ]]
    fault = json.dumps({"error": {"code": 2009, "message": text, "details": text}})
    responses += [{"body": fault, "status": 400}]
write("gateway-responses", responses)
