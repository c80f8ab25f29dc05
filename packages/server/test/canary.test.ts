import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inspect } from 'node:util';
import { createGatewayClient, pooledTransport, type Transport } from '@pgw/client';
import { createSandbox, defaultTenant, type Sandbox, type ScenarioName } from '@pgw/sandbox';
import pg from 'pg';
import { afterEach, expect, test, vi } from 'vitest';
import { startPostgres } from '../../../scripts/programs/postgres.mjs';
import { printEvents, type CheckoutEvent } from '../src/events/event.ts';
import { embeddedStore } from '../src/stores/embedded.ts';
import { postgresStore } from '../src/stores/postgres.ts';
import type { Store } from '../src/model/ports/store.ts';
import { cardChannelId, openCardShop, type CardShop } from './card-shop.ts';
import { sealCard } from './seal-card.ts';

// These values occur nowhere else, so each occurrence in the output is a leak.
const card = {
  number: '4539578763621486',
  expiryMonth: '11',
  expiryYear: '2047',
  holderName: 'CANARY HOLDER',
  securityCode: '7391',
};
const tenant = { ...defaultTenant, secretKey: 'canary-secret-key-5f0e', password: 'canary-password-93ab' };
const longSecrets = [card.number, '4539 5787 6362 1486', card.holderName, tenant.secretKey, tenant.password];

const cleanUps: (() => unknown)[] = [];

afterEach(async () => {
  vi.restoreAllMocks();
  for (const cleanUp of cleanUps.splice(0).toReversed()) await cleanUp();
});

/** All output of a test, and the tokens of the gateway. */
interface Recording {
  readonly texts: string[];
  /** Tokens that the gateway returned during the test: bearer tokens, and tokens of saved cards. */
  readonly tokens: Set<string>;
}

/** Records what the process writes to its output and to the console. */
function recordOutput({ texts }: Recording): void {
  for (const stream of [process.stdout, process.stderr]) {
    vi.spyOn(stream, 'write').mockImplementation((chunk) => texts.push(String(chunk)) > 0);
  }
  for (const level of ['log', 'info', 'warn', 'error', 'debug'] as const) {
    vi.spyOn(console, level).mockImplementation((...values) => void texts.push(values.map(String).join(' ')));
  }
}

/** Creates a transport that records the tokens in requests and responses. */
function createRecordingTransport(origin: string, { tokens }: Recording): Transport {
  const pool = pooledTransport(origin);
  return {
    send: async (request) => {
      const authorization = request.headers['Authorization'];
      if (authorization !== undefined) tokens.add(authorization.replace('Bearer ', ''));
      const response = await pool.send(request);
      const tokenFields = new TextDecoder()
        .decode(response.body)
        .matchAll(/"(?:accessToken|paymentToken)":"([^"]+)"/g);
      for (const [, token] of tokenFields) tokens.add(token ?? '');
      return response;
    },
    close: () => pool.close(),
  };
}

/** A shop whose output is recorded. */
interface RecordedShop {
  readonly shop: CardShop;
  readonly sandbox: Sandbox;
  readonly recording: Recording;
}

async function openRecordedShop(store: Store<never>): Promise<RecordedShop> {
  const recording: Recording = { texts: [], tokens: new Set() };
  const sandbox = await createSandbox({
    port: 0,
    tenants: [tenant],
    callbackRetryMs: [20],
    slowResponseMs: 50,
  });
  const gateway = createGatewayClient({
    baseUrl: sandbox.url,
    merchantId: tenant.id,
    secretKey: tenant.secretKey,
    credentials: { userName: tenant.userName, password: tenant.password },
    timeoutMs: 400,
    transport: createRecordingTransport(new URL(sandbox.url).origin, recording),
    onExchange: (exchange) => void recording.texts.push(inspect(exchange)),
  });
  recording.texts.push(inspect(gateway, { depth: 9, showHidden: true }));
  recordOutput(recording);
  const onEvent = (event: CheckoutEvent): void => {
    printEvents({ ...event, level: 'error' });
    recording.texts.push(inspect(event, { depth: 9, showHidden: true }), JSON.stringify(event));
  };
  const limits = { perAddress: 1_000, perCard: 1_000, perOrder: 1_000 };
  const shop = await openCardShop({
    store: store as never,
    gateway,
    onEvent,
    cards: { resolveCustomer: () => 'aminah', limits },
  });
  cleanUps.push(
    () => sandbox.close(),
    () => gateway.close(),
    () => shop.close(),
  );
  return { shop, sandbox, recording };
}

let orderCount = 0;

/** Starts a payment and sends its card twice. Records every response, also of failures. */
async function pay(
  { shop, recording }: RecordedShop,
  seal: typeof sealCard = sealCard,
): Promise<string | undefined> {
  orderCount += 1;
  const response = await shop.start({ order: `A${orderCount}`, channelId: cardChannelId });
  const text = await response.text();
  recording.texts.push(text);
  if (response.status !== 201) return undefined;
  const { payment, redirect } = JSON.parse(text);
  const started = { reference: payment.reference as string, key: redirect.key };
  const jwe = seal(card, started);
  for (let n = 0; n < 2; n += 1) {
    recording.texts.push(JSON.stringify(await shop.sendCard(started.reference, jwe, { save: true })));
  }
  return started.reference;
}

const failures: readonly ScenarioName[] = [
  'callback-never',
  'callback-late',
  'callback-twice',
  'callback-wrongly-signed',
  'response-slow',
  'response-500',
  'unknown-status',
];

