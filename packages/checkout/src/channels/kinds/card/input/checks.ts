import type { CardBrand } from '@pgw/protocol';
import type { TextId } from '../../../../locales/en.ts';
import type { TextValues } from '../../../../locales/localize.ts';
import type { CardRule } from '../brands/brands.ts';
import { extractDigits } from './digits.ts';
import { isExpired, readExpiry } from './expiry.ts';
import type { CardField } from '../../../../state/checkout-state.ts';

/** The texts of the fields. */
export type CardValues = Readonly<Record<CardField, string>>;

/** The text of an error, and the values that are inserted into it. */
export interface CardError {
  readonly id: TextId & `card.error.${string}`;
  readonly values: TextValues;
}

export interface CheckOptions {
  /** Brands that the shop accepts. The bank checks a brand that is not in the table of `brands.ts`. */
  readonly brands: readonly CardBrand[];
  /** The name of the shop. */
  readonly merchant: string;
  readonly now: Date;
  /** The rule of the card's brand. */
  readonly rule: CardRule;
}

/** Returns the error of one field, or null if its value is valid. */
export function checkField(field: CardField, values: CardValues, options: CheckOptions): CardError | null {
  const { rule } = options;
  switch (field) {
    case 'cc-number':
      return checkNumber(extractDigits(values[field]), options);
    case 'cc-exp':
      return checkExpiry(values[field], options.now);
    case 'cc-csc':
      return isCode(values[field], rule) ? null : createError('card.error.code', { n: rule.codeLength });
    case 'cc-name':
      return isName(values[field]) ? null : createError('card.error.name');
  }
}

function checkNumber(digits: string, { rule, brands, merchant }: CheckOptions): CardError | null {
  if (digits === '') return createError('card.error.number.required');
  if (rule.brand !== null && !brands.includes(rule.brand))
    return createError('card.error.brand', { merchant, brand: rule.name });
  if (digits.length < (rule.lengths[0] ?? 0)) return createError('card.error.number.short');
  const isValid = rule.lengths.includes(digits.length) && (!rule.hasCheckDigit || hasValidCheckDigit(digits));
  return isValid ? null : createError('card.error.number.invalid');
}

function checkExpiry(text: string, now: Date): CardError | null {
  if (extractDigits(text) === '') return createError('card.error.expiry.required');
  const expiry = readExpiry(text);
  if (expiry === null) return createError('card.error.expiry.invalid');
  return isExpired(expiry, now) ? createError('card.error.expiry.past') : null;
}

/** Whether a text is a valid security code. The code of an unknown brand may have 3 or 4 digits. */
function isCode(text: string, { brand, codeLength }: CardRule): boolean {
  const { length } = extractDigits(text);
  return length === codeLength || (brand === null && length === 4);
}

/** Whether a text can be a name. A text with 8 digits or more is a card number in the wrong field. */
function isName(text: string): boolean {
  return text.trim() !== '' && extractDigits(text).length < 8;
}

/** Whether the last digit is correct by the Luhn algorithm. */
export function hasValidCheckDigit(digits: string): boolean {
  let sum = 0;
  for (let index = 0; index < digits.length; index += 1) {
    const digit = Number(digits[digits.length - 1 - index]);
    const product = index % 2 === 0 ? digit : digit * 2;
    sum += product > 9 ? product - 9 : product;
  }
  return sum % 10 === 0;
}

function createError(id: CardError['id'], values: CardError['values'] = {}): CardError {
  return { id, values };
}
