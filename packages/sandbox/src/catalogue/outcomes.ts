import { paymentStatusNumber, refundStatusNumber } from './status-numbers.ts';

/** The outcomes of a payment, with the resulting payment status. With `null`, the payment stays pending. */
export const outcomes = {
  approve: { label: 'Approve', status: paymentStatusNumber.success },
  decline: { label: 'Decline', status: paymentStatusNumber.failed },
  'insufficient-funds': { label: 'Not enough money', status: paymentStatusNumber.insufficientFunds },
  'over-limit': { label: 'Over the account limit', status: paymentStatusNumber.limitExceeded },
  'below-minimum': { label: 'Below the minimum amount', status: paymentStatusNumber.minimumNotMet },
  invalid: { label: 'Invalid transaction', status: paymentStatusNumber.invalidTransaction },
  cancel: { label: 'Cancel and return', status: paymentStatusNumber.userCanceled },
  close: { label: 'Close without returning', status: null },
  expire: { label: 'Expire now', status: paymentStatusNumber.expired },
  authorize: { label: 'Approve only, capture later', status: paymentStatusNumber.authorized },
} as const satisfies Record<string, { readonly label: string; readonly status: number | null }>;

/** The name of an outcome, for `decide`. */
export type OutcomeName = keyof typeof outcomes;

export function isOutcomeName(name: string): name is OutcomeName {
  return Object.hasOwn(outcomes, name);
}

/** The ways to end an authorization without a capture, with the resulting payment status. */
export const authorizationEnds = {
  void: { label: 'Void the authorization', status: refundStatusNumber.voided },
  expire: { label: 'Let the authorization expire', status: paymentStatusNumber.expired },
} as const satisfies Record<string, { readonly label: string; readonly status: number }>;

/** The name of a way to end an authorization, for `endAuthorization`. */
export type AuthorizationEnd = keyof typeof authorizationEnds;

export function isAuthorizationEnd(name: string): name is AuthorizationEnd {
  return Object.hasOwn(authorizationEnds, name);
}
