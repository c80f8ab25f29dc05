import { sql } from 'kysely';
import type { Payment } from '../../../../model/payments/payment.ts';
import type { RecheckRequest, RecheckScope } from '../../../../model/ports/kinds.ts';
import { recheckedStates } from '../../../../model/schedule.ts';
import { integerSchema } from '../../columns.ts';
import type { Database } from '../../schema.ts';
import type { Connection } from '../../connection.ts';
import { readPayment } from '../../rows/payment-row.ts';

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

/** The mark with the time up to which the budget is used. */
const budgetName = 'recheck-budget';

/** The payments of an age that were created in a period. Their comparison at this age is due. */
interface Due {
  readonly name: string;
  /** The end of the period before. */
  readonly from: number;
  /** The last time of creation that has the age. */
  readonly to: number;
}

/** Leases payments to compare again; see `Store.leaseRechecks`. */
export async function leaseRechecks(connection: Connection, request: RecheckRequest): Promise<Payment[]> {
  const idle = await connection.run(async (db) => isIdle(db, await readDue(db, request)));
  if (idle) return [];
  return connection.transaction(async (db) => {
    const { now, perDay } = request;
    const marks = await lockMarks(connection, db, request);
    const used = marks.get(budgetName) ?? 0;
    // A time that is far from the present is older than the saved budget, or was stored before the clock was set back.
    const usedUntil = Math.abs(now - used) > hourMs ? now - hourMs : used;
    const intervalMs = dayMs / perDay;
    const granted = Math.min(request.limit, Math.floor((now - usedUntil) / intervalMs));
    const payments = new Map<string, Payment>();
    const dues = toDues(request, marks).sort((a, b) => b.to - b.from - (a.to - a.from));
    for (const { name, from, to } of dues) {
      const limit = granted - payments.size;
      if (limit <= 0) break;
      const end = await findEnd(db, { from, to }, limit);
      for (const payment of await lease(connection, db, { from, to: end, until: request.until }))
        payments.set(payment.reference, payment);
      await setMark(db, name, end);
    }
    if (payments.size > 0) await setMark(db, budgetName, Math.round(usedUntil + payments.size * intervalMs));
    return [...payments.values()];
  });
}

/** Finds how late the comparisons are; see `Facts`. */
export async function findRecheckDelay(connection: Connection, scope: RecheckScope): Promise<number> {
  return connection.run(async (db) => {
    const late = (await readDue(db, scope))
      .map(({ from, to }) => ({ from, to: to - dayMs }))
      .filter(({ from, to }) => from < to);
    const first = await findFirst(db, late);
    return Math.max(0, ...late.map(({ to }, index) => to + dayMs - (first[index] ?? to + dayMs)));
  });
}

async function readDue(db: Database, scope: RecheckScope): Promise<Due[]> {
  const names = scope.ages.map(toRecheckName);
  const rows = await db.selectFrom('pgwMarks').selectAll().where('name', 'in', names).execute();
  return toDues(scope, new Map(rows.map(({ name, at }) => [name, integerSchema.parse(at)])));
}

/** A mark in the future was stored before the clock was set back. Comparisons then begin with the present. */
function toDues({ ages, now }: RecheckScope, marks: ReadonlyMap<string, number>): Due[] {
  return ages.map((days) => {
    const name = toRecheckName(days);
    const to = now - days * dayMs;
    const mark = marks.get(name) ?? Number.POSITIVE_INFINITY;
    return { name, from: mark > to + hourMs ? Number.POSITIVE_INFINITY : mark, to };
  });
}

export function toRecheckName(days: number): string {
  return `recheck-${days}`;
}

/** True if no payment is due, and each mark is so new that it need not be written. */
async function isIdle(db: Database, dues: readonly Due[]): Promise<boolean> {
  if (dues.some(({ from, to }) => from === Number.POSITIVE_INFINITY || to - from > hourMs)) return false;
  return (await findFirst(db, dues)).every((createdAt) => createdAt === null);
}

/** Locks the marks, so that only one process leases at a time. Creates the missing ones. */
async function lockMarks(
  connection: Connection,
  db: Database,
  scope: RecheckScope,
): Promise<ReadonlyMap<string, number>> {
  const { now, ages } = scope;
  const rows = [
    { name: budgetName, at: now - hourMs },
    // A payment that was older than an age at the first sweep is compared at once, and not only at the next age.
    ...ages.map((days, index) => ({
      name: toRecheckName(days),
      at: now - (ages[index + 1] ?? days) * dayMs,
    })),
  ];
  await db
    .insertInto('pgwMarks')
    .values(rows)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const locked = await db
    .selectFrom('pgwMarks')
    .selectAll()
    .where(
      'name',
      'in',
      rows.map(({ name }) => name),
    )
    .orderBy('name')
    .$if(connection.backend.hasRowLocks, (query) => query.forUpdate())
    .execute();
  return new Map(locked.map(({ name, at }) => [name, integerSchema.parse(at)]));
}

async function setMark(db: Database, name: string, at: number): Promise<void> {
  await db.updateTable('pgwMarks').set({ at }).where('name', '=', name).execute();
}

type Period = Pick<Due, 'from' | 'to'>;

/** The condition of the payments that are compared again. */
export const isRechecked = sql`transaction_number is not null and state in (${sql.join(recheckedStates)})`;

/** The end of a period with about `limit` payments. Payments with the same time are not separated. */
async function findEnd(db: Database, { from, to }: Period, limit: number): Promise<number> {
  // Without a mark that is valid, the comparisons begin with the payments that reach the age from here on.
  if (from === Number.POSITIVE_INFINITY) return to;
  const { rows } = await sql<{
    readonly end: unknown;
  }>`select ${selectCreatedAt(db, { from, to }, limit - 1)} as "end"`.execute(db);
  return integerSchema.nullable().parse(rows[0]?.end ?? null) ?? Math.max(from, to);
}

/** Selects the time of creation of the payment after `skipped` ones. */
const selectCreatedAt = ({ account }: Database, { from, to }: Period, skipped: number) =>
  sql`(select created_at from pgw_payments where account = ${account} and created_at >= 0 and created_at > ${from} and created_at <= ${to} and ${isRechecked}
    order by created_at limit 1 offset ${skipped})`;

/** Finds the oldest payment of each period, in one statement. */
async function findFirst(db: Database, periods: readonly Period[]): Promise<readonly (number | null)[]> {
  if (periods.length === 0) return [];
  const columns = periods.map(
    (period, index) => sql`${selectCreatedAt(db, period, 0)} as ${sql.ref(`first${index}`)}`,
  );
  const { rows } = await sql<Record<string, unknown>>`select ${sql.join(columns)}`.execute(db);
  return Object.values(rows[0] ?? {}).map((createdAt) => integerSchema.nullable().parse(createdAt));
}

async function lease(
  connection: Connection,
  db: Database,
  { from, to, until }: Period & { readonly until: number },
): Promise<Payment[]> {
  if (from >= to) return [];
  const lock = connection.backend.hasRowLocks ? sql`for update` : sql``;
  const { rows } = await sql`
    with due as materialized (
      select reference_key from pgw_payments where account = ${db.account} and created_at >= 0 and created_at > ${from} and created_at <= ${to} and ${isRechecked}
      order by reference_key ${lock}
    )
    update pgw_payments set next_query_at = ${until}, version = version + 1
    where account = ${db.account} and reference_key in (select reference_key from due) returning *`.execute(
    db,
  );
  return rows.map(readPayment);
}
