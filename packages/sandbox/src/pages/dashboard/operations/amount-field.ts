import { currencyExponent, type Money } from '@pgw/protocol';
import { formatAmount, toAmountParts, html, trustedHtml, type Html } from '@pgw/pages';
import { parseInput } from '@pgw/protocol/internal';
import * as z from '@pgw/protocol/zod';
import { readField, readQueryParameter } from '../../fields.ts';

/** A form that was refused. What was typed is in the URL, so that the form shows it again with its error. */
export interface RefusedForm {
  /** The name of the operation: `capture` or `refund`. */
  readonly operation: string;
  readonly amount: string;
  /** The reason of a refund. */
  readonly reason: string;
  /** False when a capture was not to be the last one. */
  readonly isLast: boolean;
}

/** Reads the form of an operation, each text up to its longest length. */
function readTypedForm(operation: string, read: (name: string) => string): RefusedForm {
  const isLast = read('last') === '1';
  return { operation, amount: read('amount').slice(0, 40), reason: read('reason').slice(0, 100), isLast };
}

/** Reads what was typed in the form of a capture or of a refund. */
export function readForm(incoming: { readonly body?: unknown }, operation: string): RefusedForm {
  return readTypedForm(operation, (name) => readField(incoming, name));
}

/** Returns the query parameters with which the page shows a refused form again. */
export function toParameters({ operation, amount, reason, isLast }: RefusedForm): Record<string, string> {
  return { operation, amount, reason, last: isLast ? '1' : '' };
}

export function readRefusedForm(incoming: { readonly url: string }): RefusedForm | undefined {
  const operation = readQueryParameter(incoming, 'operation');
  return operation === ''
    ? undefined
    : readTypedForm(operation, (name) => readQueryParameter(incoming, name));
}

/** Parses an amount such as `10.00` or `RM 1,234.50` to minor units. `available` is the largest one. */
export function parseAmount(
  text: string,
  available: Money,
): { readonly amount: number } | { readonly error: string } {
  const result = parseInput(createAmountSchema(available), text);
  if (result.success) return { amount: result.data };
  return { error: result.error.issues[0]?.message ?? 'The amount is not valid.' };
}

function createAmountSchema({ amount: available, currencyCode }: Money): z.ZodType<number> {
  const { symbol } = toAmountParts({ amount: 0, currencyCode });
  const exponent = currencyExponent(currencyCode);
  const example = toAmountParts({ amount: 10 * 10 ** exponent, currencyCode }).digits;
  const tooManyDecimals =
    exponent === 0
      ? `Amounts in ${symbol} have no decimals. Enter a whole number, such as ${example}.`
      : `Amounts in ${symbol} have at most ${exponent} decimals, such as ${example}.`;
  return z
    .string()
    .transform((text) => text.replace(symbol, '').replace(currencyCode, '').replaceAll(/\s/g, ''))
    .transform((text) => (thousands.test(text) ? text.replaceAll(',', '') : text))
    .superRefine((digits, context) => {
      const refuse = (message: string): void => context.addIssue({ code: 'custom', message });
      if (digits === '') return refuse(`Enter an amount in ${symbol}, such as ${example}.`);
      if (/^[\d.]+,\d+$/.test(digits))
        return refuse(`Write a point before the decimals, such as ${example}.`);
      const [, whole = '', decimals = ''] = /^(\d+)(?:\.(\d*))?$/.exec(digits) ?? [];
      if (whole === '')
        return refuse(`Enter only the digits of the amount in ${symbol}, such as ${example}.`);
      if (decimals.length > exponent) return refuse(tooManyDecimals);
      // A number of more than 15 digits may be rounded, but it is still too high.
      const amount = toMinorUnits(digits, exponent);
      if (amount === 0) return refuse('Enter an amount above 0.');
      if (amount > available)
        refuse(
          `The amount is too high: at most ${formatAmount({ amount: available, currencyCode })} is left.`,
        );
    })
    .transform((digits) => toMinorUnits(digits, exponent));
}

/** Commas that separate groups of three digits, such as `1,234.50`. A comma before decimals is not one of them. */
const thousands = /^\d{1,3}(?:,\d{3})+(?:\.\d*)?$/;

/** Converts the digits of a decimal to minor units, without the rounding of a floating-point number. */
function toMinorUnits(digits: string, exponent: number): number {
  const [whole = '', decimals = ''] = digits.split('.');
  return Number(`${whole}${decimals.padEnd(exponent, '0')}`);
}

/** Renders the field of an amount, with what is left, what will be sent, and the error of a refused amount. */
export function renderAmountField({
  id,
  available,
  refused,
}: {
  readonly id: string;
  readonly available: Money;
  readonly refused: RefusedForm | undefined;
}): Html {
  const { symbol, digits } = toAmountParts(available);
  const parsed = refused === undefined ? undefined : parseAmount(refused.amount, available);
  const error = parsed !== undefined && 'error' in parsed ? parsed.error : undefined;
  const amount = parsed !== undefined && 'amount' in parsed ? parsed.amount : available.amount;
  return html`<label for="${id}">Amount in ${symbol}</label>
    <input
      id="${id}"
      name="amount"
      inputmode="decimal"
      autocomplete="off"
      value="${refused?.amount ?? digits.replaceAll(',', '')}"
      data-exponent="${currencyExponent(available.currencyCode)}"
      data-symbol="${symbol}"
      aria-describedby="${error === undefined ? '' : `${id}-error `}${id}-hint"
      ${error === undefined ? undefined : trustedHtml('aria-invalid="true" autofocus')}
    />
    ${error === undefined ? undefined : html`<p id="${id}-error" class="error" role="alert">${error}</p>`}
    <p id="${id}-hint" class="muted">
      <span data-sent="${id}">${error === undefined ? `Sent as ${amount}` : 'Nothing was sent'}</span>. Left:
      ${formatAmount(available)}.
    </p>`;
}
