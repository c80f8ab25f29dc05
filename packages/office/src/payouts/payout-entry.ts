import { currencyCode, parseMoney, type FieldErrors } from '@pgw/pages';
import type { InvalidRequestError } from '@pgw/protocol';
import type { Operation } from '@pgw/server';
import type { PayoutBank, PayoutMethod, PayoutRequestOptions } from '@pgw/server/operator';
import type { Form } from '../http/forms.ts';
import { t } from '../language/language.ts';

/** The values of the form, valid or not. */
export interface PayoutEntry {
  readonly method: PayoutMethod;
  /** The name or the code of the bank. */
  readonly bank: string;
  readonly name: string;
  readonly account: string;
  readonly amount: string;
  readonly description: string;
  /** True when the beneficiary is Malaysian. */
  readonly isLocal: boolean;
}

/** The names of the payout methods. */
export const payoutMethods: Readonly<Record<PayoutMethod, string>> = {
  bank: 'Bank account',
  mobileNumber: 'Mobile number',
  nationalId: 'National ID',
  businessRegistration: 'Business registration',
};

const accountLabels: Readonly<Record<PayoutMethod, string>> = {
  bank: 'Account number',
  mobileNumber: 'Mobile number',
  nationalId: 'National ID number',
  businessRegistration: 'Registration number',
};

const missingAccountTexts: Readonly<Record<PayoutMethod, string>> = {
  bank: 'Enter the account number.',
  mobileNumber: 'Enter the mobile number.',
  nationalId: 'Enter the national ID number.',
  businessRegistration: 'Enter the registration number.',
};

/** Returns the labels of the fields. Error messages contain them too. */
export function getPayoutLabels(method: PayoutMethod) {
  return {
    bank: 'Bank',
    name: method === 'bank' ? 'Account holder' : 'Name',
    account: accountLabels[method],
    amount: 'Amount in RM',
    description: 'Description',
  } as const;
}

export type PayoutField = keyof ReturnType<typeof getPayoutLabels>;

/** Reads the fields of the chosen method. The method is `bank` for an unknown name. */
export function readPayout(form: Form): PayoutEntry {
  const methodName = form.read('method');
  // `hasOwn` proves that the name is a method.
  const method = Object.hasOwn(payoutMethods, methodName) ? (methodName as PayoutMethod) : 'bank';
  return {
    method,
    bank: method === 'bank' ? form.read('bank') : '',
    name: form.read('name'),
    account: form.read('account'),
    amount: form.read('amount'),
    description: form.read('description'),
    isLocal: form.read('isLocal') === 'yes',
  };
}

/** Finds a bank by its name or code, in any letter case. */
export function findBank(text: string, banks: readonly PayoutBank[]): PayoutBank | undefined {
  const searchText = text.toLowerCase();
  return banks.find(
    ({ code, name }) => name.toLowerCase() === searchText || code.toLowerCase() === searchText,
  );
}

/** Converts the form to a payout. An invalid amount becomes 0, and an unknown bank an empty code: both are refused. */
export function toPayoutOptions(
  { method, bank, name, account, amount, description, isLocal }: PayoutEntry,
  banks: readonly PayoutBank[],
): Pick<PayoutRequestOptions, 'amount' | 'currencyCode' | 'beneficiary' | 'description'> {
  const bankCode = banks.length === 0 ? bank : (findBank(bank, banks)?.code ?? '');
  return {
    amount: parseMoney(amount) ?? 0,
    currencyCode,
    beneficiary: { method, number: account, name, isLocal, ...(method === 'bank' && { bankCode }) },
    description,
  };
}

/** Converts an earlier payout to the values of a new form. Without the whole beneficiary, its number and name are empty. */
export function toPayoutEntry(
  { beneficiary: masked, requestedAmount, reason }: Operation,
  revealed: PayoutRequestOptions['beneficiary'] | undefined,
): PayoutEntry {
  const beneficiary = revealed ?? (masked && { ...masked, number: '', name: '' });
  return {
    method: beneficiary?.method ?? 'bank',
    bank: beneficiary?.bankCode ?? '',
    name: beneficiary?.name ?? '',
    account: beneficiary?.number ?? '',
    amount: (requestedAmount / 100).toFixed(2),
    description: reason ?? '',
    isLocal: beneficiary?.isLocal ?? true,
  };
}

/** The field of the form for each option of a payout. */
const fieldsByPath: Readonly<Record<string, PayoutField>> = {
  'beneficiary.bankCode': 'bank',
  'beneficiary.name': 'name',
  'beneficiary.number': 'account',
  amount: 'amount',
  description: 'description',
};

/** Converts the violations of a payout to errors by field. A violation without a field becomes the error `form`. */
export function toFieldErrors(
  violations: InvalidRequestError['violations'],
  { method, account }: PayoutEntry,
  banks: readonly PayoutBank[],
): FieldErrors {
  const labels = getPayoutLabels(method);
  const errors: Record<string, string> = {};
  for (const { path, message } of violations) {
    const field = fieldsByPath[path];
    if (field === undefined) errors['form'] ??= `${path} ${message}.`.trim();
    else if (field === 'amount') errors['amount'] ??= t`Enter the amount like ${'120.00'}, without commas.`;
    else if (field === 'bank')
      errors['bank'] ??= banks.length > 0 ? t('Choose a bank from the list.') : t('Enter the bank code.');
    else if (field === 'account' && account === '') errors['account'] ??= t(missingAccountTexts[method]);
    else errors[field] ??= t(`{0} ${message}.`, t(labels[field]));
  }
  return errors;
}
