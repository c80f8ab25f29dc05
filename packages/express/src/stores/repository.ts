import { AsyncLocalStorage } from 'node:async_hooks';
import { foldReference, PgwError } from '@pgw/protocol';
import { CamelCasePlugin, Kysely, type Dialect, type Transaction } from 'kysely';
import { Migrator } from 'kysely/migration';
import type { Payment } from '../payments/payment.ts';
import { migrations, storedPayment, type Tables } from './schema.ts';
import type { PaymentChange, Store, StoredCallback } from './store.ts';

export interface RepositoryOptions<Tx> {
  readonly dialect: Dialect;
  /** What `onPaid` writes with, inside the transaction. */
  readonly handle: (transaction: Transaction<Tables>) => Tx;
  /** Prepares what the dialect connects to; runs once, before the first query. */
  readonly prepare?: () => void | Promise<void>;
}

/** The one repository over every SQL dialect. */
export class Repository<Tx> implements Store<Tx> {
  readonly #root: Kysely<Tables>;
  readonly #options: RepositoryOptions<Tx>;
  /** The transaction of the running `fulfil`, so that what `onPaid` asks of the store joins it instead of waiting for it. */
  readonly #current = new AsyncLocalStorage<Transaction<Tables>>();

  constructor(options: RepositoryOptions<Tx>) {
    this.#options = options;
    this.#root = new Kysely<Tables>({ dialect: options.dialect, plugins: [new CamelCasePlugin()] });
  }

  get #db(): Kysely<Tables> {
    return this.#current.getStore() ?? this.#root;
  }

  async open(): Promise<void> {
    await this.#options.prepare?.();
    const migrator = new Migrator({
      db: this.#root,
      provider: { getMigrations: () => Promise.resolve(migrations) },
      migrationTableName: 'pgw_migrations',
      migrationLockTableName: 'pgw_migrations_lock',
    });
    const { error } = await migrator.migrateToLatest();
    if (error !== undefined) {
      throw new PgwError('invalid-configuration', 'The tables of the payment store could not be created.', {
        cause: error,
      });
    }
  }

  async close(): Promise<void> {
    await this.#root.destroy();
  }

  async insertPayment(payment: Payment): Promise<boolean> {
    const { numInsertedOrUpdatedRows } = await this.#db
      .insertInto('pgwPayments')
      .values({ ...payment, referenceKey: foldReference(payment.reference) })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirst();
    return numInsertedOrUpdatedRows === 1n;
  }

  async findPayment(reference: string): Promise<Payment | undefined> {
    const row = await this.#payments()
      .where('referenceKey', '=', foldReference(reference))
      .executeTakeFirst();
    return row && storedPayment.parse(row);
  }

  async findAttempt(orderId: string, attempt: string): Promise<Payment | undefined> {
    const query = this.#payments().where('orderId', '=', orderId).where('attempt', '=', attempt);
    const row = await query.executeTakeFirst();
    return row && storedPayment.parse(row);
  }

  async paymentsOfOrder(orderId: string): Promise<Payment[]> {
    const query = this.#payments().where('orderId', '=', orderId);
    const rows = await query.orderBy('createdAt', 'desc').orderBy('referenceKey').execute();
    return rows.map((row) => storedPayment.parse(row));
  }

  async updatePayment(payment: Payment, change: PaymentChange): Promise<Payment | undefined> {
    const next = { ...change, version: payment.version + 1 };
    const { numUpdatedRows } = await this.#db
      .updateTable('pgwPayments')
      .set(next)
      .where('referenceKey', '=', foldReference(payment.reference))
      .where('version', '=', payment.version)
      .executeTakeFirst();
    return numUpdatedRows === 1n ? { ...payment, ...next } : undefined;
  }

  async insertCallback(callback: StoredCallback): Promise<void> {
    const referenceKey = foldReference(callback.reference);
    await this.#transaction(async (db) => {
      await db
        .insertInto('pgwCallbacks')
        .values({ ...callback, referenceKey })
        .execute();
      await db
        .updateTable('pgwPayments')
        .set((column) => ({
          nextAskAt: callback.receivedAt,
          transactionNumber: column.fn.coalesce('transactionNumber', column.val(callback.transactionNumber)),
          version: column('version', '+', 1),
        }))
        .where('referenceKey', '=', referenceKey)
        .execute();
    });
  }

  async callbacksOf(reference: string): Promise<StoredCallback[]> {
    return this.#db
      .selectFrom('pgwCallbacks')
      .select(['reference', 'transactionNumber', 'status', 'rawBody', 'signature', 'receivedAt'])
      .where('referenceKey', '=', foldReference(reference))
      .orderBy('id')
      .execute();
  }

  async claimPaymentsToAsk(now: number, until: number, limit: number): Promise<Payment[]> {
    const due = await this.#payments()
      .where('nextAskAt', '<=', now)
      .orderBy('nextAskAt')
      .limit(limit)
      .execute();
    const claims = due.map((row) => this.updatePayment(storedPayment.parse(row), { nextAskAt: until }));
    return (await Promise.all(claims)).filter((claimed) => claimed !== undefined);
  }

  async paymentsToFulfil(now: number, limit: number): Promise<string[]> {
    const rows = await this.#db
      .selectFrom('pgwPayments')
      .select('reference')
      .where('fulfilment', '=', 'due')
      .where('nextFulfilAt', '<=', now)
      .orderBy('nextFulfilAt')
      .limit(limit)
      .execute();
    return rows.map(({ reference }) => reference);
  }

  async fulfil(
    reference: string,
    work: (payment: Payment, tx: Tx) => void | Promise<void>,
  ): Promise<boolean> {
    return this.#transaction(async (db) => {
      // Marking first takes the row's lock, so a second process waits here and then finds nothing due.
      const marked = await db
        .updateTable('pgwPayments')
        .set((column) => ({ fulfilment: 'done', nextFulfilAt: null, version: column('version', '+', 1) }))
        .where('referenceKey', '=', foldReference(reference))
        .where('fulfilment', '=', 'due')
        .returningAll()
        .executeTakeFirst();
      if (marked === undefined) return false;
      await work(storedPayment.parse(marked), this.#options.handle(db));
      return true;
    });
  }

  #payments() {
    return this.#db.selectFrom('pgwPayments').selectAll();
  }

  /** Runs in the current transaction, or in one of its own. */
  async #transaction<T>(work: (db: Transaction<Tables>) => Promise<T>): Promise<T> {
    const current = this.#current.getStore();
    if (current !== undefined) return work(current);
    return this.#root.transaction().execute((db) => this.#current.run(db, () => work(db)));
  }
}
