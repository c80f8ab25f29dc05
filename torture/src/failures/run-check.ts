import { Violations } from '../torture-command.ts';
import { readEffects } from '../shop/outcomes.ts';
import { readStock } from './order-desk.ts';
import type { ExpectedEnds } from './order-fates.ts';
import { readLedgerLines, type LedgerKind, type LedgerLine } from '../shop/ledger.ts';
import { queryRows, type StorageSettings } from '../shop/storage.ts';

export interface RunCheckOptions {
  readonly storage: StorageSettings;
  readonly ledger: LedgerKind;
  /** The number of acknowledged callbacks by reference, according to the sender. */
  readonly acknowledged: ReadonlyMap<string, number>;
  /** What the payments and orders must end with. */
  readonly ends: ExpectedEnds;
}

export interface RunCheck {
  readonly figures: Readonly<Record<string, number>>;
  readonly failures: readonly string[];
}

/** Compares the acknowledged callbacks with the inbox, and with the ledger that the handler wrote. */
export async function checkRun({ storage, ledger, acknowledged, ends }: RunCheckOptions): Promise<RunCheck> {
  const violations = new Violations();
  const inbox = await countInboxCallbacks(storage);
  for (const [reference, times] of acknowledged) {
    if ((inbox.get(reference) ?? 0) < times)
      violations.add('an acknowledged callback is not in the inbox', reference);
  }
  const calls = ledger.kind === 'tx' ? undefined : evaluateCalls(readLedgerLines(ledger.file), violations);
  // The database may refuse a serializable transaction because of another transaction. Its work is then
  // repeated.
  const mayBeRefused = storage.kind === 'postgres' && storage.isSerializable === true;
  if (calls !== undefined && !mayBeRefused)
    for (const key of calls.unexplained)
      violations.add('a handler ran again although its process was not killed', key);
  const effects = calls?.finished ?? (await readEffects(storage));
  for (const reference of ends.paid)
    if (!effects.has(reference)) violations.add('an acknowledged payment has no effect', reference);
  for (const [key, times] of effects)
    if (times > 1 && ledger.kind === 'tx')
      violations.add('a payment has more than one effect', `${key} (${times})`);
  const stock =
    ledger.kind === 'tx' && ledger.hasStock === true ? await checkStock(storage, ends, violations) : {};
  return {
    figures: {
      'callbacks in the inbox': sumValues(inbox),
      'payments acknowledged': acknowledged.size,
      'acknowledged callbacks lost': violations.count('an acknowledged callback is not in the inbox'),
      'acknowledged payments without effect': violations.count('an acknowledged payment has no effect'),
      'entries in the ledger': sumValues(effects),
      ...stock,
      ...(calls === undefined
        ? { 'payments with more than one effect': violations.count('a payment has more than one effect') }
        : {
            'handlers that ran at the same time for one payment': violations.count(
              'two handlers of a payment ran at the same time',
            ),
            'handlers called again after success': violations.count('a handler ran again after success'),
            'handlers called again because their process was killed': sum(calls.repeatsPerKill),
            'maximum of repeated handlers for one killed process': Math.max(0, ...calls.repeatsPerKill),
            'handlers called again for another reason': calls.unexplained.length,
          }),
    },
    failures: violations.sentences(),
  };
}

/**
 * Checks the item of each order: it is sold or released in the end, and each time it was held it was sold or released
 * once.
 */
async function checkStock(
  storage: StorageSettings,
  { items }: ExpectedEnds,
  violations: Violations,
): Promise<Record<string, number>> {
  const stock = await readStock(storage);
  const total = { held: 0, released: 0, sold: 0 };
  for (const [orderId, expected] of items) {
    const { state, held, released, sold } = stock.get(orderId) ?? {
      state: 'missing',
      held: 0,
      released: 0,
      sold: 0,
    };
    total.held += held;
    total.released += released;
    total.sold += sold;
    const isOnce = held === released + sold && sold === (expected === 'sold' ? 1 : 0);
    if (state === expected && isOnce) continue;
    const text = `${orderId}: ${state}, not ${expected}; held ${held}, released ${released}, sold ${sold} times`;
    violations.add('an item that was not sold or released once', text);
  }
  return {
    'orders with an item': items.size,
    'items sold': total.sold,
    'items released': total.released,
    'items held again after a release': total.held - items.size,
    'items that were not sold or released once': violations.count(
      'an item that was not sold or released once',
    ),
  };
}

/** Counts the stored callbacks by the reference of their payment. */
export async function countInboxCallbacks(storage: StorageSettings): Promise<Map<string, number>> {
  const rows = await queryRows(
    storage,
    'select p.reference as reference, count(*) as times from pgw_callbacks c ' +
      'join pgw_payments p on p.reference_key = c.reference_key group by p.reference',
  );
  return new Map(rows.map(({ reference, times }) => [String(reference), Number(times)]));
}

/** The calls of a handler that writes to a file. */
interface Calls {
  /** The number of completed calls by key. */
  readonly finished: ReadonlyMap<string, number>;
  /** For each killed process, the number of calls that were repeated because their success was not stored. */
  readonly repeatsPerKill: readonly number[];
  /** Keys of the calls that were repeated although no process was killed. */
  readonly unexplained: readonly string[];
}

/** Evaluates the calls. Adds violations for calls that overlap, and for calls after a stored success. */
function evaluateCalls(lines: readonly LedgerLine[], violations: Violations): Calls {
  const runningHandlers = new Map<string, number>();
  const fulfilled = new Set<string>();
  const finished = new Map<string, number>();
  /** The pid of the process that made the last call of each key. */
  const callers = new Map<string, number>();
  const repeatsByKilledPid = new Map<number, number>();
  const unexplained: string[] = [];
  // A repeated call is explained if the process of the previous call was killed. Otherwise it is unexplained.
  const begin = ({ key, pid }: LedgerLine): void => {
    const lastPid = callers.get(key);
    const repeats = lastPid === undefined ? undefined : repeatsByKilledPid.get(lastPid);
    if (lastPid !== undefined && repeats !== undefined) repeatsByKilledPid.set(lastPid, repeats + 1);
    if (runningHandlers.has(key)) violations.add('two handlers of a payment ran at the same time', key);
    else if (fulfilled.has(key)) violations.add('a handler ran again after success', key);
    else if (lastPid !== undefined && repeats === undefined) unexplained.push(key);
    runningHandlers.set(key, pid);
    callers.set(key, pid);
  };
  const end = ({ key }: LedgerLine): void => {
    runningHandlers.delete(key);
    finished.set(key, (finished.get(key) ?? 0) + 1);
  };
  const kill = ({ pid }: LedgerLine): void => {
    repeatsByKilledPid.set(pid, 0);
    for (const [key, runningPid] of runningHandlers) if (runningPid === pid) runningHandlers.delete(key);
  };
  const evaluators = {
    begin,
    end,
    killed: kill,
    fulfilled: ({ key }: LedgerLine) => void fulfilled.add(key),
  };
  for (const line of lines) evaluators[line.event](line);
  return { finished, repeatsPerKill: [...repeatsByKilledPid.values()], unexplained };
}

function sumValues(counts: ReadonlyMap<string, number>): number {
  return sum([...counts.values()]);
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
