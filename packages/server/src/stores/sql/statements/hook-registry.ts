import { optionalHookNames, type DueHook, type HookName, type NewHook } from '../../../model/hook.ts';
import type { HookStore } from '../../../model/ports/store.ts';
import { integerSchema } from '../columns.ts';
import type { Connection } from '../connection.ts';
import { tables, type Database } from '../schema.ts';
import { insertNote } from './notes.ts';

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

const toMarkName = (name: HookName): string => `hook-${name}`;

/** Registers hooks, and finds the calls that no live process can make; see `HookStore.registerHooks`. */
export async function registerHooks(
  connection: Connection,
  ...[names, now, createNote]: Parameters<HookStore<never>['registerHooks']>
): Promise<readonly DueHook[]> {
  const rows = names.map((name) => ({ name: toMarkName(name), at: now }));
  if (rows.length > 0)
    await connection.run((db) =>
      db
        .insertInto('pgwMarks')
        .values(rows)
        .onConflict((conflict) => conflict.column('name').doUpdateSet({ at: now }))
        .execute(),
    );
  const calls = await connection.run((db) => findUncallable(db, now));
  if (calls.length === 0) return [];
  return connection.transaction(async (db) => {
    const late: DueHook[] = [];
    // The calls are changed in the order of their keys, so that processes do not wait for each other in a circle.
    for (const { key, isSkipped } of await findUncallable(db, now)) {
      const due = db.updateTable('pgwHooks').where('key', '=', key).where('state', '=', 'due');
      const reported = await due
        .set({ reportedAt: now })
        .where('reportedAt', 'is', null)
        .returningAll()
        .executeTakeFirst();
      if (reported !== undefined) late.push(readHook(reported));
      const skipped = isSkipped
        ? await due.set({ state: 'skipped', nextAttemptAt: null }).returningAll().executeTakeFirst()
        : undefined;
      if (skipped !== undefined) await insertNote(db, createNote(readHook(skipped)));
    }
    return late;
  });
}

/** A call that no live process can make. */
interface Uncallable {
  readonly key: string;
  /** True for a call that has been due for a day. */
  readonly isSkipped: boolean;
}

/** The maximum number of calls that one registration changes. */
const maxCalls = 500;

/** The calls to report or to skip. */
async function findUncallable(db: Database, now: number): Promise<readonly Uncallable[]> {
  const missing = await readMissing(db, now);
  if (missing.length === 0) return [];
  const rows = await db
    .selectFrom('pgwHooks')
    .select(['key', 'nextAttemptAt'])
    .where('state', '=', 'due')
    .where('name', 'in', missing)
    .where('nextAttemptAt', '<=', now - hourMs)
    .where((expression) =>
      expression.or([expression('reportedAt', 'is', null), expression('nextAttemptAt', '<=', now - dayMs)]),
    )
    .orderBy('key')
    .limit(maxCalls)
    .execute();
  return rows.map(({ key, nextAttemptAt }) => ({
    key,
    isSkipped: integerSchema.parse(nextAttemptAt) <= now - dayMs,
  }));
}

/** Reads the row of a call. */
export function readHook(row: unknown): DueHook {
  const {
    referenceKey,
    position: _position,
    reportedAt: _reportedAt,
    ...hook
  } = tables.pgwHooks.rowSchema.parse(row);
  // A look-up normalizes the reference, so the normalized reference finds the payment.
  return { ...hook, reference: referenceKey };
}

/** Returns the calls that are stored: those of this process, and those of hooks that another process has registered. */
export async function selectKnownHooks(
  db: Database,
  planned: readonly NewHook[],
): Promise<readonly DueHook[]> {
  const isOfOther = planned.some(({ registeredSince }) => registeredSince !== undefined);
  const registered = isOfOther ? await readRegistered(db) : undefined;
  return planned.flatMap(({ registeredSince, ...hook }) => {
    if (registeredSince === undefined) return [hook];
    const at = registered?.get(hook.name) ?? Number.NEGATIVE_INFINITY;
    return at >= registeredSince ? [hook] : [];
  });
}

/** When each hook was last registered. */
async function readRegistered(db: Database): Promise<ReadonlyMap<HookName, number>> {
  const names = new Map(optionalHookNames.map((name) => [toMarkName(name), name]));
  const rows = await db
    .selectFrom('pgwMarks')
    .selectAll()
    .where('name', 'in', [...names.keys()])
    .execute();
  return new Map(
    rows.flatMap(({ name, at }) => {
      const hook = names.get(name);
      return hook === undefined ? [] : [[hook, integerSchema.parse(at)]];
    }),
  );
}

/** The hooks that no live process has. A time in the future was stored before the clock was set back. */
async function readMissing(db: Database, now: number): Promise<readonly HookName[]> {
  const registered = await readRegistered(db);
  return optionalHookNames.filter((name) => {
    const at = registered.get(name);
    return at === undefined || Math.abs(now - at) > hourMs;
  });
}
