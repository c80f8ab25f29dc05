import { randomBytes } from 'node:crypto';
import { normalizeReference } from '@pgw/protocol';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { channelIds } from '../../src/catalogue/channel-ids.ts';
import { openDatabase } from '../../src/database/database.ts';
import { Ledger, type Order } from '../../src/ledger/ledger.ts';
import { ledgerTables, type Payment } from '../../src/ledger/tables.ts';
import { ActiveScenarios } from '../../src/scenarios/active-scenarios.ts';
import { paymentStatusNumber } from '../../src/catalogue/status-numbers.ts';
import { isNightly } from '../../../../scripts/nightly.ts';

const { pending, success, failed, authorized } = paymentStatusNumber;
const lifetimeMs = 1000;
/** A deadline that no test reaches. */
const farFuture = Number.MAX_SAFE_INTEGER;

/** Opens a ledger in memory. Only the test advances its clock. */
function openLedger() {
  const clock = { time: 1_790_000_000_000 };
  const ledger = new Ledger({
    database: openDatabase(':memory:', ledgerTables),
    scenarios: new ActiveScenarios(),
    now: () => clock.time,
    random: randomBytes,
    onChange: () => undefined,
  });
  return { ledger, clock };
}

function createOrder(referenceCode: string, expiresAt: number): Order {
  return {
    tenantId: '1001',
    referenceCode,
    currencyCode: 'MYR',
    amount: 12890,
    channelId: channelIds.pasarPay,
    providerChannelId: null,
    description: null,
    details: null,
    returnUrl: 'https://shop.example/return',
    callbackUrl: 'https://shop.example/callback',
    channelGroupId: null,
    hiddenChannels: [],
    expiresAt,
  };
}

const maxSteps = 40;
/** Each step adds at most one payment. */
const maxPayments = maxSteps;

type Step =
  | { kind: 'openPayment' | 'openSession'; reference: string }
  | { kind: 'openAttempt'; sessionIndex: number }
  | { kind: 'decide'; paymentIndex: number; status: number }
  | { kind: 'wait'; ms: number };

const anyIndex = fc.nat({ max: 9 });
const anyOutcome = fc.constantFrom(
  ...Object.values(paymentStatusNumber).filter((status) => status !== pending),
);
const anyStep: fc.Arbitrary<Step> = fc.oneof(
  fc.record({
    kind: fc.constant('openPayment' as const),
    reference: fc.constantFrom('a', 'A', 'b', 'B', 'c'),
  }),
  fc.record({ kind: fc.constant('openSession' as const), reference: fc.constantFrom('a', 'C', 'd', 'D') }),
  fc.record({ kind: fc.constant('openAttempt' as const), sessionIndex: anyIndex }),
  fc.record({ kind: fc.constant('decide' as const), paymentIndex: anyIndex, status: anyOutcome }),
  fc.record({ kind: fc.constant('wait' as const), ms: fc.nat({ max: 600 }) }),
);

/** Runs random steps on a ledger, and checks the rules of the ledger after each step. */
class RandomRun {
  readonly #ledger: Ledger;
  readonly #clock: { time: number };
  readonly #usedReferences = new Set<string>();
  readonly #sessionNumbers: string[] = [];
  /** The outcomes by transaction number. */
  readonly #outcomes = new Map<string, number>();

  constructor() {
    const { ledger, clock } = openLedger();
    this.#ledger = ledger;
    this.#clock = clock;
  }

