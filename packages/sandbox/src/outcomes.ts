/** The outcomes of a payment, with the resulting payment status. With `null`, the payment stays pending. */
export const outcomes = {
  approve: { label: 'Approve', status: 1 },
  decline: { label: 'Decline', status: 2 },
  'insufficient-funds': { label: 'Not enough money', status: 6 },
  'over-limit': { label: 'Over the account limit', status: 4 },
  'below-minimum': { label: 'Below the minimum amount', status: 5 },
  invalid: { label: 'Invalid transaction', status: 7 },
  cancel: { label: 'Cancel and return', status: 8 },
  close: { label: 'Close without returning', status: null },
  expire: { label: 'Expire now', status: 10 },
  authorize: { label: 'Approve only, capture later', status: 9 },
} as const satisfies Record<string, { readonly label: string; readonly status: number | null }>;

/** The name of an outcome, for `decide`. */
export type OutcomeName = keyof typeof outcomes;

export function isOutcomeName(name: string): name is OutcomeName {
  return Object.hasOwn(outcomes, name);
}

/** The ways to end an authorisation without a capture, with the resulting payment status. */
export const authorizationEnds = {
  void: { label: 'Void the authorisation', status: 18 },
  expire: { label: 'Let the authorisation expire', status: 10 },
} as const satisfies Record<string, { readonly label: string; readonly status: number }>;

/** The name of a way to end an authorisation, for `endAuthorization`. */
export type AuthorizationEnd = keyof typeof authorizationEnds;

export function isAuthorizationEnd(name: string): name is AuthorizationEnd {
  return Object.hasOwn(authorizationEnds, name);
}
