import type { CardBrand } from '@pgw/protocol';
import type { CardTexts } from '../locales/card/index.ts';
import type { CardRule } from './brands.ts';
import { digitsOf } from './digits.ts';
import { isExpired, readExpiry } from './expiry.ts';

/** The four fields, by the names under which browsers fill them. */
export type CardField = 'cc-number' | 'cc-exp' | 'cc-csc' | 'cc-name';

/** What is typed, as it stands in the fields. */
export type CardValues = Readonly<Record<CardField, string>>;

/** What is wrong with a field. */
export interface CardComplaint {
  readonly id: keyof CardTexts & `e.${string}`;
  readonly words: Readonly<Record<string, string | number>>;
}

export interface CardChecks {
  /** Brands that the shop takes. A brand that the table does not know is left to the bank. */
  readonly brands: readonly CardBrand[];
  readonly merchant: string;
  readonly now: Date;
  /** What is known of the card: by its number, or because it was saved. */
  readonly rule: CardRule;
}

/** What is wrong with one field, or null. */
export function complaintOf(field: CardField, values: CardValues, checks: CardChecks): CardComplaint | null {
  const { rule } = checks;
  switch (field) {
    case 'cc-number':
      return ofNumber(digitsOf(values[field]), checks);
    case 'cc-exp':
      return ofExpiry(values[field], checks.now);
    case 'cc-csc':
      return isCode(values[field], rule) ? null : complain('e.cvc', { n: rule.codeLength });
    case 'cc-name':
      return isName(values[field]) ? null : complain('e.name');
  }
}

function ofNumber(digits: string, { rule, brands, merchant }: CardChecks): CardComplaint | null {
  if (digits === '') return complain('e.number.req');
  if (rule.brand !== null && !brands.includes(rule.brand))
    return complain('e.brand', { merchant, brand: rule.name });
  if (digits.length < (rule.lengths[0] ?? 0)) return complain('e.number.short');
  const isRight = rule.lengths.includes(digits.length) && (!rule.hasCheckDigit || hasCheckDigit(digits));
  return isRight ? null : complain('e.number.bad');
}

function ofExpiry(text: string, now: Date): CardComplaint | null {
  if (digitsOf(text) === '') return complain('e.exp.req');
  const expiry = readExpiry(text);
  if (expiry === null) return complain('e.exp.bad');
  return isExpired(expiry, now) ? complain('e.exp.past') : null;
}

/** A code of an unknown brand may have either length. */
function isCode(text: string, { brand, codeLength }: CardRule): boolean {
  const { length } = digitsOf(text);
  return length === codeLength || (brand === null && length === 4);
}

/** Not empty, and no card number that went to the wrong field. */
function isName(text: string): boolean {
  return text.trim() !== '' && digitsOf(text).length < 8;
}

/** Luhn's sum: every second digit from the end is doubled. */
export function hasCheckDigit(digits: string): boolean {
  let sum = 0;
  for (let at = 0; at < digits.length; at += 1) {
    const digit = Number(digits[digits.length - 1 - at]) * (1 + (at % 2));
    sum += digit > 9 ? digit - 9 : digit;
  }
  return sum % 10 === 0;
}

function complain(id: CardComplaint['id'], words: CardComplaint['words'] = {}): CardComplaint {
  return { id, words };
}
