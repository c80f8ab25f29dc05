import { PgwError } from '@pgw/protocol';
import { sql } from 'kysely';
import * as z from '@pgw/protocol/zod';
import type { OpeningAccount, StoreAccount, StoredAccount } from '../../../model/ports/account-store.ts';
import type { ShopAccount } from '../../../model/ports/all-accounts.ts';
import { integerSchema } from '../columns.ts';
import type { Connection } from '../connection.ts';
import { tables } from '../schema.ts';

/**
 * Resolves with the id of an account in the store. The first account that opens a new store owns it, and every other one must
 * be added before, except those of a checkout with several accounts. Without an account, it is the only one of the store.
 *
 * @throws PgwError `wrong-account` when the store belongs to other accounts.
 */
export async function findOwnAccount(
  connection: Connection,
  opener: OpeningAccount | undefined,
): Promise<number> {
  if (opener?.shopId !== undefined) return openShopAccount(connection, { ...opener, shopId: opener.shopId });
  const stored = await readAccounts(connection);
  const found =
    opener === undefined ? (stored.length === 1 ? stored[0] : undefined) : stored.find(isSame(opener));
  if (found !== undefined) {
    if (opener !== undefined) await setChanged(connection, found, { ...readFacts(opener), hasPlainUrl: 1 });
    return found.id;
  }
  if (opener === undefined || !(await own(connection, opener))) throw createWrongAccountError(opener, stored);
  return findOwnAccount(connection, opener);
}

type ShopOpener = OpeningAccount & Pick<ShopAccount, 'shopId'>;

/** An id of the shop and a merchant belong together for ever. */
async function openShopAccount(connection: Connection, opener: ShopOpener): Promise<number> {
  const { shopId, origin, merchantId } = opener;
  const stored = await readAccounts(connection, opener);
  const found = stored.find(isSame(opener));
  const withId = stored.find((row) => row.shopId === shopId);
  if (found !== undefined && found === withId) {
    await setChanged(connection, found, readFacts(opener));
    return found.id;
  }
  const merchant = `merchant ${merchantId} at ${origin}`;
  if (withId !== undefined) {
    const { merchantId: storedId, origin: storedOrigin } = withId;
    const message =
      `The account ${shopId} is merchant ${storedId} at ${storedOrigin} in the payment store, and accounts.find has returned ${merchant}: ` +
      'return the credentials of that merchant, or give this one an id of its own, also after a change from test to live.';
    throw new PgwError('wrong-account', message);
  }
  if (found?.shopId != null) {
    const message = `${merchant} has the id ${found.shopId} in the payment store, and accounts.find has returned it for ${shopId} too. One merchant has one id for ever: return it for ${found.shopId} only.`;
    throw new PgwError('wrong-account', message);
  }
  if (found === undefined) await addAccount(connection, opener);
  else await setShopId(connection, found.id, shopId);
  return openShopAccount(connection, opener);
}

type AccountFacts = Partial<Pick<AccountRow, 'environment' | 'hasPlainUrl'>>;

function readFacts({ environment }: StoreAccount): AccountFacts {
  return environment === undefined ? {} : { environment };
}

/** Stores what a checkout knows about its account, if the row differs. */
async function setChanged(connection: Connection, row: AccountRow, facts: AccountFacts): Promise<void> {
  const changed = { ...row, ...facts };
  if (changed.environment === row.environment && changed.hasPlainUrl === row.hasPlainUrl) return;
  await connection.run((db) => db.updateTable('pgwAccounts').set(facts).where('id', '=', row.id).execute());
}

/** Gives an account its id, unless another process has given the id to another account at the same time. */
async function setShopId(connection: Connection, id: number, shopId: string): Promise<void> {
  const isUnused = sql<boolean>`not exists (select 1 from pgw_accounts as others where others.shop_id = ${shopId})`;
  await connection.run((db) =>
    db
      .updateTable('pgwAccounts')
      .set({ shopId })
      .where('id', '=', id)
      .where('shopId', 'is', null)
      .where(isUnused)
      .execute(),
  );
}

/** Makes an account the owner of a store without one. Of two processes that open a new store at the same time, one owns it. */
async function own(connection: Connection, opener: OpeningAccount): Promise<boolean> {
  const { origin, merchantId, now: createdAt } = opener;
  const shopId = opener.shopId ?? null;
  const hasPlainUrl = shopId === null ? 1 : null;
  const { numUpdatedRows } = await connection.run((db) =>
    db
      .updateTable('pgwAccounts')
      .set({ origin, merchantId, createdAt, shopId, hasPlainUrl, ...readFacts(opener) })
      .where('origin', 'is', null)
      // The payments of an earlier version belong to the merchant of its checkout, and not to one of several.
      .$if(shopId !== null, (query) =>
        query.where(sql<boolean>`not exists (select 1 from pgw_payments where account = pgw_accounts.id)`),
      )
      .executeTakeFirst(),
  );
  return numUpdatedRows === 1n;
}

/** Adds an account. Processes that add accounts at the same time wait for each other at the row of the first account. */
export async function addAccount(connection: Connection, account: OpeningAccount): Promise<boolean> {
  if (await own(connection, account)) return true;
  const { origin, merchantId, now: createdAt } = account;
  const shopId = account.shopId ?? null;
  const hasPlainUrl = shopId === null ? 1 : null;
  return connection.transaction(async (db) => {
    const first = db.updateTable('pgwAccounts').set((expression) => ({ id: expression.ref('id') }));
    await first.where('id', '=', 1).execute();
    const id = sql<number>`(select max(id) + 1 from pgw_accounts)`;
    const insert = db
      .insertInto('pgwAccounts')
      .values({ id, origin, merchantId, createdAt, shopId, hasPlainUrl, ...readFacts(account) });
    const result = await insert.onConflict((conflict) => conflict.doNothing()).executeTakeFirst();
    return result.numInsertedOrUpdatedRows === 1n;
  });
}

type AccountRow = z.output<typeof tables.pgwAccounts.schema>;

/** Reads all accounts, or those with the id or the merchant of one that opens the store. */
async function readAccounts(connection: Connection, opener?: ShopOpener): Promise<AccountRow[]> {
  const rows = await connection.run((db) => {
    const query = db.selectFrom('pgwAccounts').selectAll().orderBy('id');
    if (opener === undefined) return query.execute();
    const { shopId, origin, merchantId } = opener;
    return query
      .where((expression) =>
        expression.or([expression('shopId', '=', shopId), expression.and({ origin, merchantId })]),
      )
      .execute();
  });
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
  for (const { createdAt: _createdAt, hasPlainUrl: _hasPlainUrl, ...account } of accounts)
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
        'another file or database, or add the account to this store with the command `npx pgw-express accounts add --checkout <module>`, which first shows the open work there.' +
        (isLocal(opener) && stored.every(isLocal)
          ? ' All are sandboxes of this machine: start the sandbox on its earlier port, or delete the file if its payments are of no use.'
          : '');
  const ids = opener && { merchantId: opener.merchantId, gatewayOrigin: opener.origin };
  return new PgwError('wrong-account', message, { ids });
}

/** True for an account at a gateway of this machine, which moves no real money. */
function isLocal({ origin }: Pick<AccountRow, 'origin'>): boolean {
  return origin !== null && /^http:\/\/(?:localhost|127(?:\.\d+){3}|\[::1\])(?::|$)/.test(origin);
}
