import { moneyText } from '@pgw/protocol';
import type { Operation, OperationKind } from '../model/operations/operation.ts';
import type { CheckoutEvent } from './event.ts';
import { getOperationFacts } from './facts.ts';

const failureEvents = {
  refund: { level: 'warn', event: 'refund-failed' },
  capture: { level: 'warn', event: 'capture-failed' },
  payout: { level: 'error', event: 'payout-failed' },
} as const satisfies Record<OperationKind, object>;

/** Creates the event of an operation that an operator must check, for the reason in `text`. */
export function createAttentionEvent(operation: Operation, text: string, error?: unknown): CheckoutEvent {
  const { kind } = operation;
  return {
    ...failureEvents[kind],
    message: `A ${kind} of ${moneyText(operation)} needs an operator's attention: ${text}`,
    ...getOperationFacts(operation),
    ...(error !== undefined && { error }),
  };
}

/** Creates the events of a change. `text` is that of the timeline entry. */
export function createOutcomeEvents(
  before: Operation,
  operation: Operation,
  text: string,
): readonly CheckoutEvent[] {
  const { kind, state, amount, requestedAmount } = operation;
  const events: CheckoutEvent[] = [];
  const isNewState = state !== before.state;
  if (kind === 'capture' && state === 'done') {
    const message = `${moneyText(operation)} of an authorized payment are captured.`;
    const facts = getOperationFacts(operation);
    if (isNewState) events.push({ level: 'info', event: 'payment-captured', message, ...facts });
    if (amount !== requestedAmount && (isNewState || amount !== before.amount)) {
      const requested = moneyText({ ...operation, amount: requestedAmount });
      events.push(createAttentionEvent(operation, `The gateway has captured it in place of ${requested}.`));
    }
  }
  if (isNewState && (state === 'failed' || state === 'refused' || state === 'reversed'))
    events.push(createAttentionEvent(operation, text));
  return events;
}
