import { describe, expect, it } from 'vitest';
import type { NewHook } from '../../../src/model/hook.ts';
import { decideWithheldCalls, mayHaveWithheldCalls } from '../../../src/sync/decisions/withheld-calls.ts';
import { samplePayment } from '../../stores/contract/sample-payment.ts';
import { sampleHook } from '../../stores/contract/samples.ts';

const now = 10_000_000;
const refundCall = (operationId: string, fields: Partial<NewHook> = {}): NewHook =>
  sampleHook({
    name: 'onRefunded',
    key: `key-${operationId}`,
    reason: null,
    operationId,
    state: 'withheld',
    attempts: 0,
    nextAttemptAt: null,
    ...fields,
  });
const reversalCall = (operationId: string): NewHook =>
  refundCall(operationId, { name: 'onReversed', key: `reversal-${operationId}` });

const payment = samplePayment({ state: 'refunded', transitions: 1, fulfillment: { state: 'none' } });

function decide(calls: readonly NewHook[], planned: readonly NewHook[] = []) {
  const change = { state: 'paid', fulfillment: { state: 'withheld' } } as const;
  return decideWithheldCalls({ payment, calls }, change, { planned, source: 'sweep', now });
}

describe('when the fulfillment of a payment begins', () => {
  it('a withheld call about a refund becomes due, with an entry in the timeline', () => {
    const hook = refundCall('refund-1');
    expect(decide([hook])).toEqual({
      change: [{ hook, change: { state: 'due', nextAttemptAt: now } }],
      notes: [
        {
          reference: hook.reference,
          at: now,
          source: 'sweep',
          kind: 'hook-requeued',
          text: 'onRefunded is called, because the payment has become paid.',
        },
      ],
    });
  });

  it('a call that is due keeps its values, so that it is a conflict if it is withheld meanwhile', () => {
    const hook = refundCall('refund-1', { state: 'due', attempts: 1, nextAttemptAt: now + 60_000 });
    expect(decide([hook])).toEqual({
      change: [{ hook, change: { nextAttemptAt: hook.nextAttemptAt } }],
      notes: [],
    });
  });

  it.each<[string, readonly NewHook[], readonly NewHook[]]>([
    ['about a refund that was reversed', [refundCall('refund-1'), reversalCall('refund-1')], []],
    ['about a refund that this plan reverses', [refundCall('refund-1')], [reversalCall('refund-1')]],
    ['that an operator has skipped', [refundCall('refund-1', { attempts: 12 })], []],
    ['that is dead', [refundCall('refund-1', { state: 'dead', attempts: 12 })], []],
    ['about the payment', [refundCall('refund-1', { name: 'onEnded', operationId: null })], []],
  ])('a call %s stays as it is', (_description, calls, planned) => {
    expect(decide(calls, planned).change).toEqual([]);
  });
});

it('a call stays withheld while the payment is not paid, and after its fulfillment has begun', () => {
  const calls = [refundCall('refund-1')];
  const options = { planned: [], source: 'sweep', now } as const;
  expect(decideWithheldCalls({ payment, calls }, { state: 'review' }, options).change).toEqual([]);
  const withheld = { ...payment, fulfillment: { state: 'withheld' } } as const;
  const due = { state: 'paid', fulfillment: { state: 'due' } } as const;
  expect(decideWithheldCalls({ payment: withheld, calls }, due, options).change).toEqual([]);
});

it.each([
  ['open', 0, false],
  ['authorized', 1, false],
  ['authorized', 2, true],
  ['failed', 1, true],
  ['refunded', 1, true],
  ['review', 1, true],
] as const)(
  'calls of a payment that is %s after %i transitions may be withheld: %s',
  (state, transitions, expected) => {
    expect(mayHaveWithheldCalls({ ...payment, state, transitions })).toBe(expected);
  },
);