  runStep(step: Step): void {
    if (step.kind === 'openPayment') this.#openPayment(step.reference);
    if (step.kind === 'openSession') this.#openSession(step.reference);
    if (step.kind === 'openAttempt') this.#openAttempt(step.sessionIndex);
    if (step.kind === 'decide') this.#decide(step.paymentIndex, step.status);
    if (step.kind === 'wait') this.#clock.time += step.ms;
    this.#ledger.applyDueChanges();
    for (const payment of this.#listPayments()) this.#checkPayment(payment);
    for (const sessionNumber of this.#sessionNumbers) this.#checkSession(sessionNumber);
  }

  #openPayment(reference: string): void {
    const payment = this.#ledger.openPayment(createOrder(reference, this.#clock.time + lifetimeMs));
    this.#checkReference(reference, payment !== undefined);
  }

  #openSession(reference: string): void {
    const session = this.#ledger.openSession(createOrder(reference, this.#clock.time + lifetimeMs));
    this.#checkReference(reference, session !== undefined);
    if (session !== undefined) this.#sessionNumbers.push(session.sessionNumber);
  }

  #openAttempt(sessionIndex: number): void {
    const sessionNumber = this.#sessionNumbers[sessionIndex];
    if (sessionNumber === undefined) return;
    const session = this.#ledger.findSession(sessionNumber);
    if (session?.status === pending)
      this.#ledger.openAttempt(session, { channelId: channelIds.kilatPay, providerChannelId: null });
  }

  #decide(paymentIndex: number, status: number): void {
    const payment = this.#listPayments()[paymentIndex];
    if (payment !== undefined) this.#ledger.decide(payment.transactionNumber, { status });
  }

  #listPayments(): Payment[] {
    return this.#ledger.payments.listNewest(maxPayments);
  }

  /** A reference can be used for one payment or session, in any letter case. */
  #checkReference(reference: string, isAccepted: boolean): void {
    const normalizedReference = normalizeReference(reference);
    expect(isAccepted).toBe(!this.#usedReferences.has(normalizedReference));
    this.#usedReferences.add(normalizedReference);
  }

  /** An outcome does not change, and no payment is pending after its deadline. */
  #checkPayment({ transactionNumber, status, expiresAt, decidedAt }: Payment): void {
    expect(status).toBe(this.#outcomes.get(transactionNumber) ?? status);
    expect(decidedAt === null).toBe(status === pending);
    if (status === pending) expect(expiresAt).toBeGreaterThan(this.#clock.time);
    else this.#outcomes.set(transactionNumber, status);
  }

  /** A session is paid at most once, and has at most one open attempt. */
  #checkSession(sessionNumber: string): void {
    const attempts = this.#listPayments().filter((payment) => payment.sessionNumber === sessionNumber);
    const countAttempts = (statuses: readonly number[]): number =>
      attempts.filter(({ status }) => statuses.includes(status)).length;
    expect(countAttempts([success, authorized])).toBeLessThanOrEqual(1);
    expect(countAttempts([pending])).toBeLessThanOrEqual(1);
  }
}

it('after any sequence of steps, references are unique, outcomes are final, and sessions are paid at most once', () => {
  fc.assert(
    fc.property(fc.array(anyStep, { maxLength: maxSteps }), (steps) => {
      const run = new RandomRun();
      for (const step of steps) run.runStep(step);
    }),
    { numRuns: isNightly ? 150 : 50 },
  );
});

it('after two decisions, a payment has the first outcome and one callback', () => {
  const { ledger } = openLedger();
  const { transactionNumber } = ledger.openPayment(createOrder('A1', farFuture))!;
  expect(ledger.decide(transactionNumber, { status: failed })).toBe(true);
  expect(ledger.decide(transactionNumber, { status: success })).toBe(false);
  expect(ledger.payments.find(transactionNumber)?.status).toBe(failed);
  expect(ledger.callbacks.listBy({ transactionNumber }).map(({ status }) => status)).toStrictEqual([failed]);
});

it('the numbers of a payment and a session are a prefix, 15 hexadecimal digits, and the date as yyMMdd', () => {
  const { ledger } = openLedger();
  const payment = ledger.openPayment(createOrder('A1', farFuture));
  const session = ledger.openSession(createOrder('A2', farFuture));
  expect(payment?.transactionNumber).toMatch(/^2005[0-9A-F]{15}\d{6}$/);
  expect(session?.sessionNumber).toMatch(/^2037[0-9A-F]{15}\d{6}$/);
});
