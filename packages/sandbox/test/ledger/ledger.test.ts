import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { openDatabase } from '../../src/ledger/database.ts';
import { Ledger, type Order } from '../../src/ledger/ledger.ts';
import { ActiveScenarios } from '../../src/scenarios.ts';

const lifetimeMs = 1000;

/** A ledger in memory with a clock that only the test advances. */
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

function orderOf(referenceCode: string, expiresAt: number): Order {
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

const step = fc.oneof(
  fc.record({ kind: fc.constant('open' as const), reference: fc.constantFrom('a', 'A', 'b', 'B', 'c') }),
  fc.record({ kind: fc.constant('session' as const), reference: fc.constantFrom('a', 'C', 'd', 'D') }),
  fc.record({ kind: fc.constant('attempt' as const), which: fc.nat(9) }),
  fc.record({
    kind: fc.constant('decide' as const),
    which: fc.nat(9),
    status: fc.integer({ min: 1, max: 10 }),
  }),
  fc.record({ kind: fc.constant('wait' as const), ms: fc.nat(600) }),
);

it('the rules of the ledger hold for any sequence of steps', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
      const { ledger, clock } = openLedger();
      const references = new Set<string>();
      const sessions: string[] = [];
      const outcomes = new Map<string, number>();
      for (const action of steps) {
        const order = orderOf('reference' in action ? action.reference : '', clock.time + lifetimeMs);
        if (action.kind === 'wait') clock.time += action.ms;
        if (action.kind === 'open' || action.kind === 'session') {
          const key = action.reference.toLowerCase();
          const opened = action.kind === 'open' ? ledger.openPayment(order) : ledger.openSession(order);
          // A reference opens one payment or session, in any letter case.
          expect(opened === undefined).toBe(references.has(key));
          references.add(key);
          if (opened !== undefined && action.kind === 'session' && 'sessionNumber' in opened)
            sessions.push(opened.sessionNumber ?? '');
        }
        if (action.kind === 'attempt') {
          const session = ledger.findSession(sessions[action.which] ?? '');
          if (session?.status === 0) ledger.openAttempt(session, { channelId: 5, providerChannelId: null });
        }
        if (action.kind === 'decide') {
          const payment = ledger.payments.list(99)[action.which];
          if (payment !== undefined) ledger.decide(payment.transactionNumber, { status: action.status });
        }
        ledger.expireOverdue();
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

it('each outcome queues one callback', () => {
  const { ledger } = openLedger();
  const payment = ledger.openPayment(orderOf('A1', Number.MAX_SAFE_INTEGER));
  const number = payment?.transactionNumber ?? '';
  expect(ledger.decide(number, { status: 2 })).toBe(true);
  expect(ledger.decide(number, { status: 1 })).toBe(false);
  expect(ledger.callbacks.listByTransaction(number).map(({ status }) => status)).toStrictEqual([2]);
});

it('numbers have 25 characters: a prefix, hexadecimal digits, the date as yyMMdd', () => {
  const { ledger } = openLedger();
  const payment = ledger.openPayment(orderOf('A1', Number.MAX_SAFE_INTEGER));
  const session = ledger.openSession(orderOf('A2', Number.MAX_SAFE_INTEGER));
  expect(payment?.transactionNumber).toMatch(/^2005[0-9A-F]{15}\d{6}$/);
  expect(session?.sessionNumber).toMatch(/^2037[0-9A-F]{15}\d{6}$/);
});
