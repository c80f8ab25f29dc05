import { createGatewayClient } from '@pgw/client';
import { createSandbox, type Sandbox } from '@pgw/sandbox';
import { findFreePort } from '../../../scripts/free-port.mjs';
import { readEffects } from '../shop/outcomes.ts';
import { runInParallel } from '../parallel.ts';
import { createNote, createOpenPayment, createTransaction } from '../gateway/payments.ts';
import type { PostgresStorage } from '../postgres.ts';
import { createRandom, type Random } from '../random.ts';
import { countInboxCallbacks } from '../failures/run-check.ts';
import { sandboxCredentials } from '../shop/sandbox-connection.ts';
import { createLedger, openStorage, queryRows, type StorageSettings } from '../shop/storage.ts';
import { AcknowledgedCallbacks } from './acknowledged-callbacks.ts';
import { startInstance, type Instance } from './instance.ts';
import { judgeRun } from './judge.ts';
import { countPayments, createPlan, type GatewayEvent, type PlannedPayment } from './plan.ts';

export interface ServerlessOptions {
  readonly storage: PostgresStorage;
  readonly callbacks: number;
  /** Each process is killed after this number of acknowledged callbacks. */
  readonly batch: number;
  readonly seed: number;
  readonly log: (line: string) => void;
}

export interface ServerlessReport {
  readonly figures: Readonly<Record<string, number>>;
  readonly failures: readonly string[];
}

const second = 1_000;
const hour = 3_600 * second;
const day = 24 * hour;
/** How far the clock advances between two processes. A callback that a process has not handled is due after 20 s. */
const pauseMs = 5 * second;
/** Payments of this age are queried every hour while their state is not final, and not every minute. */
const createdBeforeMs = 2 * hour;
/** A wait for the next due work ends when nothing is due within this time. */
const horizonMs = hour / 2;
/** The limit of the sweeps in a row. Work that is still due then is never done, and the judgement reports it. */
const maxRounds = 300;
/** One process of this number also receives the scheduled request, beside its callbacks. */
const processesPerCron = 3;
const kilatPay = 5;

/** Sends callbacks to processes that are killed after each batch. Then sweeps until nothing is due, and judges. */
export async function runServerless(options: ServerlessOptions): Promise<ServerlessReport> {
  const acknowledged = new AcknowledgedCallbacks();
  const sandbox = await createSandbox({
    port: 0,
    callbackRetryMs: Array<number>(1_000).fill(100),
    paymentLifetimeMs: 30 * day,
    timestampWindowMs: 366 * day,
    onCallback: (event) => acknowledged.record(event),
  });
  try {
    return await runWithSandbox(options, { sandbox, acknowledged });
  } finally {
    await sandbox.close();
  }
}

interface Gateway {
  readonly sandbox: Sandbox;
  readonly acknowledged: AcknowledgedCallbacks;
}

async function runWithSandbox(options: ServerlessOptions, gateway: Gateway): Promise<ServerlessReport> {
  const { storage, log } = options;
  const { sandbox, acknowledged } = gateway;
  const port = await findFreePort();
  await createLedger(storage);
  const payments = await preparePayments(storage, sandbox, { count: countPayments(options.callbacks), port });
  const plan = createPlan(payments);
  const platform = new Platform(options, { ...gateway, port });
  log(`${payments.length} payments are open. A process is killed after each ${options.batch} callbacks.`);
  const startedAt = performance.now();
  await platform.deliver(plan.first);
  log('The first callback of each payment is acknowledged. Sweeps follow until nothing is due.');
  await platform.sweepUntilNothingIsDue();
  await platform.deliver(plan.second);
  log('The second callbacks are acknowledged. Sweeps follow until nothing is due.');
  const problems = await platform.sweepUntilNothingIsDue();
  const seconds = Math.round((performance.now() - startedAt) / second);
  const numbers = new Map(payments.map(({ transactionNumber, reference }) => [transactionNumber, reference]));
  const judgement = judgeRun({
    plan,
    effects: await readEffects(storage),
    acknowledged: acknowledged.countByReference(numbers),
    inbox: await countInboxCallbacks(storage),
    totals: sandbox.listPaymentTotals(),
    problems,
  });
  const { killed, leftCallbacks, cronCalls } = platform;
  const untested =
    leftCallbacks === 0 ? ['no killed process had unfinished work: the run did not test the promise'] : [];
  return {
    figures: {
      'callbacks acknowledged': acknowledged.count,
      'processes killed': killed,
      'callbacks that the killed processes had not handled': leftCallbacks,
      'scheduled requests': cronCalls,
      ...judgement.figures,
      seconds,
    },
    failures: [...judgement.failures, ...untested],
  };
}

