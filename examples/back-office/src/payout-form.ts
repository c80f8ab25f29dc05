import type { InvalidRequestError } from '@pgw/client';
import { currencyCode, parseSen, type FieldErrors } from '@pgw/example-pages';
import { textOf } from './context.ts';
import { findBank, type Bank } from './payout-banks.ts';
import type { PayoutRequest } from './payouts.ts';

/** The form as it was entered, valid or not. */
export interface PayoutEntry {
  readonly method: PayoutRequest['method'];
  /** Name or code of the bank. */
  readonly bank: string;
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
  nationalId: 'National ID',
  businessRegistration: 'Business registration',
};

const accountLabels: Readonly<Record<PayoutRequest['method'], string>> = {
  bank: 'Account number',
  mobileNumber: 'Account number',
  nationalId: 'National ID number',
  businessRegistration: 'Registration number',
};

/** The labels of the fields, which error messages use too. */
export function payoutLabels(method: PayoutRequest['method']) {
  return {
    bank: 'Bank',
    name: method === 'bank' ? 'Account holder' : 'Name',
    account: accountLabels[method],
    mobile: 'Mobile number',
    amount: 'Amount in RM',
    description: 'Description',
  } as const;
}

export type PayoutField = keyof ReturnType<typeof payoutLabels>;

/** The method of a payout by its name; a bank account for an unknown name. */
export function parseMethod(name: string): PayoutRequest['method'] {
  // `hasOwn` proves that it is one of them.
  return Object.hasOwn(payoutMethods, name) ? (name as PayoutRequest['method']) : 'bank';
}

/** Reads the fields of the method; fields of other methods are empty. */
export function readPayout(body: unknown): PayoutEntry {
  const method = parseMethod(textOf(body, 'method'));
  return {
    method,
    bank: method === 'bank' ? textOf(body, 'bank') : '',
    name: textOf(body, 'name'),
    account: method === 'mobileNumber' ? '' : textOf(body, 'account'),
    mobile: method === 'mobileNumber' ? textOf(body, 'mobile') : '',
    amount: textOf(body, 'amount'),
    description: textOf(body, 'description'),
    isLocal: textOf(body, 'isLocal') === 'yes',
  };
}

/** The payout as it is stored and sent. An amount that can't be read is 0, which the client rejects. */
export function toPayoutRequest({ bank, ...entry }: PayoutEntry, banks: readonly Bank[]): PayoutRequest {
  const found = findBank(bank, banks);
  return {
    ...entry,
    bankCode: found?.code ?? bank,
    bankName: found?.name ?? '',
    amount: parseSen(entry.amount) ?? 0,
    currencyCode,
  };
}

/** The form filled in with an earlier payout. */
export function toPayoutEntry({ request }: { readonly request: PayoutRequest }): PayoutEntry {
  const { currencyCode: _currency, bankCode, bankName, amount, ...rest } = request;
  return { ...rest, bank: bankName || bankCode, amount: (amount / 100).toFixed(2) };
}

/** What is missing or unknown, beside the rules of the interface that the client checks. */
export function entryErrors({ method, account, bank }: PayoutEntry, banks: readonly Bank[]): FieldErrors {
  const errors: Record<string, string> = {};
  if (method === 'bank' && (bank === '' || (banks.length > 0 && findBank(bank, banks) === undefined)))
    errors['bank'] = banks.length > 0 ? 'Choose a bank from the list.' : 'Enter the bank code.';
  if (method !== 'mobileNumber' && account === '')
    errors['account'] = `Enter the ${accountLabels[method].toLowerCase().replace('id', 'ID')}.`;
  return errors;
}

const fieldOf: Readonly<Record<string, PayoutField>> = {
  providerChannelId: 'bank',
  'customer.name': 'name',
  'customer.username': 'account',
  'customer.mobileNo': 'mobile',
  amount: 'amount',
  description: 'description',
};

/** The rules of the interface that the entry breaks, by field; `form` holds those that belong to no field. */
export function errorsOf(
  violations: InvalidRequestError['violations'],
  method: PayoutRequest['method'],
): FieldErrors {
  const errors: Record<string, string> = {};
  for (const { path, message } of violations) {
    const field = fieldOf[path];
    if (field === 'amount') errors['amount'] ??= 'Enter the amount like 120.00, without commas.';
    else if (field === undefined) errors['form'] ??= `${path} ${message}.`;
    else errors[field] ??= `${payoutLabels(method)[field]} ${message}.`;
  }
  return errors;
}
