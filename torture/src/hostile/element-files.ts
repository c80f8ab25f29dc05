import { createHash } from 'node:crypto';
import { Pool } from 'undici';
import { z } from 'zod';
import { Violations, type Report, type RunOptions, type TortureCommand } from '../torture-command.ts';
import { openGateway } from '../gateway/gateway.ts';
import { createRandom, type Random } from '../random.ts';
import { expandRepetitions, readCorpus } from './corpora.ts';
import { openTarget } from './target.ts';

export const elementFiles: TortureCommand = {
  sentence:
    'No header, query or path of a request changes what a shared cache stores for the files of the element.',
  flags: ['requests'],
  run,
};

/** Headers that poison caches of frameworks and proxies, if a response depends on them. */
const attackedHeaders = [
  'x-forwarded-host',
  'x-forwarded-scheme',
  'x-forwarded-proto',
  'x-forwarded-prefix',
  'x-original-url',
  'x-rewrite-url',
  'x-http-method-override',
  'forwarded',
  'origin',
  'cookie',
  'accept-language',
  'range',
  'user-agent',
];

const texts = readCorpus('nasty-texts', z.string());

/** A host name that no response may contain. */
const attack = 'poisoned.example';

async function run({ seed, size, log }: RunOptions): Promise<Report> {
  const requests = size('requests', { long: 100_000, short: 400 });
  const random = createRandom(seed);
  const violations = new Violations();
  const gateway = await openGateway();
  const target = await openTarget(gateway.url);
  const pool = new Pool(target.url, { connections: 8 });
  const stored = new Map<string, string>();
  try {
    const paths = await listPaths(target.url);
    for (let index = 0; index < requests; index += 1) {
      const answer = await requestFile(pool, random, paths);
      checkResponse(answer, violations);
      if (answer.status !== 200 || answer.bytes.length === 0) continue;
      const current = describeStored(answer);
      const first = stored.get(answer.cacheKey) ?? current;
      stored.set(answer.cacheKey, first);
      if (first !== current) violations.add('two responses for one cache key', answer.cacheKey);
    }
    log(`${requests} requests for ${paths.length} paths were sent.`);
    if (stored.size === 0) violations.add('no file was stored', String(paths.length));
    return {
      figures: { requests, paths: paths.length, 'cache keys with a file': stored.size },
      failures: violations.sentences(),
    };
  } finally {
    await pool.close();
    await target.close();
    await gateway.close();
  }
}

interface Answer {
  /** The key of a shared cache: the path without the query, and the header that Vary names. */
  readonly cacheKey: string;
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly bytes: Buffer;
}

async function requestFile(pool: Pool, random: Random, paths: readonly string[]): Promise<Answer> {
  const path = random.pick(paths);
  const encoding = random.pick(['', 'gzip', 'br', 'identity']);
  const { statusCode, headers, body } = await pool.request({
    method: random.isOneIn(5) ? 'HEAD' : 'GET',
    path: random.isOneIn(3) ? `${path}?v=${encodeURIComponent(pickText(random))}` : path,
    headers: { ...createHeaders(random), ...(encoding !== '' && { 'accept-encoding': encoding }) },
  });
  const bytes = Buffer.from(await body.arrayBuffer());
  return { cacheKey: `${path} ${encoding}`, status: statusCode, headers, bytes };
}

/** Adds a violation if a cache could store a text of the request, an error or a cookie. */
function checkResponse({ cacheKey, status, headers, bytes }: Answer, violations: Violations): void {
  const label = `${cacheKey} ${status}`;
  if (JSON.stringify([headers, bytes.toString('latin1')]).includes(attack))
    violations.add('a response contains a text of the request', label);
  if (status >= 400 && !String(headers['cache-control']).includes('no-store'))
    violations.add('a cache may store an error', label);
  if (status !== 200) return;
  if (String(headers['vary']).toLowerCase() !== 'accept-encoding') violations.add('another Vary', label);
  if (headers['set-cookie'] !== undefined) violations.add('a cookie in a stored response', label);
}

/** What a cache stores. Responses with the same key must have the same text. */
function describeStored({ headers, bytes }: Answer): string {
  const names = ['cache-control', 'etag', 'content-type', 'content-encoding'];
  const hash = createHash('sha256').update(bytes).digest('hex');
  return JSON.stringify([names.map((name) => headers[name]), hash]);
}

/** The paths of files of the element, and paths that do not exist. */
async function listPaths(url: string): Promise<string[]> {
  const manifest: unknown = await (await fetch(`${url}/pgw/manifest.json`)).json();
  const names = [...JSON.stringify(manifest).matchAll(/"([\w./-]+\.m?js)"/g)].map(([, name = '']) => name);
  const files = ['checkout.js', 'checkout.mjs', 'manifest.json', ...new Set(names)].slice(0, 12);
  const variants = [
    'checkout.js/',
    'checkout.js%00',
    'checkout/..%2fcheckout.js',
    'checkout.js;a=.css',
    'x.js',
  ];
  return [...files, ...variants].map((name) => `/pgw/${name.replace(/^(\.?\/)+/, '')}`);
}

function pickText(random: Random): string {
  return expandRepetitions(random.pick(texts)).slice(0, 200).toWellFormed();
}

function createHeaders(random: Random): Record<string, string> {
  const names = random.shuffled(attackedHeaders).slice(0, 1 + random.below(3));
  const value = () => (random.isOneIn(3) ? `bytes=0-10` : `${attack}/<script>`);
  return Object.fromEntries(names.map((name) => [name, value()]));
}
