import type { CardBrand } from '@pgw/protocol';
import type { TextId } from '../locales/en.ts';
import type { TextValues } from '../locales/localize.ts';
import type { CardField } from '../state/checkout-state.ts';
import type { CardRule } from './brands.ts';
import { digitsOf } from './digits.ts';
import { isExpired, readExpiry } from './expiry.ts';

/** The texts of the fields. */
export type CardValues = Readonly<Record<CardField, string>>;

/** What is missing or wrong in a field, as a text with its values. */
export interface CardError {
  readonly id: TextId & `card.error.${string}`;
  readonly values: TextValues;
}

export interface CardChecks {
  /** Brands that the shop accepts. A brand that is not in our table is checked by the bank. */
  readonly brands: readonly CardBrand[];
  readonly merchant: string;
  readonly now: Date;
  /** The rule of the card's brand. */
  readonly rule: CardRule;
}

/** The error of one field, or null. */
export function cardErrorOf(field: CardField, values: CardValues, checks: CardChecks): CardError | null {
  const { rule } = checks;
  switch (field) {
    case 'cc-number':
      return ofNumber(digitsOf(values[field]), checks);
    case 'cc-exp':
      return ofExpiry(values[field], checks.now);
    case 'cc-csc':
      return isCode(values[field], rule) ? null : error('card.error.code', { n: rule.codeLength });
    case 'cc-name':
      return isName(values[field]) ? null : error('card.error.name');
  }
}

function ofNumber(digits: string, { rule, brands, merchant }: CardChecks): CardError | null {
  if (digits === '') return error('card.error.number.required');
  if (rule.brand !== null && !brands.includes(rule.brand))
    return error('card.error.brand', { merchant, brand: rule.name });
  if (digits.length < (rule.lengths[0] ?? 0)) return error('card.error.number.short');
  const isRight = rule.lengths.includes(digits.length) && (!rule.hasCheckDigit || hasCheckDigit(digits));
  return isRight ? null : error('card.error.number.invalid');
}

function ofExpiry(text: string, now: Date): CardError | null {
  if (digitsOf(text) === '') return error('card.error.expiry.required');
  const expiry = readExpiry(text);
  if (expiry === null) return error('card.error.expiry.invalid');
  return isExpired(expiry, now) ? error('card.error.expiry.past') : null;
}

/** The code of an unknown brand may have 3 or 4 digits. */
function isCode(text: string, { brand, codeLength }: CardRule): boolean {
  const { length } = digitsOf(text);
  return length === codeLength || (brand === null && length === 4);
}

/** Not empty, and not a card number. */
function isName(text: string): boolean {
  return text.trim() !== '' && digitsOf(text).length < 8;
}

/** Whether the last digit is right by the Luhn algorithm. */
export function hasCheckDigit(digits: string): boolean {
  let sum = 0;
  for (let at = 0; at < digits.length; at += 1) {
    const digit = Number(digits[digits.length - 1 - at]) * (1 + (at % 2));
    sum += digit > 9 ? digit - 9 : digit;
  }
  return sum % 10 === 0;
}

function error(id: CardError['id'], values: CardError['values'] = {}): CardError {
  return { id, values };
}
