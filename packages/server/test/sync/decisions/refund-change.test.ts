import { expect, it } from 'vitest';
import { findRefundHook } from '../../../src/sync/decisions/refund-change.ts';
import { sampleOperation } from '../../stores/contract/samples.ts';

const hooks = { onPaid: true, onRefunded: true, onReversed: true };

it.each([
  ['processing', 'done', 'onRefunded'],
  ['done', 'reversed', 'onReversed'],
  ['processing', 'reversed', undefined],
  ['unknown', 'reversed', undefined],
  ['reversed', 'done', 'onRefunded'],
  ['processing', 'failed', undefined],
  ['done', 'done', undefined],
] as const)('a refund that was %s and becomes %s calls %s', (before, state, name) => {
  const refund = sampleOperation({ state: before });
  expect(findRefundHook(hooks, { before: refund, after: { ...refund, state } }, 1)?.name).toBe(name);
});

it.each([
  ['done', 'onRefunded'],
  ['reversed', undefined],
  ['processing', undefined],
] as const)('a refund that is imported as %s calls %s', (state, name) => {
  expect(findRefundHook(hooks, { after: sampleOperation({ state }) }, 1)?.name).toBe(name);
});
