import { z } from 'zod';
import { startRequest } from './payment.ts';

/** The schema of a start by an HTML form. A form sends every field as text. */
export const startForm = z.strictObject({
  /** The shop's id of the order. */
  order: startRequest.shape.order,
  /** The chosen channel. */
  channel: z.coerce.number().int().optional().describe("Omitted: the shopper chooses on the gateway's page."),
  /** The chosen bank. */
  bank: startRequest.shape.bankId,
  /** The total that was shown, in minor units. */
  shownAmount: z.coerce
    .number()
    .int()
    .positive()
    .optional()
    .describe('The total that was shown. The start is refused when the total has changed.'),
  /** ISO 4217 code of the shown total. */
  shownCurrencyCode: z.string().length(3).optional(),
  /** The language of the page on which the shopper chooses a bank. */
  lang: z
    .string()
    .max(35)
    .optional()
    .describe('Language of the page on which the shopper chooses a bank, BCP 47.'),
  /** Shows that the form is of a page of the shop. */
  token: z
    .string()
    .max(100)
    .optional()
    .describe('The token of the form, for browsers that do not send the page from which a form comes.'),
  /** The bank filter of the form. */
  category: z.string().optional().describe('The bank filter of the form. The server ignores it.'),
});
