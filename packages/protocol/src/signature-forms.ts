import { canonicalJson, simpleLowerCase, type JsonValue } from './canonical.ts';
import { signedUrl } from './signature.ts';

/** One form of a part of the message, with its deviations from the signing rules. */
export interface Form {
  readonly text: string;
  readonly deviations: readonly string[];
  /** True for the correct form, and for other forms that receivers accept (observed C, see `verifyCallback`). */
  readonly isAccepted: boolean;
}

/** The known forms of the URL in a message. The correct form is first. */
export function urlForms(url: string): Form[] {
  const bare = signedUrl(url);
  const forms = [
    correct(bare),
    accepted(url, 'the URL was signed exactly as given, with its query, fragment or trailing slash (rule 3)'),
    wrong(`${bare}/`, 'the URL was signed with a slash at its end (rule 3)'),
    wrong('', 'the body was signed alone, without the URL (rule 2)'),
  ];
  if (!URL.canParse(url)) return distinct(forms);
  const { protocol, host, hostname, port, pathname, search } = new URL(url);
  const rest = bare.slice(`${protocol}//${host}`.length);
  const other = protocol === 'https:' ? 'http:' : 'https:';
  const at = (origin: string): string => `${origin}${rest}`;
  forms.push(
    wrong(
      at(`${other}//${host}`),
      `the URL was signed with ${other}// (a proxy in between changes the scheme)`,
    ),
    wrong(at(`${protocol}//${hostname}`), `the URL was signed without its port ${port}`),
    wrong(
      at(`${protocol}//${hostname}:${protocol === 'https:' ? 443 : 80}`),
      'the URL was signed with the default port',
    ),
    wrong(pathname, 'only the path of the URL was signed, without scheme and host (rule 3)'),
    wrong(pathname + search, 'only the path and query of the URL were signed (rule 3)'),
    ...otherHosts(hostname).map((name) =>
      wrong(bare.replace(hostname, name), `the URL was signed with the host ${name}`),
    ),
  );
  return distinct(forms);
}

/** Other names of the same host. A signature over one of them differs. */
function otherHosts(hostname: string): string[] {
  if (hostname === 'localhost') return ['127.0.0.1', '[::1]'];
  if (hostname === '127.0.0.1' || hostname === '[::1]') return ['localhost'];
  return [hostname.startsWith('www.') ? hostname.slice(4) : `www.${hostname}`];
}

/** The known forms of the body in a message. The correct form is first. */
export function bodyForms(text: string): Form[] {
  const forms = [
    accepted(text, 'the raw body was signed, not its sorted form (rule 4)'),
    // A file or a pipe may have added the newline.
    accepted(
      text.trimEnd(),
      'the raw body was signed, not its sorted form (rule 4), without its newline at the end',
    ),
  ];
  const data = parse(text);
  if (data === undefined) return forms;
  const arrival = JSON.stringify(data);
  const ordinal = JSON.stringify(rewrite(data, { order: 'ordinal', keepsNulls: false }));
  const sorted = rewrite(data, { order: 'folded', keepsNulls: true });
  const unsorted = rewrite(data, { order: 'arrival', keepsNulls: false });
  const order = 'the names were not sorted (rule 4)';
  const spaces = 'the JSON was signed with spaces (rule 4)';
  const escapes = 'characters beyond ASCII were escaped (rule 9)';
  const slashes = 'slashes were escaped (rule 9)';
  const canonical = canonicalJson(data);
  return distinct([
    correct(canonical),
    ...forms,
    wrong(JSON.stringify(sorted), 'properties that are null were kept (rule 5)'),
    wrong(ordinal, 'the names were sorted case-sensitively (rule 4)'),
    wrong(JSON.stringify(unsorted), order),
    wrong(arrival, order, 'properties that are null were kept (rule 5)'),
    wrong(spaced(canonical), spaces),
    wrong(spaced(arrival), order, spaces),
    wrong(JSON.stringify(data, null, 2), order, spaces),
    wrong(escaped(canonical), escapes),
    wrong(escaped(arrival), order, escapes),
    wrong(canonical.replaceAll('/', '\\/'), slashes),
    wrong(escaped(canonical).replaceAll('/', '\\/'), slashes, escapes),
    wrong(canonicalJson(numbersAsStrings(data)), 'numbers were signed as strings (rule 6)'),
    wrong('', 'the URL was signed alone, without the body (rule 2)'),
  ]);
}

/** The known ways to lower-case a message. The correct one is first. */
export function casings(url: string, body: string): Form[] {
  return distinct([
    correct(simpleLowerCase(url + body)),
    wrong(url + body, 'the message was not lower-cased (rule 2)'),
    wrong(simpleLowerCase(url) + body, 'the body was not lower-cased (rule 2)'),
    wrong(url + simpleLowerCase(body), 'the URL was not lower-cased (rule 2)'),
    wrong(
      (url + body).toLowerCase(),
      'the message was lower-cased by full case mapping, not simple (rule 8)',
    ),
  ]);
}

function correct(text: string): Form {
  return { text, deviations: [], isAccepted: true };
}

function accepted(text: string, deviation: string): Form {
  return { text, deviations: [deviation], isAccepted: true };
}

function wrong(text: string, ...deviations: string[]): Form {
  return { text, deviations, isAccepted: false };
}

/**
 * Removes forms with the same text. It keeps the first form of each text, which has the fewest deviations.
 */
function distinct(forms: readonly Form[]): Form[] {
  const seen = new Map<string, Form>();
  for (const form of forms) if (!seen.has(form.text)) seen.set(form.text, form);
  return [...seen.values()];
}

interface Rewriting {
  readonly order: 'arrival' | 'ordinal' | 'folded';
  readonly keepsNulls: boolean;
}

function rewrite(value: JsonValue, rewriting: Rewriting): JsonValue {
  if (Array.isArray(value)) return value.map((item: JsonValue) => rewrite(item, rewriting));
  if (typeof value !== 'object' || value === null) return value;
  const { order, keepsNulls } = rewriting;
  const members = Object.entries(value).filter(([, member]) => keepsNulls || member !== null);
  const key = order === 'folded' ? simpleLowerCase : (name: string) => name;
  if (order !== 'arrival') members.sort(([a], [b]) => (key(a) < key(b) ? -1 : 1));
  return Object.fromEntries(members.map(([name, member]) => [name, rewrite(member, rewriting)]));
}

function numbersAsStrings(value: JsonValue): JsonValue {
  if (typeof value === 'number') return String(value);
  if (Array.isArray(value)) return value.map(numbersAsStrings);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, numbersAsStrings(member)]));
}

/** Adds a space after every colon and comma outside strings, as json.dumps of Python does. */
function spaced(json: string): string {
  return json.replaceAll(/"(?:[^"\\]|\\.)*"?|[:,]/g, (part) =>
    part === ':' || part === ',' ? `${part} ` : part,
  );
}

function escaped(json: string): string {
  return json.replaceAll(
    /[\u0080-\uFFFF]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

function parse(text: string): JsonValue {
  try {
    // JSON.parse returns JSON values only.
    return JSON.parse(text) as JsonValue;
  } catch {
    return undefined;
  }
}
