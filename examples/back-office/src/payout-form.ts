import type { InvalidRequestError } from '@pgw/client';
import { currencyCode, type FieldErrors, senOf } from '@pgw/example-pages';
import { textOf } from './context.ts';
import type { PayoutRequest } from './payouts.ts';

/** What was typed, right or wrong. */
export interface PayoutTyped {
  readonly method: PayoutRequest['method'];
  readonly bankCode: string;
  readonly name: string;
  readonly account: string;
  readonly mobile: string;
  readonly amount: string;
  readonly description: string;
  readonly isLocal: boolean;
}

export const payoutMethods: Readonly<Record<PayoutRequest['method'], string>> = {
  bank: 'Bank account',
  mobileNumber: 'Mobile number',
  nationalId: 'National ID number',
  businessRegistration: 'Business registration number',
};

/** The names of the fields, as errors call them. */
export const payoutLabels = {
  bankCode: 'Bank code',
  name: 'Account holder',
  account: 'Account or ID number',
  mobile: 'Mobile number',
  amount: 'Amount',
  description: 'Description',
} as const;

type Field = keyof typeof payoutLabels;

export function readPayout(body: unknown): PayoutTyped {
  const method = textOf(body, 'method');
  return {
    // `hasOwn` says that it is one of them.
    method: Object.hasOwn(payoutMethods, method) ? (method as PayoutRequest['method']) : 'bank',
    bankCode: textOf(body, 'bankCode'),
    name: textOf(body, 'name'),
    account: textOf(body, 'account'),
    mobile: textOf(body, 'mobile'),
    amount: textOf(body, 'amount'),
    description: textOf(body, 'description'),
    isLocal: textOf(body, 'isLocal') === 'yes',
  };
}

/** The same, as it is stored and sent. An amount that can't be read is 0, which the client refuses. */
export function payoutRequest(typed: PayoutTyped): PayoutRequest {
  return { ...typed, amount: senOf(typed.amount) ?? 0, currencyCode };
}

/** The form of an earlier payout, to start from. */
export function typedOf({ request }: { readonly request: PayoutRequest }): PayoutTyped {
  const { currencyCode: _currency, amount, ...rest } = request;
  return { ...rest, amount: (amount / 100).toFixed(2) };
}

/** What the interface leaves open and money needs: where an account or an ID is asked for, its number is given. */
export function ownErrors({ method, account }: PayoutTyped): FieldErrors {
  const isMissing = method !== 'mobileNumber' && account === '';
  return isMissing ? { account: `Enter the number of the ${payoutMethods[method].toLowerCase()}.` } : {};
}

const fieldOf: Readonly<Record<string, Field>> = {
  providerChannelId: 'bankCode',
  'customer.name': 'name',
  'customer.username': 'account',
  'customer.mobileNo': 'mobile',
  amount: 'amount',
  description: 'description',
};

/** The rules that the client says are broken, at the fields of the form; those of no field under `form`. */
export function errorsOf(violations: InvalidRequestError['violations']): FieldErrors {
  const errors: Record<string, string> = {};
  for (const { path, message } of violations) {
    const field = fieldOf[path];
    if (field === 'amount') errors['amount'] ??= 'Enter the amount like 120.00, without commas.';
    else if (field === undefined) errors['form'] ??= `${path} ${message}.`;
    else errors[field] ??= `${payoutLabels[field]} ${message}.`;
  }
  return errors;
}