/** Opens payments at the gateway, and stores them at the shop as open. */
async function preparePayments(
  storage: StorageSettings,
  sandbox: Sandbox,
  { count, port }: { readonly count: number; readonly port: number },
): Promise<PlannedPayment[]> {
  const client = createGatewayClient({ baseUrl: sandbox.url, ...sandboxCredentials });
  const { store, close } = await openStorage(storage, { kind: 'tx' });
  await store.open();
  const payments: PlannedPayment[] = [];
  const shopUrl = `http://127.0.0.1:${port}`;
  const callbackUrl = `${shopUrl}/pgw/callback`;
  await runInParallel({ count, concurrency: 16 }, async (n) => {
    const planned = createTransaction(n + 1);
    const { reference, amount, currencyCode } = planned;
    const { transactionNumber } = await client.requestPayment({
      channelId: kilatPay,
      currencyCode,
      amount,
      referenceCode: reference,
      ipAddress: '127.0.0.1',
      returnUrl: `${shopUrl}/pgw/return`,
      callbackUrl,
    });
    // The sweep never queries an open payment of this run, so that a lost callback is noticed.
    const createdAt = Date.now() - createdBeforeMs;
    const payment = createOpenPayment({ ...planned, transactionNumber }, { callbackUrl, createdAt });
    await store.insert('payment', { payment, note: createNote(reference) });
    payments.push({ transactionNumber, reference, amount });
  });
  await store.close();
  await close();
  await client.close();
  return payments;
}

/** Starts and kills the processes of a shop, one after the other. */
class Platform {
  readonly #options: ServerlessOptions;
  readonly #gateway: Gateway & { readonly port: number };
  readonly #random: Random;
  #clockOffsetMs = 0;
  killed = 0;
  /** The number of callbacks that were stored and not handled when a process was killed. */
  leftCallbacks = 0;
  cronCalls = 0;

  constructor(options: ServerlessOptions, gateway: Gateway & { readonly port: number }) {
    this.#options = options;
    this.#gateway = gateway;
    this.#random = createRandom(options.seed);
  }

  /** Lets the events happen in random order. Kills the process after each batch of acknowledged callbacks. */
  async deliver(events: readonly GatewayEvent[]): Promise<void> {
    const { sandbox, acknowledged } = this.#gateway;
    const queue = this.#random.shuffled(events);
    while (queue.length > 0) {
      const batch = takeBatch(queue, this.#options.batch);
      const expected = acknowledged.count + batch.reduce((sum, { callbacks }) => sum + callbacks, 0);
      const instance = await this.#start();
      const firstReceivedAt = this.#now();
      const cron = this.killed % processesPerCron === 0 ? this.#callCron(instance, 'sweep') : undefined;
      for (const { happen } of batch) happen(sandbox);
      await acknowledged.waitFor(expected);
      await instance.kill();
      this.killed += 1;
      await cron;
      this.leftCallbacks += await countRows(
        this.#options.storage,
        `select count(*) as value from pgw_callbacks where due_at is not null and received_at >= ${firstReceivedAt}`,
      );
    }
  }

  /**
   * Sends the scheduled request, and advances the clock to the next due work, until nothing is due within `horizonMs`.
   * Resolves with the problems that the hourly request finds.
   */
  async sweepUntilNothingIsDue(): Promise<readonly string[]> {
    const instance = await this.#start();
    try {
      for (let rounds = 0; rounds < maxRounds; rounds += 1) {
        const response = await this.#callCron(instance, 'sweep');
        if (response === undefined) throw new Error('A sweep had no response.');
        if (response.hasMore) continue;
        const now = this.#now();
        const dueAt = await readNextDueAt(this.#options.storage);
        if (dueAt === undefined || dueAt > now + horizonMs) break;
        const ms = Math.max(second, dueAt - now + second);
        this.#clockOffsetMs += ms;
        await instance.advanceClock(ms);
      }
      return (await this.#callCron(instance, 'hourly'))?.problems ?? ['The hourly request had no response.'];
    } finally {
      await instance.kill();
    }
  }

  /** The time of the shop. */
  #now(): number {
    return Date.now() + this.#clockOffsetMs;
  }

  async #callCron(...[instance, name]: [Instance, 'sweep' | 'hourly']) {
    this.cronCalls += 1;
    return instance.callCron(name);
  }

  #start(): Promise<Instance> {
    const { storage } = this.#options;
    const { sandbox, port } = this.#gateway;
    this.#clockOffsetMs += pauseMs;
    // Each process has only a few connections, because a platform starts many processes.
    const settings = { storage: { ...storage, connections: 4 }, gatewayUrl: sandbox.url, port };
    return startInstance({ ...settings, clockOffsetMs: this.#clockOffsetMs });
  }
}

/** Removes the events of the next batch from the queue: they have this number of callbacks, or one more. */
function takeBatch(queue: GatewayEvent[], callbacks: number): GatewayEvent[] {
  const batch: GatewayEvent[] = [];
  for (let left = callbacks; left > 0;) {
    const event = queue.pop();
    if (event === undefined) break;
    batch.push(event);
    left -= event.callbacks;
  }
  return batch;
}

async function countRows(storage: StorageSettings, sql: string): Promise<number> {
  const [row] = await queryRows(storage, sql);
  return Number(row?.['value']);
}

/** Returns when the next work is due, in milliseconds since the epoch. Undefined if the store has no such work. */
async function readNextDueAt(storage: StorageSettings): Promise<number | undefined> {
  const columns = [
    ['pgw_payments', 'next_query_at'],
    ['pgw_hooks', 'next_attempt_at'],
    ['pgw_callbacks', 'due_at'],
    ['pgw_operations', 'next_query_at'],
  ];
  const minima = columns.map(([table, column]) => `(select min(${column}) from ${table})`);
  const [row] = await queryRows(storage, `select least(${minima.join(', ')}) as due_at`);
  const dueAt = row?.['due_at'];
  return dueAt === null || dueAt === undefined ? undefined : Number(dueAt);
}
