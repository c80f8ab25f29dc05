import { PgwError } from '@pgw/protocol';
import { sql } from 'kysely';
import * as z from '@pgw/protocol/zod';
import type { StoreAccount, StoredAccount } from '../../../model/ports/account-store.ts';
import { integerSchema } from '../columns.ts';
import type { Connection } from '../connection.ts';
import { tables } from '../schema.ts';

type NewAccount = StoreAccount & { readonly now: number };

/**
 * Resolves with the id of an account in the store. The first account that opens a new store owns it, and every other one must
 * be added before. Without an account, it is the only one of the store.
 *
 * @throws PgwError `wrong-account` when the store belongs to other accounts.
 */
export async function findOwnAccount(
  connection: Connection,
  opener: NewAccount | undefined,
): Promise<number> {
  const stored = await readAccounts(connection);
  const found =
    opener === undefined ? (stored.length === 1 ? stored[0] : undefined) : stored.find(isSame(opener));
  if (found !== undefined) return found.id;
  if (opener === undefined || !(await own(connection, opener))) throw createWrongAccountError(opener, stored);
  return findOwnAccount(connection, opener);
}

/** Makes an account the owner of a store without one. Of two processes that open a new store at the same time, one owns it. */
async function own(connection: Connection, { origin, merchantId, now: createdAt }: NewAccount) {
  const { numUpdatedRows } = await connection.run((db) =>
    db
      .updateTable('pgwAccounts')
      .set({ origin, merchantId, createdAt })
      .where('origin', 'is', null)
      .executeTakeFirst(),
  );
  return numUpdatedRows === 1n;
}

/** Adds an account. Processes that add accounts at the same time wait for each other at the row of the first account. */
export async function addAccount(connection: Connection, account: NewAccount): Promise<void> {
  if (await own(connection, account)) return;
  const { origin, merchantId, now: createdAt } = account;
  await connection.transaction(async (db) => {
    const first = db.updateTable('pgwAccounts').set((expression) => ({ id: expression.ref('id') }));
    await first.where('id', '=', 1).execute();
    const id = sql<number>`(select max(id) + 1 from pgw_accounts)`;
    const insert = db.insertInto('pgwAccounts').values({ id, origin, merchantId, createdAt });
    await insert.onConflict((conflict) => conflict.doNothing()).execute();
  });
}

type AccountRow = z.output<typeof tables.pgwAccounts.schema>;

async function readAccounts(connection: Connection): Promise<AccountRow[]> {
  const rows = await connection.run((db) => db.selectFrom('pgwAccounts').selectAll().orderBy('id').execute());
  return rows.map((row) => tables.pgwAccounts.schema.parse(row));
}

const workSchema = z.array(
  z.object({ kind: z.string(), count: integerSchema, oldest: integerSchema.nullable() }),
);

/** Lists the accounts with their open work. */
export async function listAccounts(
  connection: Connection,
  { notSweptSince }: { readonly notSweptSince?: number | undefined } = {},
): Promise<StoredAccount[]> {
  const accounts = (await readAccounts(connection)).filter(
    ({ sweptAt }) => notSweptSince === undefined || (sweptAt ?? 0) < notSweptSince,
  );
  const listed: StoredAccount[] = [];
  for (const { createdAt: _createdAt, ...account } of accounts)
    listed.push({ ...account, ...(await readWork(connection, account.id)) });
  return listed;
}

/** Reads the open work of an account in the indexes of due work. */
async function readWork(
  connection: Connection,
  account: number,
): Promise<Omit<StoredAccount, keyof AccountRow>> {
  const select = (kind: string, table: string, due: string) => sql`
    select ${sql.lit(kind)} as kind, count(*) as count, min(${sql.ref(due)}) as oldest from ${sql.table(table)}
    where account = ${account} and ${sql.ref(due)} is not null`;
  const query = sql`${select('payment', 'pgwPayments', 'nextQueryAt')} union all ${select('operation', 'pgwOperations', 'nextQueryAt')}
    union all ${select('hook', 'pgwHooks', 'nextAttemptAt')} union all ${select('callback', 'pgwCallbacks', 'dueAt')}`;
  const { rows } = await connection.run((db) => query.execute(db));
  const work = workSchema.parse(rows);
  const count = (...kinds: readonly string[]): number =>
    work.reduce((sum, row) => (kinds.includes(row.kind) ? sum + row.count : sum), 0);
  const times = work.flatMap(({ oldest }) => (oldest === null ? [] : [oldest]));
  return {
    openPayments: count('payment'),
    openOperations: count('operation'),
    dueCalls: count('hook', 'callback'),
    oldestDueAt: times.length === 0 ? null : Math.min(...times),
  };
}

/** Marks that a process sweeps the account of the connection. */
export async function markSwept(connection: Connection, now: number): Promise<void> {
  await connection.run((db) =>
    db.updateTable('pgwAccounts').set({ sweptAt: now }).where('id', '=', db.account).execute(),
  );
}

function isSame(account: StoreAccount): (row: AccountRow) => boolean {
  return ({ origin, merchantId }) => origin === account.origin && merchantId === account.merchantId;
}

function createWrongAccountError(opener: StoreAccount | undefined, stored: readonly AccountRow[]): PgwError {
  const owners = stored.map(({ origin, merchantId }) => `merchant ${merchantId} at ${origin}`).join(', ');
  const message =
    opener === undefined
      ? `The payment store has the accounts of ${owners}: pass the account to open.`
      : `The payment store belongs to ${owners}, and this checkout is merchant ${opener.merchantId} at ${opener.origin}: give this checkout ` +
        'another file or database, or add the account to this store with the command `npx pgw-express accounts add --checkout <module>`, which first shows the open work there.';
  return new PgwError('wrong-account', message);
}
