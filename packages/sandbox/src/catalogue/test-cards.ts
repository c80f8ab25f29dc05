import type { CardBrand, TestCard as StorefrontTestCard } from '@pgw/protocol';
import { paymentStatusNumber } from './status-numbers.ts';

/** The outcome of a payment with a test card. */
interface Outcome {
  /** The two digits of the card number that select this outcome. */
  readonly code: string;
  /** The payment status of this outcome. */
  readonly status: number;
  /** The provider's message for a declined payment; null for other payments. */
  readonly message: string | null;
  /** The text next to the card on a page for developers. */
  readonly label: string;
  /** How the browser is redirected to the bank. Only for outcomes for which the bank requires a code. */
  readonly challenge?: 'url' | 'script' | undefined;
}

/** The outcomes of test cards by name. */
export const cardOutcomes = {
  approved: { code: '00', status: paymentStatusNumber.success, message: null, label: 'Approved' },
  declined: {
    code: '01',
    status: paymentStatusNumber.failed,
    message: 'Declined by the issuer',
    label: 'Declined',
  },
  'insufficient-funds': {
    code: '02',
    status: paymentStatusNumber.insufficientFunds,
    message: 'Insufficient funds',
    label: 'Not enough money',
  },
  'over-limit': {
    code: '03',
    status: paymentStatusNumber.limitExceeded,
    message: 'Over the limit of the card',
    label: 'Over the limit of the card',
  },
  'expired-card': {
    code: '04',
    status: paymentStatusNumber.failed,
    message: 'Expired card',
    label: 'Declined: expired card',
  },
  'wrong-code': {
    code: '05',
    status: paymentStatusNumber.failed,
    message: 'Wrong security code',
    label: 'Declined: wrong security code',
  },
  // The sandbox processes the payment, and closes the connection before the response. A query then returns a
  // paid payment.
  'unknown-outcome': {
    code: '06',
    status: paymentStatusNumber.success,
    message: null,
    label: 'Paid, but the response was lost',
  },
  // The payment is approved, and the response is sent late.
  slow: { code: '07', status: paymentStatusNumber.success, message: null, label: 'Approved, slowly' },
  'challenge-by-url': {
    code: '08',
    status: paymentStatusNumber.success,
    message: null,
    label: 'The bank requires a code (by redirect)',
    challenge: 'url',
  },
  'challenge-by-script': {
    code: '09',
    status: paymentStatusNumber.success,
    message: null,
    label: 'The bank requires a code (by script)',
    challenge: 'script',
  },
} as const satisfies Record<string, Outcome>;

/** The name of a test card's outcome. */
export type CardOutcome = keyof typeof cardOutcomes;

/** A card number of the sandbox with a fixed outcome. */
export interface TestCard extends StorefrontTestCard {
  /** The outcome of every payment with this card. */
  readonly outcome: CardOutcome;
}

interface Brand {
  readonly brand: CardBrand;
  readonly name: string;
  /** Matches the first digits of the brand's card numbers. */
  readonly prefixPattern: RegExp;
  /** The first digits of the brand's test cards. They resemble published test numbers. */
  readonly testPrefix: string;
}

const brands: readonly Brand[] = [
  { brand: 'visa', name: 'Visa', prefixPattern: /^4/, testPrefix: '4000000000000' },
  {
    brand: 'mastercard',
    name: 'Mastercard',
    // 51 to 55, and 2221 to 2720.
    prefixPattern: /^(5[1-5]|222[1-9]|22[3-9]|2[3-6]|27[01]|2720)/,
    testPrefix: '5200000000000',
  },
  { brand: 'amex', name: 'American Express', prefixPattern: /^3[47]/, testPrefix: '370000000000' },
  {
    brand: 'jcb',
    name: 'JCB',
    // 3528 to 3589.
    prefixPattern: /^35(2[89]|[3-8])/,
    testPrefix: '3530000000000',
  },
  {
    brand: 'diners',
    name: 'Diners Club',
    // 300 to 305, 36, 38 and 39.
    prefixPattern: /^3(0[0-5]|[689])/,
    testPrefix: '36000000000',
  },
  { brand: 'unionpay', name: 'UnionPay', prefixPattern: /^(62|81)/, testPrefix: '6200000000000' },
];

/** The names of all brands, as the hosted page lists them. */
export const cardBrandNames = brands.map(({ name }) => name).join(', ');

/**
 * A card for each brand and outcome. Its number consists of the prefix of the brand, zeros, two digits for
 * the outcome, and the check digit.
 */
export const allTestCards: readonly TestCard[] = brands.flatMap(({ brand, testPrefix }) =>
  listOutcomeNames().map((outcome) => {
    const { code, label } = cardOutcomes[outcome];
    const body = `${testPrefix}${code}`;
    const securityCode = brand === 'amex' ? '1234' : '123';
    return { number: `${body}${computeCheckDigit(body)}`, securityCode, brand, label, outcome };
  }),
);

/**
 * The test cards for `createCheckout({ cards: { testCards } })` of @pgw/express. The checkout shows each
 * card with a button that fills in its details.
 */
export const testCards: readonly StorefrontTestCard[] = allTestCards.map(
  ({ number, securityCode, brand, label }) => ({ number, securityCode, brand, label }),
);

/** Finds the outcome of a card number. A valid number that is not a test card is approved. */
export function findCardOutcome(cardNumber: string): CardOutcome {
  return allTestCards.find(({ number }) => number === cardNumber)?.outcome ?? 'approved';
}

/** Finds how the browser is redirected to the bank. Returns undefined when the bank does not require a code. */
export function findChallengeMethod(name: CardOutcome): 'url' | 'script' | undefined {
  const outcome: Outcome = cardOutcomes[name];
  return outcome.challenge;
}

/** Finds the display name of a card's brand, such as `Visa`. */
export function findCardBrand(cardNumber: string): string {
  return brands.find(({ prefixPattern }) => prefixPattern.test(cardNumber))?.name ?? 'Card';
}

/** Returns the digits of a typed card number, or undefined when the number is not valid. */
export function parseCardNumber(text: string): string | undefined {
  const digits = text.replaceAll(/[ -]/g, '');
  const isNumber = /^\d{12,19}$/.test(digits);
  return isNumber && computeCheckDigit(digits.slice(0, -1)) === digits.at(-1) ? digits : undefined;
}

/** Returns true when a text is the name of an outcome. A text from the database may have another value. */
export function isCardOutcome(name: string): name is CardOutcome {
  return Object.hasOwn(cardOutcomes, name);
}

/** Computes the check digit with the Luhn algorithm. */
function computeCheckDigit(body: string): string {
  const sum = [...body].toReversed().reduce((total, digit, index) => {
    const value = Number(digit) * (index % 2 === 0 ? 2 : 1);
    return total + (value > 9 ? value - 9 : value);
  }, 0);
  return String((10 - (sum % 10)) % 10);
}

function listOutcomeNames(): CardOutcome[] {
  // `Object.keys` of a constant record returns the keys of its type.
  return Object.keys(cardOutcomes) as CardOutcome[];
}
