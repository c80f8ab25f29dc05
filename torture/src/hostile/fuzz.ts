import { connect } from 'node:net';
import { defaultProfile } from '@pgw/protocol';
import { hmac, signatureMessageOfText } from '@pgw/protocol/internal';
import { Pool } from 'undici';
import { z } from 'zod';
import { Violations, type TortureCommand, type Report, type RunOptions } from '../torture-command.ts';
import { merchant, openGateway } from '../gateway/gateway.ts';
import { createRandom, type Random } from '../random.ts';
import { readCorpus, expandRepetitions } from './corpora.ts';
import { createForgedCallback, type CallbackData } from './callbacks/forged-callbacks.ts';
import { startPayment } from './callbacks/forge.ts';
import { formatMegabytes, measureReachableBytes } from './memory.ts';
import { runInParallel } from '../parallel.ts';
import { listRoutes, type Route } from './routes.ts';
import {
  callbackUrl,
  channels,
  openTarget,
  price,
  publicUrl,
  createStartBody,
  type Target,
} from './target.ts';

export const fuzz: TortureCommand = {
  sentence:
    'No malformed request to any route causes a response of 500 or more, ends the process or makes its memory grow.',
  flags: ['requests'],
  run,
};

/** The allowed growth of the heap in bytes after the first tenth of a run. */
const growthLimit = 20 * 1024 * 1024;

async function run({ seed, size, log }: RunOptions): Promise<Report> {
  const requests = size('requests', { long: 1_000_000, short: 3_000 });
  const random = createRandom(seed);
  const gateway = await openGateway();
  const target = await openTarget(gateway.url);
  const pool = new Pool(target.url, { connections: 16, pipelining: 1 });
  const violations = new Violations();
  const routes = listRoutes();
  const statuses = new Map<number, number>();
  // Set before the first request is sent.
  let callbackData: CallbackData;
  const send = async (): Promise<void> => {
    const request = createRandomRequest(random, { routes, callbackData });
    const status = await requestStatus(pool, request);
    const label = `${request.method} ${request.path.slice(0, 200)}`;
    if (status === undefined) return violations.add('no response', label);
    statuses.set(status, (statuses.get(status) ?? 0) + 1);
    // The response to a signed callback of an unknown payment is 503. This run sends no such callback.
    if (status >= 500) violations.add(`status ${status}`, `${label} ${request.body.slice(0, 200)}`);
  };
  try {
    callbackData = await startPayment(target);
    const warmUpCount = Math.ceil(requests / 10);
    await runInParallel({ count: warmUpCount, concurrency: 16 }, send);
    const before = measureReachableBytes();
    await runInParallel({ count: requests - warmUpCount, concurrency: 16 }, send);
    const growth = measureReachableBytes() - before;
    if (growth > growthLimit) violations.add('growth of the heap in bytes above the limit', String(growth));
    const rawCount = await sendRawRequests(target, violations);
    log(`${rawCount} requests were sent over raw sockets.`);
    await checkShopStillServes(target, violations);
    if (target.fulfilled.length > 0) violations.add('a payment was fulfilled', target.fulfilled.join(', '));
    const responses = [...statuses]
      .toSorted(([a], [b]) => a - b)
      .map(([status, count]) => `${count} × ${status}`);
    return {
      figures: {
        requests,
        'requests over raw sockets': rawCount,
        responses: responses.join(', '),
        'heap after the first tenth of the requests': formatMegabytes(before),
        'growth of the heap': formatMegabytes(growth),
      },
      failures: violations.sentences(),
    };
  } finally {
    await pool.destroy();
    await target.close();
    await gateway.close();
  }
}

interface FuzzRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

const nastyTexts = readCorpus('nasty-texts', z.string());
const cards = readCorpus('encrypted-cards', z.string());
const contentTypes = [
  'application/json',
  'application/json; charset=utf-16',
  'application/x-www-form-urlencoded',
  'text/plain',
  'multipart/form-data; boundary=x',
  'application/json, text/html',
  '',
];