/** Sends valid and invalid requests to every route, with every failure of the gateway. */
async function sendAllRequests(recordedShop: RecordedShop): Promise<void> {
  const { shop, sandbox, recording } = recordedShop;
  const reference = await pay(recordedShop);
  for (const failure of failures) {
    sandbox.scenario(failure, {
      delayMs: 600,
      ...(failure.startsWith('response') && { endpoint: 'processPayment' }),
    });
    await pay(recordedShop);
    sandbox.clearScenarios();
  }
  sandbox.expireTokens();
  await pay(recordedShop);
  // The encrypted text is not JSON, the month is invalid, or the number is too long.
  await pay(recordedShop, (_details, options) => sealCard(JSON.stringify(card).slice(0, -1), options));
  await pay(recordedShop, (_details, options) => sealCard({ ...card, expiryMonth: '00' }, options));
  await pay(recordedShop, (_details, options) =>
    sealCard({ ...card, number: `${card.number}000000` }, options),
  );
  // The card is not encrypted.
  await pay(recordedShop, () => JSON.stringify(card));
  const json = { method: 'POST', headers: { 'content-type': 'application/json' } };
  const invalidBody = JSON.stringify({ card, save: true });
  const requests: readonly (readonly [path: string, init?: RequestInit])[] = [
    ['/pgw/session?order=A1'],
    ['/pgw/channels/2/banks?order=A1'],
    [`/pgw/payments/${reference}`],
    [`/pgw/return?ReferenceCode=${reference}`],
    ['/pgw/payments', { ...json, body: invalidBody }],
    [`/pgw/payments/${reference}/card`, { ...json, body: invalidBody }],
    [`/pgw/payments/${reference}/card`, { method: 'POST', body: invalidBody }],
    ['/pgw/callback', { ...json, body: JSON.stringify({ referenceCode: reference, paymentToken: 'x' }) }],
    ['/pgw/nowhere', { ...json, body: invalidBody }],
  ];
  for (const [path, init] of requests) recording.texts.push(await (await shop.fetch(path, init)).text());
  await shop.checkout.sweep();
  const payments = await shop.checkout.payments.list({ limit: 500 });
  for (const payment of payments) {
    recording.texts.push(
      inspect(await shop.checkout.operator.payments.inspect(payment.reference), { depth: 9 }),
    );
  }
  const saved = await shop.checkout.savedCards.list('aminah');
  expect(saved).toMatchObject([{ last4: card.number.slice(-4), expiry: '11/47' }]);
  recording.texts.push(JSON.stringify(saved));
}

/** Returns the secrets that a text contains. */
function findLeaks(text: string, tokens: Iterable<string>): string[] {
  const longMatches = [...longSecrets, ...tokens].filter((value) => text.includes(value));
  // Short values are searched as whole words, because the same digits can be part of a longer number.
  const shortMatches = [card.securityCode, card.expiryYear].filter((word) =>
    new RegExp(`(?<![\\w.-])${word}(?![\\w.-])`).test(text),
  );
  return [...longMatches, ...shortMatches];
}

/** Returns every row of every table as text. */
async function dumpTables(pool: pg.Pool): Promise<string> {
  const tables = await pool.query<{ name: string }>(
    "select table_name as name from information_schema.tables where table_schema = 'public'",
  );
  const parts: string[] = [];
  for (const { name } of tables.rows) {
    const { rows } = await pool.query<{ row: string }>(`select to_jsonb(t)::text as row from ${name} t`);
    parts.push(name, ...rows.map(({ row }) => row));
  }
  return parts.join('\n');
}

function expectNoLeak({ recording }: RecordedShop, storedText: string): void {
  expect(recording.tokens.size).toBeGreaterThan(1);
  expect(recording.texts.length).toBeGreaterThan(100);
  expect(recording.texts.flatMap((text) => findLeaks(text, recording.tokens))).toEqual([]);
  // The files of a database contain other numbers, so short values are not searched as words.
  expect(
    [...longSecrets, ...recording.tokens, `"${card.securityCode}"`].filter((value) =>
      storedText.includes(value),
    ),
  ).toEqual([]);
}

test('no secret is in the output of the checkout or in the files of the embedded store', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'pgw-canary-'));
  cleanUps.push(() => rmSync(folder, { recursive: true, force: true }));
  const recordedShop = await openRecordedShop(embeddedStore({ file: join(folder, 'payments.db') }));
  await sendAllRequests(recordedShop);
  const files = readdirSync(folder).map((name) => readFileSync(join(folder, name), 'latin1'));
  // The files contain the tables of cards.
  expect(files.join('').includes('pgw_card_seeds')).toBe(true);
  expectNoLeak(recordedShop, files.join('\n'));
});

test('no secret is in a dump of PostgreSQL', async () => {
  const server = await startPostgres();
  cleanUps.push(() => server.stop());
  const pool = new pg.Pool({ connectionString: server.url, max: 5 });
  cleanUps.push(() => pool.end());
  const recordedShop = await openRecordedShop(postgresStore({ pool }));
  await sendAllRequests(recordedShop);
  const dump = await dumpTables(pool);
  expect(dump).toContain('pgw_card_seeds');
  expectNoLeak(recordedShop, dump);
  expect(findLeaks(dump, recordedShop.recording.tokens)).toEqual([]);
});

test('findLeaks() finds secrets of every kind', () => {
  const tokens = ['token-1'];
  const texts = [
    `card ${card.number}`,
    `code: "${card.securityCode}"`,
    `{year:2047}`,
    'Bearer token-1',
    'a 17391 b',
  ];
  expect(texts.map((text) => findLeaks(text, tokens).length)).toEqual([1, 1, 1, 1, 0]);
});
