export interface IssuedNumberOptions {
  /** The length of the whole number. Known gateways issue 25 characters; the interface allows 24. */
  readonly length: number;
  /** Milliseconds since the epoch. */
  readonly now: number;
  /** Returns `size` random bytes. */
  readonly random: (size: number) => Uint8Array;
}

/** Creates a number in the form of known gateways (observed C): a prefix, random hexadecimal digits, the date in UTC as yyMMdd. */
export function createIssuedNumber(prefix: string, { length, now, random }: IssuedNumberOptions): string {
  const date = new Date(now).toISOString().slice(2, 10).replaceAll('-', '');
  const digits = length - prefix.length - date.length;
  const hex = Buffer.from(random(Math.ceil(digits / 2))).toString('hex');
  return prefix + hex.slice(0, digits).toUpperCase() + date;
}
