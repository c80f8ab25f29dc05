import { parseJson } from '../../json.ts';
import { canonicalJson, canonicalJsonOfText, simpleLowerCase, type JsonValue } from './canonical.ts';
import { signedUrl } from './signature.ts';

/** One form of a URL, a body or a message, with its deviations from the signing rules. */
export interface Form {
  readonly text: string;
  readonly deviations: readonly string[];
  /**
   * True for the correct form, and for other forms that receivers of callbacks accept (see `verifyCallback`).
   */
  readonly isAccepted: boolean;
}

/** Returns the known forms of the URL in a message. The correct form is first. */
export function urlForms(url: string): Form[] {
  const bareUrl = signedUrl(url);
  const forms = [
    correctForm(bareUrl),
    acceptedForm(url, 'the unchanged URL was signed, with its query, fragment or trailing slash (rule 3)'),
    wrongForm(`${bareUrl}/`, 'the URL was signed with a slash at its end (rule 3)'),
    wrongForm('', 'the body was signed alone, without the URL (rule 2)'),
  ];
  if (!URL.canParse(url)) return removeDuplicates(forms);
  const { protocol, host, hostname, port, pathname, search } = new URL(url);
  const path = bareUrl.slice(`${protocol}//${host}`.length);
  const otherProtocol = protocol === 'https:' ? 'http:' : 'https:';
  const withOrigin = (origin: string): string => `${origin}${path}`;
  forms.push(
    wrongForm(
      withOrigin(`${otherProtocol}//${host}`),
      `the URL was signed with ${otherProtocol}// (a proxy may have changed the scheme)`,
    ),
    // Without a port in the URL, this form equals the correct form, and `removeDuplicates` removes it.
    wrongForm(withOrigin(`${protocol}//${hostname}`), `the URL was signed without its port ${port}`),
    wrongForm(
      withOrigin(`${protocol}//${hostname}:${protocol === 'https:' ? 443 : 80}`),
      'the URL was signed with the default port',
    ),
    wrongForm(pathname, 'only the path of the URL was signed, without scheme and host (rule 3)'),
    wrongForm(pathname + search, 'only the path and query of the URL were signed (rule 3)'),
    ...otherHosts(hostname).map((name) =>
      wrongForm(bareUrl.replace(hostname, name), `the URL was signed with the host ${name}`),
    ),
  );
  return removeDuplicates(forms);
}

/** Returns other names of the same host. A signature for another name differs. */
function otherHosts(hostname: string): string[] {
  if (hostname === 'localhost') return ['127.0.0.1', '[::1]'];
  if (hostname === '127.0.0.1' || hostname === '[::1]') return ['localhost'];
  return [hostname.startsWith('www.') ? hostname.slice(4) : `www.${hostname}`];
}

/** Returns the known forms of the body in a message. The correct form is first. */
export function bodyForms(text: string): Form[] {
  const rawForms = [
    acceptedForm(text, 'the raw body was signed, not its sorted form (rule 4)'),
    // A file or a pipe may have added the newline.
    acceptedForm(
      text.trimEnd(),
      'the raw body was signed, not its sorted form (rule 4), without its newline at the end',
    ),
  ];
  // JSON.parse returns JSON values only.
  const data = parseJson(text) as JsonValue;
  if (data === undefined) return rawForms;
  const unsortedWithNulls = JSON.stringify(data);
  const unsorted = JSON.stringify(sortNames(data, { order: 'unsorted', keepNulls: false }));
  const sortedByCase = JSON.stringify(sortNames(data, { order: 'case-sensitive', keepNulls: false }));
  const sortedWithNulls = JSON.stringify(sortNames(data, { order: 'case-insensitive', keepNulls: true }));
  const unsortedNames = 'the names were not sorted (rule 4)';
  const spaces = 'the JSON was signed with spaces (rule 4)';
  const escapes = 'characters beyond ASCII were escaped (rule 9)';
  const slashes = 'slashes were escaped (rule 9)';
  const canonical = canonicalJsonOfText(text, data);
  return removeDuplicates([
    correctForm(canonical),
    ...rawForms,
    wrongForm(sortedWithNulls, 'properties that are null were kept (rule 5)'),
    wrongForm(sortedByCase, 'the names were sorted case-sensitively (rule 4)'),
    wrongForm(unsorted, unsortedNames),
    wrongForm(unsortedWithNulls, unsortedNames, 'properties that are null were kept (rule 5)'),
    wrongForm(withSpaces(canonical), spaces),
    wrongForm(withSpaces(unsortedWithNulls), unsortedNames, spaces),
    wrongForm(JSON.stringify(data, null, 2), unsortedNames, spaces),
    wrongForm(withEscapes(canonical), escapes),
    wrongForm(withEscapes(unsortedWithNulls), unsortedNames, escapes),
    wrongForm(canonical.replaceAll('/', '\\/'), slashes),
    wrongForm(withEscapes(canonical).replaceAll('/', '\\/'), slashes, escapes),
    wrongForm(canonicalJson(numbersAsStrings(data)), 'numbers were signed as strings (rule 6)'),
    wrongForm(canonicalJson(data), 'numbers were parsed and printed again (rule 6)'),
    wrongForm('', 'the URL was signed alone, without the body (rule 2)'),
  ]);
}

