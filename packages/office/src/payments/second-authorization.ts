import type { Payment } from '@pgw/server';

/** What a clerk must do with a second authorization. */
export const secondAuthorizationText =
  'Another payment covers the order. Don’t charge this card: its bank releases the amount after some days.';

/**
 * True for an authorized payment of an order that another payment already covers: a paid payment, or another
 * authorized payment that must be charged first. A payment that is charged in part comes first, then the oldest.
 */
export function isSecondAuthorization(payment: Payment, paymentsOfOrder: readonly Payment[]): boolean {
  if (payment.state !== 'authorized') return false;
  return paymentsOfOrder.some(
    (other) =>
      other.state === 'paid' || (other.state === 'authorized' && mustBeChargedBefore(other, payment)),
  );
}

function mustBeChargedBefore(payment: Payment, other: Payment): boolean {
  if (isPartCharged(payment) !== isPartCharged(other)) return isPartCharged(payment);
  return payment.createdAt < other.createdAt;
}

function isPartCharged({ capturedAmount }: Payment): boolean {
  return (capturedAmount ?? 0) > 0;
}
