import type { Payment } from '@pgw/server';
import type { Inspection } from '@pgw/server/operator';

/**
 * A charge or a refund whose response was lost. The shop does not know its outcome, so a clerk must record
 * it.
 */
export interface UnconfirmedOperation {
  readonly kind: 'captures' | 'refunds';
  /** The key of the charge or refund. */
  readonly key: string;
  /** In minor units of the currency of the payment. */
  readonly amount: number;
}

/** The names of the two kinds in texts. */
export const operationNames: Readonly<Record<UnconfirmedOperation['kind'], string>> = {
  captures: 'charge',
  refunds: 'refund',
};

/** After this time, a request to the gateway no longer receives a response. */
const maxResponseMs = 120_000;

/** True when the response to the start of a payment was lost, or the process ended before it arrived. */
export function isStartUnconfirmed({ state, createdAt }: Payment, now: number): boolean {
  return state === 'unknown' || (state === 'created' && now - createdAt > maxResponseMs);
}

/** Returns the charges and refunds of a payment whose outcome a clerk must record. */
export function findUnconfirmedOperations(
  { captures, refunds }: Pick<Inspection, 'captures' | 'refunds'>,
  now: number,
): readonly UnconfirmedOperation[] {
  const isTimedOut = ({ createdAt }: { readonly createdAt: number }): boolean =>
    now - createdAt > maxResponseMs;
  // A charge without a response stays `requested` when the process that sent it ended.
  const unconfirmedCaptures = captures.filter(
    (capture) => capture.state === 'unknown' || (capture.state === 'requested' && isTimedOut(capture)),
  );
  // The shop queries the gateway about refunds, so it usually learns the outcome within that time.
  const unconfirmedRefunds = refunds.filter(
    (refund) => (refund.state === 'unknown' || refund.state === 'requested') && isTimedOut(refund),
  );
  return [
    ...unconfirmedCaptures.map(({ id, amount }) => ({ kind: 'captures' as const, key: id, amount })),
    ...unconfirmedRefunds.map(({ id, amount }) => ({ kind: 'refunds' as const, key: id, amount })),
  ];
}
