import { expect, it } from 'vitest';
import { findRefundHook } from '../../../src/operations/refunds/refund-hook.ts';
import { sampleOperation } from '../../stores/contract/samples.ts';

const context = {
  hooks: { onPaid: () => undefined, onRefunded: () => undefined, onReversed: () => undefined },
  now: () => 1,
};

it.each([
  ['processing', 'done', 'onRefunded'],
  ['done', 'reversed', 'onReversed'],
  ['processing', 'reversed', undefined],
  ['unknown', 'reversed', undefined],
  ['reversed', 'done', 'onRefunded'],
  ['processing', 'failed', undefined],
] as const)('a refund that was %s and becomes %s calls %s', (before, state, name) => {
  const refund = sampleOperation({ state: before });
  expect(findRefundHook(context, refund, { state })?.name).toBe(name);
});
