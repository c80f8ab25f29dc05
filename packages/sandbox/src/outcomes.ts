/** How the customer's bank may answer, and the payment status each leads to. `null`: nothing is decided. */
export const outcomes = {
  approve: { label: 'Approve', status: 1 },
  decline: { label: 'Decline', status: 2 },
  'insufficient-funds': { label: 'Not enough money', status: 6 },
  'over-limit': { label: 'Over the account limit', status: 4 },
  'below-minimum': { label: 'Below the smallest amount', status: 5 },
  invalid: { label: 'Invalid transaction', status: 7 },
  cancel: { label: 'Cancel and go back', status: 8 },
  close: { label: 'Close without going back', status: null },
  expire: { label: 'Let it expire now', status: 10 },
  authorize: { label: 'Approve only, capture later', status: 9 },
} as const satisfies Record<string, { readonly label: string; readonly status: number | null }>;

export type OutcomeName = keyof typeof outcomes;

export function isOutcomeName(name: string): name is OutcomeName {
  return Object.hasOwn(outcomes, name);
}

/** How an authorisation ends without a capture, and the payment status it leads to. */
export const authorizationEnds = {
  void: { label: 'Void the authorisation', status: 18 },
  expire: { label: 'Let the authorisation expire', status: 10 },
} as const satisfies Record<string, { readonly label: string; readonly status: number }>;

export type AuthorizationEnd = keyof typeof authorizationEnds;

export function isAuthorizationEnd(name: string): name is AuthorizationEnd {
  return Object.hasOwn(authorizationEnds, name);
}
