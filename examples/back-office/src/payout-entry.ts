import type { InvalidRequestError } from '@pgw/client';
import { currencyCode, parseMoney, type FieldErrors } from '@pgw/example-pages';
import { readText } from './context.ts';
import { findBank, type Bank } from './payout-banks.ts';
import type { PayoutRequest } from './payouts.ts';

/** The values of the form, valid or not. */
export interface PayoutEntry {
  readonly method: PayoutRequest['method'];
  /** The name or the code of the bank. */
  readonly bank: string;
  readonly name: string;
  readonly account: string;
  readonly mobile: string;
  readonly amount: string;
  readonly description: string;
  /** True when the beneficiary is Malaysian. */
  readonly isLocal: boolean;
}

/** The names of the payout methods. */
export const payoutMethods: Readonly<Record<PayoutRequest['method'], string>> = {
  bank: 'Bank account',
  mobileNumber: 'Mobile number',
  nationalId: 'National ID',
  businessRegistration: 'Business registration',
};

// The form for a mobile number has no account field, so the texts for `mobileNumber` are not shown.
const accountLabels: Readonly<Record<PayoutRequest['method'], string>> = {
  bank: 'Account number',
  mobileNumber: 'Account number',
  nationalId: 'National ID number',
  businessRegistration: 'Registration number',
};

const missingAccountTexts: Readonly<Record<PayoutRequest['method'], string>> = {
  bank: 'Enter the account number.',
  mobileNumber: 'Enter the account number.',
  nationalId: 'Enter the national ID number.',
  businessRegistration: 'Enter the registration number.',
};

/** Returns the labels of the fields. Error messages contain them too. */
export function getPayoutLabels(method: PayoutRequest['method']) {
  return {
    bank: 'Bank',
    name: method === 'bank' ? 'Account holder' : 'Name',
    account: accountLabels[method],
    mobile: 'Mobile number',
    amount: 'Amount in RM',
    description: 'Description',
  } as const;
}

export type PayoutField = keyof ReturnType<typeof getPayoutLabels>;

/** Returns the payout method with this name; `bank` for an unknown name. */
export function parseMethod(name: string): PayoutRequest['method'] {
  // `hasOwn` proves that the name is a method.
  return Object.hasOwn(payoutMethods, name) ? (name as PayoutRequest['method']) : 'bank';
}

/** Reads the fields of the chosen method. Fields of other methods are empty. */
export function readPayout(body: unknown): PayoutEntry {
  const method = parseMethod(readText(body, 'method'));
  return {
    method,
    bank: method === 'bank' ? readText(body, 'bank') : '',
    name: readText(body, 'name'),
    account: method === 'mobileNumber' ? '' : readText(body, 'account'),
    mobile: method === 'mobileNumber' ? readText(body, 'mobile') : '',
    amount: readText(body, 'amount'),
    description: readText(body, 'description'),
    isLocal: readText(body, 'isLocal') === 'yes',
  };
}

/** Converts the form to a request. An invalid amount becomes 0, which the gateway client rejects. */
export function toPayoutRequest({ bank, ...entry }: PayoutEntry, banks: readonly Bank[]): PayoutRequest {
  const knownBank = findBank(bank, banks);
  return {
    ...entry,
    bankCode: knownBank?.code ?? bank,
    bankName: knownBank?.name ?? '',
    amount: parseMoney(entry.amount) ?? 0,
    currencyCode,
  };
}

/** Converts an earlier payout to the values of a new form. */
export function toPayoutEntry({ request }: { readonly request: PayoutRequest }): PayoutEntry {
  const { currencyCode: _currency, bankCode, bankName, amount, ...rest } = request;
  return { ...rest, bank: bankName || bankCode, amount: (amount / 100).toFixed(2) };
}

/** Returns the errors that the gateway client does not find: a missing account and an unknown bank. */
export function validateEntry({ method, account, bank }: PayoutEntry, banks: readonly Bank[]): FieldErrors {
  const errors: Record<string, string> = {};
  if (method === 'bank' && (bank === '' || (banks.length > 0 && findBank(bank, banks) === undefined)))
    errors['bank'] = banks.length > 0 ? 'Choose a bank from the list.' : 'Enter the bank code.';
  if (method !== 'mobileNumber' && account === '') errors['account'] = missingAccountTexts[method];
  return errors;
}

/** The field of the form for each path in the request to the gateway. */
const fieldsByPath: Readonly<Record<string, PayoutField>> = {
  providerChannelId: 'bank',
  'customer.name': 'name',
  'customer.username': 'account',
  'customer.mobileNo': 'mobile',
  amount: 'amount',
  description: 'description',
};

/**
 * Converts the violations that the gateway client found to error messages by field. A violation without a
 * field becomes the error `form`.
 */
export function toFieldErrors(
  violations: InvalidRequestError['violations'],
  method: PayoutRequest['method'],
): FieldErrors {
  const errors: Record<string, string> = {};
  for (const { path, message } of violations) {
    const field = fieldsByPath[path];
    if (field === 'amount') errors['amount'] ??= 'Enter the amount like 120.00, without commas.';
    else if (field === undefined) errors['form'] ??= `${path} ${message}.`;
    else errors[field] ??= `${getPayoutLabels(method)[field]} ${message}.`;
  }
  return errors;
}
