import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { openDatabase } from '../../src/ledger/database.ts';
import { Ledger, type Order } from '../../src/ledger/ledger.ts';
import { ActiveScenarios } from '../../src/scenarios.ts';

const lifetimeMs = 1000;

/** Opens a ledger in memory. Only the test advances its clock. */
function openLedger() {
  const clock = { time: 1_790_000_000_000 };
  const ledger = new Ledger({
    database: openDatabase(':memory:'),
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
    channelId: 7,
    providerChannelId: null,
    description: null,
    returnUrl: 'https://shop.example/return',
    callbackUrl: 'https://shop.example/callback',
    channelGroupId: null,
    hiddenChannels: [],
    expiresAt,
  };
}

const anyStep = fc.oneof(
  fc.record({ kind: fc.constant('open' as const), reference: fc.constantFrom('a', 'A', 'b', 'B', 'c') }),
  fc.record({ kind: fc.constant('session' as const), reference: fc.constantFrom('a', 'C', 'd', 'D') }),
  fc.record({ kind: fc.constant('attempt' as const), index: fc.nat(9) }),
  fc.record({
    kind: fc.constant('decide' as const),
    index: fc.nat(9),
    status: fc.integer({ min: 1, max: 10 }),
  }),
  fc.record({ kind: fc.constant('wait' as const), ms: fc.nat(600) }),
);

it('for any sequence of steps, references, payments and sessions follow the rules of the ledger', () => {
  fc.assert(
    fc.property(fc.array(anyStep, { maxLength: 40 }), (steps) => {
      const { ledger, clock } = openLedger();
      const references = new Set<string>();
      const sessions: string[] = [];
      const outcomes = new Map<string, number>();
      for (const step of steps) {
        const order = createOrder('reference' in step ? step.reference : '', clock.time + lifetimeMs);
        if (step.kind === 'wait') clock.time += step.ms;
        if (step.kind === 'open' || step.kind === 'session') {
          const key = step.reference.toLowerCase();
          const result = step.kind === 'open' ? ledger.openPayment(order) : ledger.openSession(order);
          // A reference can be used for one payment or session, in any letter case.
          expect(result === undefined).toBe(references.has(key));
          references.add(key);
          if (result !== undefined && step.kind === 'session' && 'sessionNumber' in result)
            sessions.push(result.sessionNumber ?? '');
        }
        if (step.kind === 'attempt') {
          const session = ledger.findSession(sessions[step.index] ?? '');
          if (session?.status === 0) ledger.openAttempt(session, { channelId: 5, providerChannelId: null });
        }
        if (step.kind === 'decide') {
          const payment = ledger.payments.list(99)[step.index];
          if (payment !== undefined) ledger.decide(payment.transactionNumber, { status: step.status });
        }
        ledger.applyDueChanges();
        for (const { transactionNumber, status, expiresAt, decidedAt } of ledger.payments.list(99)) {
          // An outcome does not change, and no payment is pending after its deadline.
          expect(outcomes.get(transactionNumber) ?? status).toBe(status);
          if (status !== 0) outcomes.set(transactionNumber, status);
          else expect(expiresAt).toBeGreaterThan(clock.time);
          expect(decidedAt === null).toBe(status === 0);
        }
        for (const sessionNumber of sessions) {
          const attempts = ledger.payments
            .list(99)
            .filter((payment) => payment.sessionNumber === sessionNumber);
          // A session is paid once, and has at most one open attempt.
          expect(attempts.filter(({ status }) => status === 1 || status === 9).length).toBeLessThan(2);
          expect(attempts.filter(({ status }) => status === 0).length).toBeLessThan(2);
        }
      }
    }),
    { numRuns: 150 },
  );
});

it('the first outcome of a payment queues one callback', () => {
  const { ledger } = openLedger();
  const payment = ledger.openPayment(createOrder('A1', Number.MAX_SAFE_INTEGER));
  const number = payment?.transactionNumber ?? '';
  expect(ledger.decide(number, { status: 2 })).toBe(true);
  expect(ledger.decide(number, { status: 1 })).toBe(false);
  expect(ledger.callbacks.listByTransaction(number).map(({ status }) => status)).toStrictEqual([2]);
});

it('issued numbers have 25 characters: a prefix, hexadecimal digits, and the date as yyMMdd', () => {
  const { ledger } = openLedger();
  const payment = ledger.openPayment(createOrder('A1', Number.MAX_SAFE_INTEGER));
  const session = ledger.openSession(createOrder('A2', Number.MAX_SAFE_INTEGER));
  expect(payment?.transactionNumber).toMatch(/^2005[0-9A-F]{15}\d{6}$/);
  expect(session?.sessionNumber).toMatch(/^2037[0-9A-F]{15}\d{6}$/);
});
