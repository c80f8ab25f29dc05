import { z } from 'zod';
import * as field from './fields.ts';

// Fields of a payment request that public clients send and the interface does not have. The gateway may check
// more formats and limits.

/** An id with an unknown format: a string or an integer. */
function identifier() {
  return z.union([z.string().min(1), z.number().int()], 'must be an integer or a string that is not empty');
}

/** The merchant on whose behalf a platform requests a payment. */
export function subMerchant() {
  return z.strictObject({
    uniqueId: identifier().optional(),
    name: z.string().min(1, 'must not be empty').optional(),
  });
}

/** A recurring payment. Amounts are integers in minor units. */
export function recurringPaymentInfo() {
  return z.strictObject({
    id: identifier().optional(),
    /** The meaning of each number is not known. */
    mode: field.integerFrom(1, 4).optional(),
    numberOfPayments: field.integerFrom(1, 999).optional(),
    /** A date as ddMMyyyy. */
    effectiveDate: z
      .string()
      .refine(isDayMonthYear, 'must be a date as ddMMyyyy, such as 31122027')
      .optional(),
    maximumPaymentAmount: field.amount.optional(),
    /** The format is not known, probably ddMMyyyy. */
    expiryDate: z.string().min(1, 'must not be empty').optional(),
    isFixedAmount: z.boolean().optional(),
  });
}

/** The charge of a platform for the payment. `amount` is in minor units. */
export function platformCharge() {
  return z.strictObject({
    partnerId: identifier().optional(),
    amount: field.amount.optional(),
  });
}

/** Returns true for a valid date as ddMMyyyy: 29022028 is valid, 29022027 is not. */
function isDayMonthYear(text: string): boolean {
  const [, day = '', month = '', year = ''] = /^(\d{2})(\d{2})(\d{4})$/.exec(text) ?? [];
  const date = new Date(`${year}-${month}-${day}T00:00:00Z`);
  // Date converts 29 February of a year without this day to 1 March.
  return !Number.isNaN(date.getTime()) && date.getUTCDate() === Number(day);
}
