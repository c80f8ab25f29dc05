/** The number of characters of a transaction, session or refund number. */
export const numberLengths = {
  /** The longest number that the interface allows (section Limits). */
  interface: 24,
  /** The numbers that known gateways issue. */
  knownGateways: 25,
} as const;

/** The first digits of the numbers of each kind of record. */
const numberPrefix = {
  payment: '2005',
  capture: '2006',
  payout: '2009',
  refund: '2011',
  session: '2037',
} as const;

/** The options of {@link createIdentifiers}. */
export interface IdentifierOptions {
  /** The number of characters of issued numbers. Default 25, like known gateways. */
  readonly numberLength?: number | undefined;
  readonly now: () => number;
  readonly random: (size: number) => Uint8Array;
}

/** Creates the numbers and random texts of new records. */
export interface Identifiers {
  /** A number in the form of known gateways: a prefix, random hexadecimal digits, and the date in UTC as yyMMdd. */
  readonly issueNumber: (kind: keyof typeof numberPrefix) => string;
  /** A text that cannot be guessed: the prefix, and `randomBytes` random bytes in hexadecimal digits. */
  readonly createRandomText: (prefix: string, randomBytes: number) => string;
  /** Creates the provider's number of a payment or payout: `P` and 12 hexadecimal digits. */
  readonly createProviderNumber: () => string;
}

export function createIdentifiers({
  numberLength = numberLengths.knownGateways,
  now,
  random,
}: IdentifierOptions): Identifiers {
  const toHex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex').toUpperCase();
  const createRandomText = (prefix: string, randomBytes: number): string =>
    prefix + toHex(random(randomBytes));
  return {
    issueNumber: (kind) => {
      const prefix = numberPrefix[kind];
      const date = new Date(now()).toISOString().slice(2, 10).replaceAll('-', '');
      const digitCount = numberLength - prefix.length - date.length;
      const digits = toHex(random(Math.ceil(digitCount / 2))).slice(0, digitCount);
      return prefix + digits + date;
    },
    createRandomText,
    createProviderNumber: () => createRandomText('P', 6),
  };
}
