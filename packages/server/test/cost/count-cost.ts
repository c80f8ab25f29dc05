import { AsyncLocalStorage } from 'node:async_hooks';
import crypto from 'node:crypto';
import { statSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { DatabaseSync, StatementSync } from 'node:sqlite';
import { setImmediate as waitForTurn } from 'node:timers/promises';
import type { PgLike } from '../../src/stores/postgres.ts';
import type { Cost } from './costs.ts';

type StoreCost = Omit<Cost, 'gatewayCalls' | 'hmacs'>;

/** Counts the cost of a store since its creation. */
export interface StoreCounter {
  /** The text of each executed statement, to find the one that is new. */
  readonly texts: readonly string[];
  readonly read: () => StoreCost;
  readonly restore: () => void;
}

export function countPostgres(pool: PgLike): StoreCounter & { readonly pool: PgLike } {
  const texts: string[] = [];
  let roundTrips = 0;
  return {
    texts,
    read: () => ({ statements: texts.length, roundTrips }),
    restore: () => undefined,
    pool: {
      connect: async () => {
        const client = await pool.connect();
        return {
          query: (text, values) => {
            roundTrips += 1;
            texts.push(...text.split(';').filter((statement) => statement.trim() !== ''));
            return client.query(text, values);
          },
          release: (destroy) => client.release(destroy),
        };
      },
    },
  };
}

const pageBytes = 4_096;
const pageHeaderBytes = 24;

/** Counts the statements of the SQLite database in a file. The sandbox has another database in this process. */
export function countSqlite(file: string): StoreCounter {
  const texts: string[] = [];
  const counted = new WeakSet<StatementSync>();
  const count: Wrapper = (execute) =>
    function (...values) {
      if (this instanceof StatementSync && counted.has(this)) texts.push(this.sourceSQL);
      return execute.apply(this, values);
    };
  const restores = [
    wrapMethod(StatementSync.prototype, 'all', count),
    wrapMethod(StatementSync.prototype, 'run', count),
    wrapMethod(
      DatabaseSync.prototype,
      'prepare',
      (prepare) =>
        function (...values) {
          const statement = prepare.apply(this, values);
          const isCounted = this instanceof DatabaseSync && this.location() === file;
          if (isCounted && statement instanceof StatementSync) counted.add(statement);
          return statement;
        },
    ),
  ];
  return {
    texts,
    // SQLite appends to the log until it has 1,000 pages, which is more than the test writes.
    read: () => ({
      statements: texts.length,
      pages: Math.floor(statSync(`${file}-wal`).size / (pageHeaderBytes + pageBytes)),
    }),
    restore: () => restores.forEach((restore) => restore()),
  };
}

type Method = (this: unknown, ...values: unknown[]) => unknown;
type Wrapper = (method: Method) => Method;

/** Replaces a method of a class. Returns the function that restores it. */
function wrapMethod(prototype: object, name: string, wrap: Wrapper): () => void {
  // The callers only name methods.
  const method = Reflect.get(prototype, name) as Method;
  Reflect.set(prototype, name, wrap(method));
  return () => void Reflect.set(prototype, name, method);
}

/** Finds the calls of the store and the gateway that have not ended. The work of a shop always waits for one of them. */
export class RunningCalls {
  readonly #calls = new Set<Promise<unknown>>();

  /** Returns the object with methods whose calls are recorded until they end. */
  track<Target extends object>(target: Target): Target {
    const record =
      (method: Method): Method =>
      (...values) => {
        const result = Reflect.apply(method, target, values);
        const end = (): void => void this.#calls.delete(call);
        const call: Promise<void> = Promise.resolve(result).then(end, end);
        this.#calls.add(call);
        return result;
      };
    const get = (_: Target, name: string | symbol): unknown => {
      const value: unknown = Reflect.get(target, name);
      return typeof value === 'function' ? record(value as Method) : value;
    };
    return new Proxy(target, { get });
  }

  /** Resolves when no call is running. The code after a call makes the next one in the same turn of the event loop. */
  async waitUntilIdle(): Promise<void> {
    do {
      await Promise.allSettled(this.#calls);
      await waitForTurn();
    } while (this.#calls.size > 0);
  }
}

const countedWork = new AsyncLocalStorage<true>();

/** Runs work whose HMACs are counted. The sandbox in the same process computes HMACs too. */
export function runCounted<Result>(work: () => Result): Result {
  return countedWork.run(true, work);
}

/** Counts the computed HMACs of {@link runCounted}: signatures of requests and callbacks, and tokens of payments. */
export function countHmacs(): { readonly read: () => number; readonly restore: () => void } {
  const { createHmac } = crypto;
  let hmacs = 0;
  const replace = (replacement: typeof createHmac): void => {
    crypto.createHmac = replacement;
    syncBuiltinESMExports();
  };
  replace((...args) => {
    if (countedWork.getStore() === true) hmacs += 1;
    return createHmac(...args);
  });
  return { read: () => hmacs, restore: () => replace(createHmac) };
}
