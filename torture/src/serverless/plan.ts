import type { Sandbox } from '@pgw/sandbox';

/** What happens to a payment, in one or two steps. Each step sends a callback. */
interface Fate {
  readonly first: (sandbox: Sandbox, transactionNumber: string, isRepeated: boolean) => void;
  /** Happens after everything that the first step has caused is done. */
  readonly second?: (sandbox: Sandbox, transactionNumber: string) => void;
  /** The hooks that must be called, each once. */
  readonly hooks: readonly string[];
}

const decide =
  (outcome: 'approve' | 'decline' | 'authorize'): Fate['first'] =>
  (sandbox, transactionNumber, isRepeated) =>
    void sandbox.decide(transactionNumber, outcome, { callback: isRepeated ? 'twice' : 'now' });

const statusOfPaid = 1;
const statusOfFailed = 2;

const paid: Fate = { first: decide('approve'), hooks: ['onPaid'] };

const fates: readonly Fate[] = [
  paid,
  // It fails.
  { first: decide('decline'), hooks: ['onEnded'] },
  // It fails, and is paid late.
  {
    first: decide('decline'),
    second: (sandbox, transactionNumber) => void sandbox.changeStatus(transactionNumber, statusOfPaid),
    hooks: ['onEnded', 'onPaid'],
  },
  // It is refunded.
  {
    first: decide('approve'),
    second: (sandbox, transactionNumber) => void sandbox.refundPayment(transactionNumber),
    hooks: ['onPaid', 'onRefunded'],
  },
  // The provider takes the money back.
  {
    first: decide('approve'),
    second: (sandbox, transactionNumber) => void sandbox.changeStatus(transactionNumber, statusOfFailed),
    hooks: ['onPaid', 'onReversed'],
  },
  // The held amount is released.
  {
    first: decide('authorize'),
    second: (sandbox, transactionNumber) => void sandbox.endAuthorization(transactionNumber, 'void'),
    hooks: ['onAuthorized', 'onEnded'],
  },
];

/** The fates of ten payments. The callback of the first one is sent twice. */
const fatesOfTen: readonly Fate[] = [...fates, paid, paid, paid, paid];

/** The number of callbacks of ten payments. */
const callbacksOfTen = 1 + fatesOfTen.length + fatesOfTen.filter(({ second }) => second !== undefined).length;

/** Returns the number of payments that have this number of callbacks, or slightly more. */
export function countPayments(callbacks: number): number {
  return Math.ceil(callbacks / callbacksOfTen) * fatesOfTen.length;
}

/** Something that happens at the gateway, which then sends callbacks. */
export interface GatewayEvent {
  readonly callbacks: number;
  readonly happen: (sandbox: Sandbox) => void;
}

/** The plan of a run. The events of the second list happen after everything that the first list has caused is done. */
export interface Plan {
  readonly first: readonly GatewayEvent[];
  readonly second: readonly GatewayEvent[];
  /** The entries of the ledger that the hooks must have written, each once. */
  readonly entries: ReadonlySet<string>;
}

/** A payment at the gateway. */
export interface PlannedPayment {
  readonly transactionNumber: string;
  readonly reference: string;
  readonly amount: number;
}

/** Plans what happens to each payment. */
export function createPlan(payments: readonly PlannedPayment[]): Plan {
  const first: GatewayEvent[] = [];
  const second: GatewayEvent[] = [];
  const entries = new Set<string>();
  for (const [n, { transactionNumber, reference, amount }] of payments.entries()) {
    const fate = fatesOfTen[n % fatesOfTen.length] ?? paid;
    const isRepeated = n % fatesOfTen.length === 0;
    first.push({
      callbacks: isRepeated ? 2 : 1,
      happen: (sandbox) => fate.first(sandbox, transactionNumber, isRepeated),
    });
    if (fate.second !== undefined)
      second.push({ callbacks: 1, happen: (sandbox) => fate.second?.(sandbox, transactionNumber) });
    for (const hook of fate.hooks) entries.add(formatEntry(hook, reference, amount));
  }
  return { first, second, entries };
}

/** The entry of the ledger that a call of a hook writes. */
export function formatEntry(hook: string, reference: string, amount: number): string {
  return `${hook} ${reference} ${amount}`;
}
