import { Doubts } from './claim.ts';
import { effectsOf } from './outcomes.ts';
import { readLines, type LedgerKind } from './shop/ledger.ts';
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
  const effects = ledger.kind === 'tx' ? await effectsOf(storage) : fileEffects(ledger.file, doubts);
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
      ...(ledger.kind === 'tx'
        ? { 'payments with more than one effect': doubts.count('a payment has more than one effect') }
        : {
            'handlers at work for one payment at one time': doubts.count(
              'a handler ran while another was at it',
            ),
            'handlers called again after success': doubts.count('a handler ran again after success'),
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

/** Finished handlers by key; doubts about handlers that overlap, or that run after one was kept. */
function fileEffects(file: string, doubts: Doubts): Map<string, number> {
  const running = new Map<string, number>();
  const kept = new Set<string>();
  const finished = new Map<string, number>();
  for (const { word, key, pid } of readLines(file)) {
    if (word === 'begin') {
      if (running.has(key)) doubts.add('a handler ran while another was at it', key);
      if (kept.has(key)) doubts.add('a handler ran again after success', key);
      running.set(key, pid);
    }
    if (word === 'end') {
      running.delete(key);
      finished.set(key, (finished.get(key) ?? 0) + 1);
    }
    if (word === 'kept') kept.add(key);
    if (word === 'killed') for (const [begun, by] of running) if (by === pid) running.delete(begun);
  }
  return finished;
}

function sumOf(counts: ReadonlyMap<string, number>): number {
  return [...counts.values()].reduce((sum, count) => sum + count, 0);
}
