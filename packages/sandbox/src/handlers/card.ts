import type { Violation } from '@pgw/protocol';
import { refuseInvalid } from '../answers.ts';
import { cardBrandOf, cardDigits, cardOutcomeOf, type CardOutcome } from '../catalogue/test-cards.ts';
import type { CardFacts } from '../ledger/rows.ts';

/** What is known of a card once its number and code are forgotten. */
export interface Card extends CardFacts {
  readonly outcome: CardOutcome;
}

interface CardDetails {
  readonly cardNumber?: string | undefined;
  readonly expiryMonth?: string | undefined;
  readonly expiryYear?: string | undefined;
  readonly securityCode?: string | undefined;
}

/**
 * Reads the card of a request and forgets its number and code. The security code may be left out.
 *
 * @throws Refusal that names each member that is wrong, and repeats none.
 */
export function readCard(details: CardDetails, now: number): Card {
  const digits = cardDigits(details.cardNumber ?? '');
  const end = endOf(details);
  const violations: Violation[] = [];
  if (digits === undefined)
    violations.push({
      path: 'channelDetails.cardNumber',
      message: details.cardNumber === undefined ? 'is required' : 'is not a card number',
    });
  if (end === undefined)
    violations.push({
      path: 'channelDetails.expiryMonth',
      message: 'and expiryYear must be a month, such as "07" and "2030" or "30"',
    });
  if (details.securityCode !== undefined && !/^\d{3,4}$/.test(details.securityCode))
    violations.push({ path: 'channelDetails.securityCode', message: 'must have 3 or 4 digits' });
  if (digits === undefined || end === undefined || violations.length > 0) throw refuseInvalid(violations);
  return {
    cardBrand: cardBrandOf(digits),
    cardLastDigits: digits.slice(-4),
    outcome: end <= now ? 'expired-card' : cardOutcomeOf(digits),
  };
}

/** The end of the last month of a card; undefined when month and year are none. */
function endOf({ expiryMonth = '', expiryYear = '' }: CardDetails): number | undefined {
  if (!/^(0?[1-9]|1[0-2])$/.test(expiryMonth) || !/^(\d{2}|20\d{2})$/.test(expiryYear)) return undefined;
  const year = expiryYear.length === 2 ? 2000 + Number(expiryYear) : Number(expiryYear);
  return Date.UTC(year, Number(expiryMonth), 1);
}
