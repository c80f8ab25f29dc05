import { Doubts } from './claim.ts';
import { effectsOf } from './outcomes.ts';
import { readLines, type LedgerKind, type Line } from './shop/ledger.ts';
import { rowsOf, type StorageSettings } from './shop/storage.ts';

export interface Evidence {
  readonly storage: StorageSettings;
  readonly ledger: LedgerKind;
  /** How often each reference's callbacks were acknowledged, as their sender counted. */
  readonly acknowledged: ReadonlyMap<string, number>;
}

export interface Verdict {
  readonly counted: Readonly<Record<string, number>>;
  readonly failures: readonly string[];
}

/** Compares what the sender was told with the inbox and with the ledger that the handler wrote. */
export async function verdictOf({ storage, ledger, acknowledged }: Evidence): Promise<Verdict> {
  const doubts = new Doubts();
  const inbox = await inboxOf(storage);
  for (const [reference, times] of acknowledged) {
    if ((inbox.get(reference) ?? 0) < times)
      doubts.add('an acknowledged callback is not in the inbox', reference);
  }
  const calls = ledger.kind === 'tx' ? undefined : callsOf(readLines(ledger.file), doubts);
  // A serialisable transaction is refused when it meets another one, and its work is done again.
  const mayBeRefused = storage.kind === 'postgres' && storage.isSerializable === true;
  for (const key of mayBeRefused ? [] : (calls?.unexplained ?? []))
    doubts.add('a handler ran again, and its process was not killed', key);
  const effects = calls?.finished ?? (await effectsOf(storage));
  for (const reference of acknowledged.keys()) {
    const times = effects.get(reference) ?? 0;
    if (times === 0) doubts.add('an acknowledged payment has no effect', reference);
    if (times > 1 && ledger.kind === 'tx')
      doubts.add('a payment has more than one effect', `${reference} (${times})`);
  }
  return {
    counted: {
      'callbacks in the inbox': sumOf(inbox),
      'payments acknowledged': acknowledged.size,
      'acknowledged callbacks lost': doubts.count('an acknowledged callback is not in the inbox'),
      'acknowledged payments without effect': doubts.count('an acknowledged payment has no effect'),
      'entries in the ledger': sumOf(effects),
      ...(calls === undefined
        ? { 'payments with more than one effect': doubts.count('a payment has more than one effect') }
        : {
            'handlers at work for one payment at one time': doubts.count(
              'a handler ran while another was at it',
            ),
            'handlers called again after success': doubts.count('a handler ran again after success'),
            'handlers called again because their process was killed': sum(calls.lostByKill),
            'the most of these that one kill has cost': Math.max(0, ...calls.lostByKill),
            'handlers called again for another reason': calls.unexplained.length,
          }),
    },
    failures: doubts.sentences(),
  };
}

async function inboxOf(storage: StorageSettings): Promise<Map<string, number>> {
  const rows = await rowsOf(
    storage,
    'select p.reference as reference, count(*) as times from pgw_callbacks c ' +
      'join pgw_payments p on p.reference_key = c.reference_key group by p.reference',
  );
  return new Map(rows.map(({ reference, times }) => [String(reference), Number(times)]));
}

/** Calls of a handler that writes to a file. */
interface Calls {
  /** Handlers that came to their end, by key. */
  readonly finished: ReadonlyMap<string, number>;
  /** Of each process that was killed, the calls that were made again because their success was not kept. */
  readonly lostByKill: readonly number[];
  /** Keys of the calls that were made again although nobody was killed. */
  readonly unexplained: readonly string[];
}

/** What became of the calls; doubts about those that overlap, or that follow one that was kept. */
function callsOf(lines: readonly Line[], doubts: Doubts): Calls {
  const running = new Map<string, number>();
  const kept = new Set<string>();
  const finished = new Map<string, number>();
  /** Who made the last call of each. */
  const callers = new Map<string, number>();
  const lost = new Map<number, number>();
  const unexplained: string[] = [];
  for (const { word, key, pid } of lines) {
    if (word === 'killed') lost.set(pid, 0);
    if (word === 'begin') {
      const before = callers.get(key);
      const deaths = before === undefined ? undefined : lost.get(before);
      if (before !== undefined && deaths !== undefined) lost.set(before, deaths + 1);
      if (running.has(key)) doubts.add('a handler ran while another was at it', key);
      else if (kept.has(key)) doubts.add('a handler ran again after success', key);
      else if (before !== undefined && deaths === undefined) unexplained.push(key);
      running.set(key, pid);
      callers.set(key, pid);
    }
    if (word === 'end') {
      running.delete(key);
      finished.set(key, (finished.get(key) ?? 0) + 1);
    }
    if (word === 'kept') kept.add(key);
    if (word === 'killed') for (const [begun, by] of running) if (by === pid) running.delete(begun);
  }
  return { finished, lostByKill: [...lost.values()], unexplained };
}

function sumOf(counts: ReadonlyMap<string, number>): number {
  return sum([...counts.values()]);
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
