import { currencyExponent, type Money } from '@pgw/protocol';

/** Formats an amount in two parts for the pages: `RM` and `128.90`. */
export function toMoneyParts({ amount, currencyCode }: Money): {
  readonly symbol: string;
  readonly digits: string;
} {
  const exponent = currencyExponent(currencyCode);
  // Uses the digits of the integer, so that large amounts are exact.
  const padded = String(Math.abs(amount)).padStart(exponent + 1, '0');
  // Inserts a comma before each group of three digits.
  const whole = padded.slice(0, padded.length - exponent).replace(/\B(?=(\d{3})+$)/g, ',');
  const decimal = exponent === 0 ? whole : `${whole}.${padded.slice(-exponent)}`;
  const digits = amount < 0 ? `−${decimal}` : decimal;
  return { symbol: symbols[currencyCode] ?? currencyCode, digits };
}

const symbols: Readonly<Record<string, string>> = { MYR: 'RM', SGD: 'S$' };

/** Formats an amount as one text with a no-break space: `RM 128.90`. */
export function formatMoney(money: Money): string {
  const { symbol, digits } = toMoneyParts(money);
  return `${symbol}\u00A0${digits}`;
}

/** Formats a deadline for a shopper: `2:47 pm today`, or with the date when it is on another day. */
export function formatDeadline(time: number, { now, timeZone }: { now: number; timeZone: string }): string {
  const clock = new Intl.DateTimeFormat('en-MY', { timeZone, hour: 'numeric', minute: '2-digit' });
  const day = new Intl.DateTimeFormat('en-MY', { timeZone, dateStyle: 'medium' });
  const isToday = day.format(time) === day.format(now);
  return `${clock.format(time)} ${isToday ? 'today' : day.format(time)}`.replaceAll('\u202F', '\u00A0');
}
