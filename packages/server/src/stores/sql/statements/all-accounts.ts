import { normalizeReference } from '@pgw/protocol';
import { sql, type RawBuilder } from 'kysely';
import * as z from '@pgw/protocol/zod';
import { openStates } from '../../../model/operations/operation.ts';
import type {
  AccountProblem,
  AllAccounts,
  DueRequest,
  ProblemRequest,
} from '../../../model/ports/all-accounts.ts';
import { longestIntervalsMs } from '../../../model/schedule.ts';
import { integerSchema } from '../columns.ts';
import type { Connection } from '../connection.ts';
import { acquireQuota, purge } from './maintenance.ts';
import { countUses } from './use-counts.ts';
import { isRechecked, toRecheckName } from './payments/rechecks.ts';

const accountSchema = z.object({ id: integerSchema, shopId: z.string() });
const accountsSchema = z.array(accountSchema);
const dueSchema = z.array(
  z.object({ id: integerSchema, shopId: z.string(), hasQueries: integerSchema, hasCalls: integerSchema }),
);

/** The columns that schedule work, with the longest interval of each schedule. The first two are for queries of the gateway. */
const schedules = [
  ['pgwPayments', 'nextQueryAt', longestIntervalsMs.query],
  ['pgwOperations', 'nextQueryAt', longestIntervalsMs.query],
  ['pgwHooks', 'nextAttemptAt', longestIntervalsMs.fulfill],
  ['pgwCallbacks', 'dueAt', longestIntervalsMs.callback],
] as const;

const dayMs = 86_400_000;
/** A lease is shorter. */
const longestLeaseMs = 3_600_000;
/** The maximum number of accounts whose secrets verify a callback without an account. */
const maxAccounts = 20;

/**
 * The methods of a store for all accounts with an id of the shop. They are the only statements that read rows of several accounts. Each
 * look-up is in an index, once for each account.
 */
export function createAllAccounts(account: Connection, open: () => Promise<void>): AllAccounts {
  const connection = account.forNoAccount();
  return {
    open,
    listDue: async (request) => {
      const { queries, calls } = listDueConditions(request);
      const query = sql`select * from (select id, shop_id, ${toColumn(queries)} as has_queries, ${toColumn(calls)} as has_calls
        from pgw_accounts where shop_id is not null) as accounts where has_queries = 1 or has_calls = 1`;
      const { rows } = await connection.run((db) => query.execute(db));
      return dueSchema
        .parse(rows)
        .map(({ id, shopId, hasQueries }) => ({ id, shopId, hasQueries: hasQueries === 1 }));
    },
    listForPlainCallback: async (reference) => {
      const isOfPayment = exists('pgwPayments', sql`reference_key = ${normalizeReference(reference)}`);
      const query = sql`select id, shop_id from pgw_accounts
        where shop_id is not null and (has_plain_url = 1 or ${isOfPayment}) order by case when ${isOfPayment} then 0 else 1 end, id limit ${sql.lit(maxAccounts)}`;
      const { rows } = await connection.run((db) => query.execute(db));
      return accountsSchema.parse(rows);
    },
    countUses: (uses) => countUses(connection, uses),
    acquireQuota: (quota) => acquireQuota(connection, quota),
    findOldestDueAt: () =>
      connection.run(async (db) => {
        const columns = schedules.map(([table, due], index) => {
          return sql`min((select ${sql.ref(due)} from ${sql.table(table)} where account = pgw_accounts.id and ${sql.ref(due)} is not null${isUnreported(table)}
            order by ${sql.ref(due)} limit 1)) as ${sql.ref(`due${index}`)}`;
        });
        const { rows } = await sql<
          Record<string, unknown>
        >`select ${sql.join(columns)} from pgw_accounts where shop_id is not null`.execute(db);
        const times = Object.values(rows[0] ?? {}).flatMap(
          (time) => integerSchema.nullable().parse(time) ?? [],
        );
        return times.length === 0 ? null : Math.min(...times);
      }),
    findProblems: (request) => findProblems(connection, request),
    purge: (retention) => purge(account.forShopAccounts(), retention),
    markSwept: async (now, exceptIds) => {
      await connection.run((db) =>
        db
          .updateTable('pgwAccounts')
          .set({ sweptAt: now })
          .where('shopId', 'is not', null)
          .$if(exceptIds.length > 0, (query) => query.where('id', 'not in', exceptIds))
          .execute(),
      );
    },
  };
}

