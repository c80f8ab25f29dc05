/**
 * The state of a payment.
 *
 * - `created`: stored; the gateway has not responded yet.
 * - `unknown`: the request was sent, and no usable response of the gateway arrived.
 * - `refused`: the payment was not started. The gateway refused it, the request did not reach the gateway, or an
 *   operator ended it.
 * - `open`: the gateway has started the payment, and the shopper can pay.
 * - `paid`: the gateway's record confirms the payment with the stored amount, or an operator decided so after
 *   a review.
 * - `authorized`: a card was approved and has not been charged yet.
 * - `verified`: a card was verified; nothing is charged or held. Final.
 * - `failed`, `canceled`, `expired`: final; the order can be paid by another payment.
 * - `refunding`, `refunded`: the money is being returned, or was returned.
 * - `reversed`: the gateway reported the payment as paid, and later as failed, canceled or expired. A due fulfillment
 *   waits, and the order cannot be paid again, until an operator decides or the gateway reports it as paid again.
 * - `review`: the gateway's amount, currency, reference or transaction number differs from the stored value, or an
 *   operator adopted the payment; see `discrepancy`. The payment is not fulfilled until an operator decides.
 */
export type PaymentState = (typeof paymentStates)[number];

/** Every {@link PaymentState}. */
export const paymentStates = [
  'created',
  'unknown',
  'refused',
  'open',
  'paid',
  'authorized',
  'verified',
  'failed',
  'canceled',
  'expired',
  'refunding',
  'refunded',
  'reversed',
  'review',
] as const;
