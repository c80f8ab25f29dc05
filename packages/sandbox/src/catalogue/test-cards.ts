/** What a test card makes of a payment. Statuses are payment statuses; a message is the provider's own. */
export const cardOutcomes = {
  approved: { code: '00', status: 1, message: null },
  declined: { code: '01', status: 2, message: 'Declined by the issuer' },
  'insufficient-funds': { code: '02', status: 6, message: 'Insufficient funds' },
  'over-limit': { code: '03', status: 4, message: 'Over the limit of the card' },
  'expired-card': { code: '04', status: 2, message: 'Expired card' },
  'wrong-code': { code: '05', status: 2, message: 'Wrong security code' },
  // Processed, and the connection is cut before the answer: a query finds it paid.
  'unknown-outcome': { code: '06', status: 1, message: null },
  // Approved, and the answer takes its time.
  slow: { code: '07', status: 1, message: null },
} as const satisfies Record<
  string,
  { readonly code: string; readonly status: number; readonly message: string | null }
>;

export type CardOutcome = keyof typeof cardOutcomes;

/** Brands by what a number begins with, and the beginning of their test cards. */
const brands = [
  { name: 'Visa', begins: /^4/, testPrefix: '4000000000000' },
  {
    name: 'Mastercard',
    begins: /^(5[1-5]|222[1-9]|22[3-9]|2[3-6]|27[01]|2720)/,
    testPrefix: '5200000000000',
  },
  { name: 'American Express', begins: /^3[47]/, testPrefix: '370000000000' },
  { name: 'UnionPay', begins: /^62/, testPrefix: '6200000000000' },
  { name: 'JCB', begins: /^35/, testPrefix: '3530000000000' },
] as const;

export interface TestCard {
  readonly brand: (typeof brands)[number]['name'];
  readonly outcome: CardOutcome;
  readonly number: string;
}

/** Every test card: the brand's beginning, zeros, two digits for the outcome, and the check digit. */
export const testCards: readonly TestCard[] = brands.flatMap(({ name, testPrefix }) =>
  outcomeNames().map((outcome) => {
    const body = `${testPrefix}${cardOutcomes[outcome].code}`;
    return { brand: name, outcome, number: `${body}${checkDigit(body)}` };
  }),
);

/** What a number stands for. Any valid number that is no test card is approved. */
export function cardOutcomeOf(cardNumber: string): CardOutcome {
  return testCards.find(({ number }) => number === cardNumber)?.outcome ?? 'approved';
}

export function cardBrandOf(cardNumber: string): string {
  return brands.find(({ begins }) => begins.test(cardNumber))?.name ?? 'Card';
}

/** The digits of a card number as it was typed, or undefined when they cannot be one. */
export function cardDigits(typed: string): string | undefined {
  const digits = typed.replaceAll(/[ -]/g, '');
  const isNumber = /^\d{12,19}$/.test(digits);
  return isNumber && checkDigit(digits.slice(0, -1)) === digits.at(-1) ? digits : undefined;
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