function exists(table: string, condition: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`exists (select 1 from ${sql.table(table)} where account = pgw_accounts.id and ${condition})`;
}

const problemCodes = ['work-overdue', 'operation-overdue', 'gateway-differs', 'rechecks-late'] as const;

/** One statement, for any number of accounts. */
async function findProblems(connection: Connection, request: ProblemRequest): Promise<AccountProblem[]> {
  const columns = problemCodes.map(
    (code, index) => sql`${toColumn(listProblemConditions(request)[code])} as ${sql.ref(`found${index}`)}`,
  );
  const isFound = problemCodes.map((_code, index) => sql`${sql.ref(`found${index}`)} = 1`);
  const query = sql`select * from (select id, shop_id, ${sql.join(columns)} from pgw_accounts where shop_id is not null) as accounts
        where ${sql.join(isFound, sql` or `)} order by id`;
  const { rows } = await connection.run((db) => query.execute(db));
  const found = z.array(accountSchema.loose()).parse(rows);
  return found.flatMap(({ id, shopId, ...flags }) =>
    problemCodes
      .filter((_code, index) => integerSchema.parse(flags[`found${index}`]) === 1)
      .map((code) => ({ id, shopId, code })),
  );
}

/** The conditions of accounts with problems. Each is about the rows of an index. */
function listProblemConditions({
  now,
  dueBefore,
  operationsBefore,
  recheckAges,
}: ProblemRequest): Readonly<Record<AccountProblem['code'], readonly RawBuilder<unknown>[]>> {
  return {
    'work-overdue': schedules.map(([table, column]) =>
      exists(table, sql`${sql.ref(column)} < ${dueBefore}${isUnreported(table)}`),
    ),
    'operation-overdue': [
      exists(
        'pgwOperations',
        sql`next_query_at is not null and state in (${sql.join(openStates)}) and created_at < ${operationsBefore}`,
      ),
    ],
    // The key of the table does not begin with the account, so the few rows are read once.
    'gateway-differs': [sql`id in (select account from pgw_discrepancies where is_accepted = 0)`],
    'rechecks-late': [
      sql`1 = 0`,
      ...recheckAges.map((days) => {
        const mark = sql`(select at from pgw_marks where account = pgw_accounts.id and name = ${toRecheckName(days)})`;
        const isLate = sql`created_at >= 0 and created_at > ${mark} and created_at <= ${now - (days + 1) * dayMs}`;
        return exists('pgwPayments', sql`${isLate} and ${isRechecked}`);
      }),
    ],
  };
}

function toColumn(conditions: readonly RawBuilder<unknown>[]): RawBuilder<unknown> {
  return sql`case when ${sql.join(conditions, sql` or `)} then 1 else 0 end`;
}

/** Calls of hooks that no process has are reported by events, and are not overdue. */
function isUnreported(table: string): RawBuilder<unknown> {
  return table === 'pgwHooks' ? sql` and reported_at is null` : sql``;
}

/** The conditions of accounts with payments or operations to query, and with calls of hooks and callbacks. */
function listDueConditions({ now, recheckAges }: DueRequest) {
  const isRare = recheckAges.length > 0;
  const due = schedules.map(([table, column, longestMs]) => {
    const name = sql.ref(column);
    const tooFarAhead = exists(table, sql`${name} > ${now + longestLeaseMs + longestMs}`);
    const isDue = exists(table, sql`${name} <= ${now}`);
    return isRare ? sql`(${isDue} or ${tooFarAhead})` : isDue;
  });
  const rechecks = recheckAges.map((days) => {
    const mark = sql`(select at from pgw_marks where account = pgw_accounts.id and name = ${toRecheckName(days)})`;
    const isOfAge = sql`created_at >= 0 and created_at <= ${now - days * dayMs}`;
    return exists('pgwPayments', sql`${isOfAge} and created_at > coalesce(${mark}, -1) and ${isRechecked}`);
  });
  return { queries: [...due.slice(0, 2), ...rechecks], calls: due.slice(2) };
}
