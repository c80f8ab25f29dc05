import { createHash } from 'node:crypto';
import { normalizeReference } from '@pgw/protocol';
import { getRandomIdBytes } from '../model/random-bytes.ts';

/** The marks of references, for several shops with one merchant account. Letter case is ignored. */
export interface ReferenceMarks {
  /**
   * The marks of this shop: 1 to 6 letters and digits each. New references begin with the first mark. Keep
   * earlier marks in the list as long as their payments may still be paid.
   */
  readonly own: string | readonly string[];
  /**
   * The marks of the other shops. A transaction with one of these marks is ignored: it is not stored, and no
   * event reports it. Default: none.
   */
  readonly otherShops?: readonly string[] | undefined;
}

/**
 * The number of characters in the random part of a reference. It follows the prefix and a hyphen. With a mark it is
 * longer, so an order id that begins like the mark of another shop is not taken for the mark.
 */
const randomPartLengths = { unmarked: 16, marked: 17 } as const;
/** The gateway's limit is 50 characters. */
const maxPrefixLength = 50 - '-'.length - randomPartLengths.marked;
/** The maximum number of characters of an order id in a reference. */
const maxOrderPartLength = 30;

/**
 * Creates and reads the references of payments: the mark of the shop if it has one, the beginning of the order
 * id, and at least 80 random bits, separated by hyphens. An operator can relate a reference to its order. Letter case is
 * ignored, so references have no lower-case letters.
 */
export class References {
  readonly #ownMarks: readonly string[];
  readonly #marksOfOtherShops: ReadonlySet<string>;

  constructor({ own, otherShops = [] }: ReferenceMarks = { own: [], otherShops: [] }) {
    this.#ownMarks = [own].flat().map((mark) => mark.toUpperCase());
    this.#marksOfOtherShops = new Set(otherShops.map((mark) => mark.toUpperCase()));
  }

  /** Creates a reference for a payment of an order. */
  create(orderId: string): string {
    const [prefix = ''] = this.listPrefixes(orderId);
    return `${prefix}-${toRandomPart(getRandomIdBytes(this.#randomPartLength))}`;
  }

  /**
   * Creates the reference of a payout: the mark of the shop if it has one, `PO`, and at least 80 bits that depend only on the id
   * of the payout. A repeated payout therefore has the same reference, also after the store has lost it.
   */
  createForPayout(id: string): string {
    const prefix = this.#ownMarks[0] === undefined ? 'PO' : `${this.#ownMarks[0]}-PO`;
    const digest = createHash('sha256').update(`${prefix} ${id}`).digest();
    return `${prefix}-${toRandomPart(digest.subarray(0, this.#randomPartLength))}`;
  }

  /** The prefixes of an order's references, one for each mark of this shop. Several orders may have the same prefix. */
  listPrefixes(orderId: string): readonly string[] {
    const orderPart = toOrderPart(orderId);
    if (this.#ownMarks.length === 0) return [orderPart];
    return this.#ownMarks.map((mark) => `${mark}-${orderPart}`.slice(0, maxPrefixLength));
  }

  /** The mark of another shop with which a reference begins. Undefined for every other reference. */
  findMarkOfOtherShop(reference: string): string | undefined {
    const { mark = '' } = readReference(reference);
    return this.#marksOfOtherShops.has(mark) ? mark : undefined;
  }

  /**
   * Whether a reference can belong to an order. This includes references without a mark or with an unknown mark,
   * from the time before the marks were set.
   */
  mayBelongTo(reference: string, orderId: string): boolean {
    const { prefix, mark } = readReference(reference);
    const orderPart = toOrderPart(orderId);
    if (mark === undefined) return isSamePrefix(prefix, orderPart);
    if (this.#ownMarks.length === 0 || this.#marksOfOtherShops.has(mark)) return false;
    return isSamePrefix(prefix, `${mark}-${orderPart}`.slice(0, maxPrefixLength));
  }

  get #randomPartLength(): number {
    return this.#ownMarks.length === 0 ? randomPartLengths.unmarked : randomPartLengths.marked;
  }
}

/** Returns the part of a reference before its random part, in upper case. Without a random part, the whole reference. */
export function readPrefix(reference: string): string {
  return readReference(reference).prefix;
}

/** Reads a reference. It has a mark only if it has the whole form of a reference with a mark. */
function readReference(reference: string): { readonly prefix: string; readonly mark?: string } {
  // Some characters, such as the Kelvin sign, have an ASCII letter as their lower case. References are compared so.
  const upper = normalizeReference(reference).toUpperCase();
  const hyphenIndex = upper.lastIndexOf('-');
  const randomPart = upper.slice(hyphenIndex + 1);
  if (hyphenIndex === -1 || !/^[0-9A-HJKMNP-TV-Z]{16,17}$/.test(randomPart)) return { prefix: upper };
  const prefix = upper.slice(0, hyphenIndex);
  const [, mark] = /^([A-Z0-9]{1,6})-./.exec(prefix) ?? [];
  return mark === undefined || randomPart.length !== randomPartLengths.marked ? { prefix } : { prefix, mark };
}

function toOrderPart(orderId: string): string {
  return orderId
    .toUpperCase()
    .replaceAll(/[^A-Z0-9]+/g, '-')
    .slice(0, maxOrderPartLength);
}

function isSamePrefix(first: string, second: string): boolean {
  return normalizeReference(first) === normalizeReference(second);
}

/** Returns five bits of each byte in Crockford's alphabet. */
function toRandomPart(bytes: Uint8Array): string {
  const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
  let text = '';
  for (const byte of bytes) text += alphabet.charAt(byte % 32);
  return text;
}
