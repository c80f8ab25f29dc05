import { expect, it } from 'vitest';
import { createReservation } from '../../src/model/plan.ts';
import { createNote } from '../../src/engine/payment-context.ts';

it('a reason of a clerk before the sentence about another payment ends with a full stop', () => {
  const text = 'The review ended as paid: seen on the statement';
  const facts = { source: 'operator', kind: 'payment-changed', text } as const;
  const note = createNote({ now: () => 0 }, { reference: 'pay_1' }, facts);
  const { otherwise } = createReservation({ change: { fulfillment: { state: 'due' } }, notes: [note] });
  expect(otherwise.notes[0]?.text).toBe(`${text}. The order is paid by another payment.`);
});
