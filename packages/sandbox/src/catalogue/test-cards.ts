import type { CardBrand, TestCard as StorefrontTestCard } from '@pgw/protocol';

/** What a test card makes of a payment. */
interface Outcome {
  /** Two digits of the number. */
  readonly code: string;
  /** The payment status that it leads to. */
  readonly status: number;
  /** The provider's own words of a decline. */
  readonly message: string | null;
  /** As a developer reads it beside the card. */
  readonly label: string;
  /** The bank asks its customer for a code before it approves; how the browser gets there. */
  readonly challenge?: 'url' | 'script';
}

/** What may become of a card: one entry each. */
export const cardOutcomes = {
  approved: { code: '00', status: 1, message: null, label: 'Approved' },
  declined: { code: '01', status: 2, message: 'Declined by the issuer', label: 'Declined' },
  'insufficient-funds': { code: '02', status: 6, message: 'Insufficient funds', label: 'Not enough money' },
  'over-limit': {
    code: '03',
    status: 4,
    message: 'Over the limit of the card',
    label: 'Over the limit of the card',
  },
  'expired-card': { code: '04', status: 2, message: 'Expired card', label: 'Declined: expired card' },
  'wrong-code': {
    code: '05',
    status: 2,
    message: 'Wrong security code',
    label: 'Declined: wrong security code',
  },
  // Processed, and the connection is cut before the answer: a query finds it paid.
  'unknown-outcome': { code: '06', status: 1, message: null, label: 'The answer is lost; paid all the same' },
  // Approved, and the answer takes its time.
  slow: { code: '07', status: 1, message: null, label: 'Approved, slowly' },
  'challenge-by-url': {
    code: '08',
    status: 1,
    message: null,
    label: 'The bank asks for a code (by address)',
    challenge: 'url',
  },
  'challenge-by-script': {
    code: '09',
    status: 1,
    message: null,
    label: 'The bank asks for a code (by script)',
    challenge: 'script',
  },
} as const satisfies Record<string, Outcome>;

export type CardOutcome = keyof typeof cardOutcomes;

/** A card to play with. */
export interface TestCard extends StorefrontTestCard {
  readonly outcome: CardOutcome;
}

interface Brand {
  readonly brand: CardBrand;
  readonly name: string;
  /** What its numbers begin with. */
  readonly begins: RegExp;
  /** The beginning of its test cards, as in the numbers that are published for tests. */
  readonly testPrefix: string;
  readonly securityCode: string;
}

const brands: readonly Brand[] = [
  { brand: 'visa', name: 'Visa', begins: /^4/, testPrefix: '4000000000000', securityCode: '123' },
  {
    brand: 'mastercard',
    name: 'Mastercard',
    begins: /^(5[1-5]|222[1-9]|22[3-9]|2[3-6]|27[01]|2720)/,
    testPrefix: '5200000000000',
    securityCode: '123',
  },
  {
    brand: 'amex',
    name: 'American Express',
    begins: /^3[47]/,
    testPrefix: '370000000000',
    securityCode: '1234',
  },
  {
    brand: 'jcb',
    name: 'JCB',
    begins: /^35(2[89]|[3-8])/,
    testPrefix: '3530000000000',
    securityCode: '123',
  },
  {
    brand: 'diners',
    name: 'Diners Club',
    begins: /^3(0[0-5]|[689])/,
    testPrefix: '36000000000',
    securityCode: '123',
  },
  {
    brand: 'unionpay',
    name: 'UnionPay',
    begins: /^(62|81)/,
    testPrefix: '6200000000000',
    securityCode: '123',
  },
];

/** A card for each brand and outcome: the brand's beginning, zeros, two digits for the outcome, and the check digit. */
export const allTestCards: readonly TestCard[] = brands.flatMap(({ brand, testPrefix, securityCode }) =>
  outcomeNames().map((outcome) => {
    const { code, label } = cardOutcomes[outcome];
    const body = `${testPrefix}${code}`;
    return { number: `${body}${checkDigit(body)}`, securityCode, brand, label, outcome };
  }),
);

/** The same in the form that `createCheckout({ cards: { testCards } })` of @pgw/express takes, to be shown as click-to-fill. */
export const testCards: readonly StorefrontTestCard[] = allTestCards.map(
  ({ number, securityCode, brand, label }) => ({ number, securityCode, brand, label }),
);

/** What a number stands for. Any valid number that is no test card is approved. */
export function cardOutcomeOf(cardNumber: string): CardOutcome {
  return allTestCards.find(({ number }) => number === cardNumber)?.outcome ?? 'approved';
}

/** How the browser gets to a bank that asks first; undefined for a card whose bank does not. */
export function challengeOf(name: CardOutcome): 'url' | 'script' | undefined {
  const outcome: Outcome = cardOutcomes[name];
  return outcome.challenge;
}

/** The brand's name, as people know it. */
export function cardBrandOf(cardNumber: string): string {
  return brands.find(({ begins }) => begins.test(cardNumber))?.name ?? 'Card';
}

/** The digits of a card number as it was typed, or undefined when they cannot be one. */
export function cardDigits(typed: string): string | undefined {
  const digits = typed.replaceAll(/[ -]/g, '');
  const isNumber = /^\d{12,19}$/.test(digits);
  return isNumber && checkDigit(digits.slice(0, -1)) === digits.at(-1) ? digits : undefined;
}

/** Whether an outcome's name is one of ours: rows of saved cards carry it. */
export function isCardOutcome(name: string): name is CardOutcome {
  return Object.hasOwn(cardOutcomes, name);
}

/** Luhn's check digit. */
function checkDigit(body: string): string {
  const sum = [...body].toReversed().reduce((total, digit, index) => {
    const value = Number(digit) * (index % 2 === 0 ? 2 : 1);
    return total + (value > 9 ? value - 9 : value);
  }, 0);
  return String((10 - (sum % 10)) % 10);
}

function outcomeNames(): CardOutcome[] {
  // Object.keys of a constant record has the record's keys.
  return Object.keys(cardOutcomes) as CardOutcome[];
}
