import type { Random } from '../random.ts';

/** A JSON text, and the URL and the secret with which it is signed. */
export interface SignatureInput {
  readonly url: string;
  readonly json: string;
  readonly secret: string;
}

const urls = [
  'https://gateway.example/api/services/app/PaymentGateway/Query',
  'https://Gateway.Example/Pay///?a=1#b',
  'https://gateway.example/Größe/ΣΊΣΥΦΟΣ/İ',
  'http://127.0.0.1:4010/x?y',
];
const secrets = ['sandbox-secret-key', 'k2', 'schlüssel-日本語', 'k'.repeat(100)];
const names = [
  'amount',
  'Amount',
  'AMOUNT',
  'currencyCode',
  'a',
  'B',
  'b',
  'é',
  'É',
  'ß',
  'İ',
  'Σ',
  'ς',
  '',
  '1',
  '10',
  '9',
  '__proto__',
  'a_b',
  'a-b',
];
/** Parts of JSON strings. Some are escape sequences. */
const pieces = [
  'a',
  'Z',
  ' ',
  '\\"',
  '\\\\',
  '\\/',
  '/',
  '\\b',
  '\\f',
  '\\n',
  '\\r',
  '\\t',
  '\\u0000',
  '\\u001f',
  '\\u007f',
  '\u007f',
  'é',
  'É',
  '\\u00c9',
  'Σ',
  'ς',
  'ΟΔΟΣ',
  'İ',
  'I',
  'ı',
  'ß',
  'ẞ',
  '\u212a',
  '\u2028',
  '\u2029',
  '\\ud83d\\ude00',
  '😀',
  '\\ud83d',
  '\\ude00',
  '\\uD83D x',
  '𐐀',
  '中文',
  'தமிழ்',
  'ﬀ',
  'Ǆ',
  'ǅ',
  '\ufeff',
  '\u0301',
  '<b>',
  '&',
  "'",
  'null',
];
const numberTexts = [
  '0',
  '-0',
  '0.0',
  '1',
  '-1',
  '12345',
  '1.10',
  '0.1',
  '1e3',
  '1E+3',
  '1e-7',
  '0.000001',
  '0.0000001',
  '100000000000000000000',
  '1000000000000000000000',
  '9007199254740993',
  '1.7976931348623157e308',
  '1e400',
  '-1e400',
  '5e-324',
  '1e-400',
  '0.1000000000000000055511151231257827',
  '123456789.123456789',
];

/**
 * Creates a random document with numbers of all forms, escapes, surrogates and names that differ only in
 * case.
 */
export function createRandomDocument(random: Random): SignatureInput {
  return { url: random.pick(urls), json: createRandomValue(random, 0), secret: random.pick(secrets) };
}

function createRandomValue(random: Random, depth: number): string {
  // Kinds 0 to 5 are strings, numbers, booleans and null. Kinds 6 to 9 are lists and objects, nested at most
  // five levels deep.
  const kind = random.below(depth > 4 ? 6 : 10);
  if (kind < 2) return createRandomString(random);
  if (kind === 2) return random.pick(numberTexts);
  if (kind === 3) return createRandomNumber(random);
  if (kind === 4) return random.pick(['true', 'false']);
  if (kind === 5) return 'null';
  if (kind === 6) return `[${createRandomList(random, () => createRandomValue(random, depth + 1))}]`;
  return `{${createRandomList(random, () => createRandomMember(random, depth + 1))}}`;
}

function createRandomMember(random: Random, depth: number): string {
  return `${createRandomName(random)}${createRandomSpace(random)}:${createRandomSpace(random)}${createRandomValue(random, depth)}`;
}

function createRandomList(random: Random, createItem: () => string): string {
  return Array.from(
    { length: random.below(7) },
    () => `${createRandomSpace(random)}${createItem()}${createRandomSpace(random)}`,
  ).join(',');
}

function createRandomName(random: Random): string {
  return random.isOneIn(4) ? createRandomString(random) : JSON.stringify(random.pick(names));
}

function createRandomString(random: Random): string {
  return `"${Array.from({ length: random.below(6) }, () => createRandomPiece(random)).join('')}"`;
}

function createRandomPiece(random: Random): string {
  if (random.below(3) > 0) return random.pick(pieces);
  const unit = random.below(0x1_0000);
  // Control characters, quotes, backslashes and surrogates are written as escapes.
  const isWritable = unit >= 0x20 && unit !== 0x22 && unit !== 0x5c && (unit < 0xd800 || unit > 0xdfff);
  return isWritable && random.isOneIn(2)
    ? String.fromCharCode(unit)
    : `\\u${unit.toString(16).padStart(4, '0')}`;
}

function createRandomNumber(random: Random): string {
  if (random.isOneIn(2)) {
    const bytes = new DataView(new ArrayBuffer(8));
    bytes.setUint32(0, random.below(2 ** 32));
    bytes.setUint32(4, random.below(2 ** 32));
    const double = bytes.getFloat64(0);
    return Number.isFinite(double) ? String(double) : '0';
  }
  const digits = String(random.below(2 ** 32)) + String(random.below(2 ** 32));
  const pointIndex = random.below(digits.length);
  const whole = digits.slice(0, pointIndex).replace(/^0+(?=\d)/, '') || '0';
  const fraction = digits.slice(pointIndex);
  const exponent = random.isOneIn(3) ? `e${random.below(60) - 30}` : '';
  return `${random.isOneIn(2) ? '-' : ''}${whole}.${fraction}${exponent}`;
}

function createRandomSpace(random: Random): string {
  return random.isOneIn(5) ? random.pick([' ', '\n', '\t', '\r\n']) : '';
}