/** Returns the known ways to lower-case a message. The correct way is first. */
export function casingForms(url: string, body: string): Form[] {
  return removeDuplicates([
    correctForm(simpleLowerCase(url + body)),
    wrongForm(url + body, 'the message was not lower-cased (rule 2)'),
    wrongForm(simpleLowerCase(url) + body, 'the body was not lower-cased (rule 2)'),
    wrongForm(url + simpleLowerCase(body), 'the URL was not lower-cased (rule 2)'),
    wrongForm(
      (url + body).toLowerCase(),
      'the message was lower-cased with the full case mapping instead of the simple mapping (rule 8)',
    ),
  ]);
}

function correctForm(text: string): Form {
  return { text, deviations: [], isAccepted: true };
}

function acceptedForm(text: string, deviation: string): Form {
  return { text, deviations: [deviation], isAccepted: true };
}

function wrongForm(text: string, ...deviations: string[]): Form {
  return { text, deviations, isAccepted: false };
}

/**
 * Removes forms with the same text. It keeps the first form of each text, which has the fewest deviations.
 */
function removeDuplicates(forms: readonly Form[]): Form[] {
  const formsByText = new Map<string, Form>();
  for (const form of forms) if (!formsByText.has(form.text)) formsByText.set(form.text, form);
  return [...formsByText.values()];
}

interface SortOptions {
  readonly order: 'unsorted' | 'case-sensitive' | 'case-insensitive';
  readonly keepNulls: boolean;
}

/** Sorts the names of all objects, and removes or keeps the properties that are null. */
function sortNames(value: JsonValue, options: SortOptions): JsonValue {
  if (Array.isArray(value)) return value.map((item: JsonValue) => sortNames(item, options));
  if (typeof value !== 'object' || value === null) return value;
  const { order, keepNulls } = options;
  const members = Object.entries(value).filter(([, member]) => keepNulls || member !== null);
  const sortKey = order === 'case-insensitive' ? simpleLowerCase : (name: string) => name;
  if (order !== 'unsorted') members.sort(([a], [b]) => (sortKey(a) < sortKey(b) ? -1 : 1));
  return Object.fromEntries(members.map(([name, member]) => [name, sortNames(member, options)]));
}

function numbersAsStrings(value: JsonValue): JsonValue {
  if (typeof value === 'number') return String(value);
  if (Array.isArray(value)) return value.map(numbersAsStrings);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, numbersAsStrings(member)]));
}

/** Adds a space after every colon and comma outside strings, like `json.dumps` of Python. */
function withSpaces(json: string): string {
  return json.replaceAll(/"(?:[^"\\]|\\.)*"?|[:,]/g, (part) =>
    part === ':' || part === ',' ? `${part} ` : part,
  );
}

/** Escapes every character beyond ASCII as `\u` with four digits, like `json.dumps` of Python. */
function withEscapes(json: string): string {
  return json.replaceAll(
    /[\u0080-\uFFFF]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