interface RequestContext {
  readonly routes: readonly Route[];
  readonly callbackData: CallbackData;
}

function createRandomRequest(random: Random, { routes, callbackData }: RequestContext): FuzzRequest {
  const { method: usualMethod, path: route } = random.pick(routes);
  const method = random.isOneIn(10)
    ? random.pick(['GET', 'POST', 'PUT', 'DELETE', 'HEAD', 'OPTIONS', 'PATCH'])
    : usualMethod;
  const path = `/pgw${route.replaceAll(/:\w+/g, () => encodeURIComponent(createRandomSegment(random, callbackData)))}`;
  const query = random.isOneIn(3) ? '' : `?${createRandomQuery(random, callbackData)}`;
  const hasBody = !['GET', 'HEAD', 'OPTIONS'].includes(method);
  const { body, signature } = hasBody
    ? createRandomBody(random, { route, callbackData })
    : { body: '', signature: undefined };
  const headers: Record<string, string> = {
    ...(random.isOneIn(2)
      ? {}
      : { accept: random.pick(['text/html', 'application/json', '*/*', ';q=', 'x'.repeat(500)]) }),
    ...(hasBody && {
      'content-type': random.isOneIn(3) ? random.pick(contentTypes) : chooseContentType(route),
    }),
    ...(route === '/start' && { origin: publicUrl }),
    ...(random.isOneIn(4) && { origin: random.pick([publicUrl, 'null', 'https://evil.example', 'x']) }),
    ...(random.isOneIn(4) && { 'sec-fetch-site': random.pick(['same-origin', 'cross-site', 'x']) }),
    ...(random.isOneIn(4) && { 'x-forwarded-for': toHeaderText(random.pick(nastyTexts)) }),
    ...(random.isOneIn(4) && {
      cookie: toHeaderText(`${random.pick(['pgw_payments', 'pgw_phone'])}=${random.pick(nastyTexts)}`),
    }),
    ...(random.isOneIn(4) && { 'user-agent': toHeaderText(random.pick(nastyTexts)) }),
    ...(random.isOneIn(8) && { referer: toHeaderText(random.pick(nastyTexts)) }),
    ...(random.isOneIn(8) && { 'if-none-match': toHeaderText(random.pick(nastyTexts)) }),
    ...(random.isOneIn(8) && { range: 'bytes=0-99999999999999999999' }),
    ...(signature !== undefined && { [defaultProfile.headers.signature]: toHeaderText(signature) }),
  };
  return { method, path: path + query, headers, body };
}

function chooseContentType(route: string): string {
  return route === '/start' ? 'application/x-www-form-urlencoded' : 'application/json';
}

/** Removes the characters that undici does not accept in a header. */
function toHeaderText(text: string): string {
  return expandRepetitions(text)
    .replaceAll(/[^\x20-\x7e]/g, '')
    .slice(0, 2_000);
}

function createRandomSegment(random: Random, callbackData: CallbackData): string {
  const knownValues = [
    callbackData.referenceCode,
    callbackData.referenceCode.toLowerCase(),
    '1',
    '2',
    '3',
    'core.mjs',
    '..',
  ];
  return (
    random.isOneIn(2) ? random.pick(knownValues) : expandRepetitions(random.pick(nastyTexts)).slice(0, 2_000)
  ).toWellFormed();
}

function createRandomQuery(random: Random, callbackData: CallbackData): string {
  const names = [
    'order',
    'referenceCode',
    'ReferenceCode',
    'transactionNumber',
    'TransactionNumber',
    'lang',
    '__proto__',
    'a[b]',
    'order[]',
    '',
  ];
  const pairs = Array.from({ length: 1 + random.below(4) }, (): [string, string] => [
    random.pick(names),
    random.isOneIn(2)
      ? random.pick(['A1', 'A2', 'B1', callbackData.referenceCode, callbackData.transactionNumber])
      : createRandomSegment(random, callbackData),
  ]);
  const queryText = new URLSearchParams(pairs).toString();
  // The added parameters have incomplete percent encodings and bytes that are not UTF-8.
  return random.isOneIn(6) ? `${queryText}&x=%&y=%ff%fe&z=%zz` : queryText;
}

