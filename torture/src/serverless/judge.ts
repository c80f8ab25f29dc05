import type { PaymentTotals } from '@pgw/sandbox';
import { Violations } from '../torture-command.ts';
import type { Plan } from './plan.ts';

export interface RunResult {
  readonly plan: Plan;
  /** The number of entries of the ledger that the hooks have written, by entry. */
  readonly effects: ReadonlyMap<string, number>;
  /** The number of acknowledged callbacks by reference, according to the gateway. */
  readonly acknowledged: ReadonlyMap<string, number>;
  /** The number of stored callbacks by reference. */
  readonly inbox: ReadonlyMap<string, number>;
  /** The sums of each payment according to the ledger of the gateway. */
  readonly totals: readonly PaymentTotals[];
  /** The problems that `checkout.health()` reports after the run. */
  readonly problems: readonly string[];
}

export interface Judgement {
  readonly figures: Readonly<Record<string, number>>;
  readonly failures: readonly string[];
}

const lostOrder = 'a paid order was not fulfilled';
const repeatedOrder = 'an order was fulfilled more than once';
const lostEffect = 'another hook has no effect';
const repeatedEffect = 'another hook has more than one effect';
const otherSum = 'a sum of the shop differs from the ledger of the gateway';

/** Compares the effects of the hooks with the plan, with the callbacks, and with the ledger of the gateway. */
export function judgeRun(result: RunResult): Judgement {
  const { plan, effects, acknowledged, inbox, totals, problems } = result;
  const violations = new Violations();
  for (const [reference, times] of acknowledged)
    if ((inbox.get(reference) ?? 0) < times)
      violations.add('an acknowledged callback is not in the inbox', reference);
  for (const entry of plan.entries)
    if (!effects.has(entry)) violations.add(entry.startsWith('onPaid ') ? lostOrder : lostEffect, entry);
  for (const [entry, times] of effects) {
    if (!plan.entries.has(entry)) violations.add('an effect that nothing has caused', entry);
    if (times > 1)
      violations.add(
        entry.startsWith('onPaid ') ? repeatedOrder : repeatedEffect,
        `${entry} (${times} times)`,
      );
  }
  for (const sentence of compareSums(effects, totals)) violations.add(otherSum, sentence);
  for (const problem of problems) violations.add('a health problem after the run', problem);
  return {
    figures: {
      'paid orders': [...plan.entries].filter((entry) => entry.startsWith('onPaid ')).length,
      'paid orders lost': violations.count(lostOrder),
      'orders fulfilled twice': violations.count(repeatedOrder),
      'effects of other hooks': [...effects.keys()].filter((entry) => !entry.startsWith('onPaid ')).length,
      'effects of other hooks lost': violations.count(lostEffect),
      'effects of other hooks that happened twice': violations.count(repeatedEffect),
      'sums that differ from the ledger of the gateway': violations.count(otherSum),
    },
    failures: violations.sentences(),
  };
}

interface Sums {
  readonly received: number;
  readonly refunded: number;
}

const noSums: Sums = { received: 0, refunded: 0 };

/** Returns a sentence for each payment whose sums differ. */
function compareSums(
  effects: ReadonlyMap<string, number>,
  totals: readonly PaymentTotals[],
): readonly string[] {
  const ofShop = sumEffects(effects);
  const ofGateway = new Map(
    totals.map(({ referenceCode, received, refunded }) => [referenceCode, { received, refunded }]),
  );
  return [...new Set([...ofShop.keys(), ...ofGateway.keys()])].flatMap((reference) => {
    const shop = ofShop.get(reference) ?? noSums;
    const gateway = ofGateway.get(reference) ?? noSums;
    const isEqual = shop.received === gateway.received && shop.refunded === gateway.refunded;
    return isEqual
      ? []
      : [`${reference}: ${formatSums(shop)} in the shop, ${formatSums(gateway)} at the gateway`];
  });
}

/** Returns the sums by reference that the hooks have received. */
function sumEffects(effects: ReadonlyMap<string, number>): Map<string, Sums> {
  const sums = new Map<string, Sums>();
  for (const [entry, times] of effects) {
    const [hook, reference = '', text] = entry.split(' ');
    const amount = Number(text) * times;
    const { received, refunded } = sums.get(reference) ?? noSums;
    if (hook === 'onPaid') sums.set(reference, { received: received + amount, refunded });
    if (hook === 'onReversed') sums.set(reference, { received: received - amount, refunded });
    if (hook === 'onRefunded') sums.set(reference, { received, refunded: refunded + amount });
  }
  return sums;
}

function formatSums({ received, refunded }: Sums): string {
  return `received ${received} and refunded ${refunded}`;
}
