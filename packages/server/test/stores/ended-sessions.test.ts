import { EventEmitter } from 'node:events';
import pg from 'pg';
import { expect, it } from 'vitest';
import { startPostgres } from '../../../../scripts/programs/postgres.mjs';
import { samplePayment } from './contract/sample-payment.ts';
import type { Note } from '../../src/model/payments/timeline.ts';
import { postgresStore, type PgLike, type PgLikeClient } from '../../src/stores/postgres.ts';

/** A connection that can fail at any moment. Without a listener, the failure is an uncaught error and ends the test run. */
class FailingClient extends EventEmitter implements PgLikeClient {
  readonly #moment: Moment;

  constructor(moment: Moment) {
    super();
    this.#moment = moment;
  }

  fail(): void {
    const error = Object.assign(new Error('terminating connection'), { code: '57P01' });
    queueMicrotask(() => this.emit('error', error));
  }

  query(): Promise<never> {
    if (this.#moment === 'during a query') this.fail();
    return Promise.reject(Object.assign(new Error('terminating connection'), { code: '57P01' }));
  }

  release(): void {
    if (this.#moment === 'while it is released') this.fail();
  }
}

type Moment = (typeof moments)[number];
const moments = [
  'before its caller has it',
  'during a query',
  'while it is released',
  'after it is released',
  'idle in the pool',
] as const;

it.each(moments)('a connection that fails %s does not end the process', async (moment) => {
  const clients: FailingClient[] = [];
  const pool = Object.assign(new EventEmitter(), {
    connect: () => {
      const client = new FailingClient(moment);
      clients.push(client);
      pool.emit('connect', client);
      if (moment === 'before its caller has it') client.fail();
      return Promise.resolve(client);
    },
  });
  const store = postgresStore({ pool: pool satisfies PgLike });
  await expect(store.open()).rejects.toMatchObject({ code: 'store-unavailable' });
  if (moment === 'after it is released') for (const client of clients) client.fail();
  if (moment === 'idle in the pool') pool.emit('error', new Error('terminating connection'));
  expect(clients.length).toBeGreaterThan(0);
});

it('two stores with one pool add one listener to each connection', async () => {
  const pool = Object.assign(new EventEmitter(), { connect: () => Promise.reject(new Error('closed')) });
  for (let n = 0; n < 20; n += 1) postgresStore({ pool });
  const client = new FailingClient('during a query');
  pool.emit('connect', client);
  expect([client, pool].map((emitter) => emitter.listenerCount('error'))).toEqual([1, 1]);
  expect(pool.listenerCount('connect')).toBe(1);
});

const sessions = process.env['PGW_NIGHTLY'] === '1' ? 1_000 : 100;

it('when PostgreSQL ends sessions under load, the process continues and loses no stored payment', async () => {
  const server = await startPostgres();
  const pool = new pg.Pool({ connectionString: server.url, max: 6 });
  const admin = new pg.Client({ connectionString: server.url });
  await admin.connect();
  try {
    const store = postgresStore({ pool });
    await store.open();
    const note: Note = {
      reference: 'RC-1',
      at: 1,
      source: 'start',
      kind: 'payment-created',
      text: 'Stored.',
    };
    const stored: string[] = [];
    let isLoaded = true;
    const insertPayments = async (worker: number): Promise<void> => {
      for (let n = 0; isLoaded; n += 1) {
        const reference = `W${worker}-${n}`;
        const payment = samplePayment({ reference, orderId: reference });
        await store.insert('payment', { payment, note: { ...note, reference } }).then(
          () => stored.push(reference),
          () => undefined,
        );
      }
    };
    const load = Promise.all(Array.from({ length: 8 }, (_, worker) => insertPayments(worker)));
    let ended = 0;
    const endSessions =
      'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()';
    while (ended < sessions) ended += (await admin.query(endSessions)).rowCount ?? 0;
    isLoaded = false;
    await load;
    const { rows } = await admin.query('select reference from pgw_payments');
    const kept = new Set(rows.map(({ reference }) => reference));
    expect(stored.filter((reference) => !kept.has(reference))).toEqual([]);
    expect(stored.length).toBeGreaterThan(0);
  } finally {
    await admin.end();
    await pool.end();
    await server.stop();
  }
});