interface BodyTarget {
  readonly route: string;
  readonly callbackData: CallbackData;
}

function createRandomBody(
  random: Random,
  { route, callbackData }: BodyTarget,
): { readonly body: string; readonly signature?: string | undefined } {
  if (route === '/callback' && !random.isOneIn(3)) return createForgedCallback(callbackData, random);
  if (random.isOneIn(6)) return { body: expandRepetitions(random.pick(nastyTexts)) };
  // The run uses only 20 orders, so that the store does not grow.
  const order = `A${random.below(20)}`;
  const valid =
    route === '/start'
      ? `order=${order}&channel=${channels.direct}&shownAmount=${price.amount}&shownCurrencyCode=${price.currencyCode}`
      : route.endsWith('/card')
        ? JSON.stringify({ card: expandRepetitions(random.pick(cards)), save: random.isOneIn(2) })
        : createStartBody(order, random.pick(Object.values(channels)));
  return { body: random.isOneIn(3) ? valid : breakText(valid, random) };
}

/** Removes a random part of a valid body, repeats it, or replaces it by another text. */
function breakText(text: string, random: Random): string {
  const from = random.below(text.length);
  const to = from + random.below(text.length - from);
  const replacement = random.pick([
    '',
    text.slice(from, to).repeat(2),
    expandRepetitions(random.pick(nastyTexts)).slice(0, 5_000),
  ]);
  return text.slice(0, from) + replacement + text.slice(to);
}

/** Resolves with the HTTP status, or undefined when no response arrived. */
async function requestStatus(
  pool: Pool,
  { method, path, headers, body }: FuzzRequest,
): Promise<number | undefined> {
  try {
    const response = await pool.request({
      method,
      path,
      headers,
      ...(body === '' ? {} : { body: Buffer.from(body) }),
      headersTimeout: 60_000,
      bodyTimeout: 60_000,
    });
    await response.body.dump();
    return response.statusCode;
  } catch (error) {
    // When a body is too large, the connection is closed before the whole body is sent.
    return body.length > 100_000 && error instanceof Error ? 413 : undefined;
  }
}

/**
 * Sends requests that violate HTTP, each on a new connection. The server must respond with a status below 500
 * or close the connection.
 */
async function sendRawRequests({ url }: Target, violations: Violations): Promise<number> {
  const requests = readCorpus('raw-requests', z.string());
  for (const text of requests) {
    const socket = connect(Number(new URL(url).port), '127.0.0.1');
    let received = '';
    socket.on('error', () => undefined);
    socket.on('data', (chunk: Buffer) => (received += chunk.toString('latin1')));
    socket.end(Buffer.from(expandRepetitions(text), 'latin1'));
    await new Promise((resolve) => socket.once('close', resolve));
    const status = Number(/^HTTP\/1\.1 (\d{3})/.exec(received)?.[1] ?? 0);
    // 505 is the response of Node.js to an unsupported HTTP version.
    if (status >= 500 && status !== 505)
      violations.add(`status ${status} over a raw socket`, text.slice(0, 100));
  }
  return requests.length;
}

/** Checks that the shop still starts a payment and accepts a genuine callback. */
async function checkShopStillServes(target: Target, violations: Violations): Promise<void> {
  const callbackData = await startPayment(target, 'A999');
  const body = JSON.stringify({ ...callbackData, status: 0 });
  const signature = hmac(signatureMessageOfText(callbackUrl, body), merchant.secretKey);
  const headers = { 'content-type': 'application/json', [defaultProfile.headers.signature]: signature };
  const response = await fetch(`${target.url}/pgw/callback`, { method: 'POST', headers, body });
  if (response.status !== 200)
    violations.add('a genuine callback is refused after the run', String(response.status));
}
