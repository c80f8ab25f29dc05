import type { Violation } from '@pgw/protocol';
import { createInvalidRequestRefusal } from '../responses.ts';
import { findCardBrand, parseCardNumber, findCardOutcome } from '../../catalogue/test-cards.ts';
import type { CardSummary } from '../../ledger/payments/saved-cards.ts';
import type { HandlerContext } from '../handler.ts';

interface CardDetails {
  readonly cardNumber?: string | undefined;
  readonly expiryMonth?: string | undefined;
  readonly expiryYear?: string | undefined;
  readonly securityCode?: string | undefined;
  readonly paymentToken?: string | undefined;
}

/**
 * Reads the card of a request by its number or by the token of a saved card. The result has neither number
 * nor security code. The security code is optional; 000 and 0000 are wrong for every card.
 *
 * @throws Refusal that names the invalid properties, without their values.
 */
export function readCard(details: CardDetails, { gateway, tenant }: HandlerContext): CardSummary {
  const violations = findSecurityCodeViolations(details);
  const card =
    details.paymentToken === undefined
      ? readCardByNumber(details, violations)
      : gateway.ledger.savedCards.find(tenant.id, details.paymentToken);
  if (card === undefined && details.paymentToken !== undefined)
    violations.push({ path: 'channelDetails.paymentToken', message: 'is not a saved card of this merchant' });
  if (card === undefined || violations.length > 0) throw createInvalidRequestRefusal(violations);
  if (card.expiresAt <= gateway.settings.now()) return { ...card, outcome: 'expired-card' };
  return isWrongSecurityCode(details) ? { ...card, outcome: 'wrong-code' } : card;
}

function isWrongSecurityCode({ securityCode }: CardDetails): boolean {
  return securityCode === '000' || securityCode === '0000';
}

function findSecurityCodeViolations({ securityCode }: CardDetails): Violation[] {
  if (securityCode === undefined || /^\d{3,4}$/.test(securityCode)) return [];
  return [{ path: 'channelDetails.securityCode', message: 'must have 3 or 4 digits' }];
}

/** Reads a card by its number. Adds an entry to `violations` for each invalid property. */
function readCardByNumber(details: CardDetails, violations: Violation[]): CardSummary | undefined {
  const digits = details.cardNumber === undefined ? undefined : parseCardNumber(details.cardNumber);
  const expiresAt = toExpiryTime(details);
  if (digits === undefined)
    violations.push({
      path: 'channelDetails.cardNumber',
      message: details.cardNumber === undefined ? 'is required' : 'is not a card number',
    });
  if (expiresAt === undefined)
    violations.push({
      path: 'channelDetails.expiryMonth',
      message: 'must be a month of expiryYear, such as "07" of "2030" or "30"',
    });
  if (digits === undefined || expiresAt === undefined) return undefined;
  return {
    brand: findCardBrand(digits),
    lastDigits: digits.slice(-4),
    outcome: findCardOutcome(digits),
    expiresAt,
  };
}

/** Returns the end of a card's last valid month, or undefined when the month or the year is not valid. */
function toExpiryTime({ expiryMonth = '', expiryYear = '' }: CardDetails): number | undefined {
  if (!/^(0?[1-9]|1[0-2])$/.test(expiryMonth) || !/^(\d{2}|20\d{2})$/.test(expiryYear)) return undefined;
  const year = expiryYear.length === 2 ? 2000 + Number(expiryYear) : Number(expiryYear);
  return Date.UTC(year, Number(expiryMonth), 1);
}
