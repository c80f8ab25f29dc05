/** What is erased: the payments of an order, or one payout. */
export type ErasedSubject =
  | ({
      readonly orderId: string;
      /** The prefixes of the references of the order; see `UnknownTransaction.orderPrefix`. */
      readonly orderPrefixes: readonly string[];
    } & ErasureNote)
  | ({ readonly payoutId: string } & ErasureNote);

/** The entry in the timelines of what is erased. */
interface ErasureNote {
  readonly at: number;
  readonly text: string;
}

/** The result of an erasure. */
export type Erasure =
  /** The numbers of payments and operations whose personal data was erased. */
  | { readonly state: 'erased'; readonly payments: number; readonly operations: number }
  /** Nothing was erased: something is not final, or not handled. */
  | { readonly state: 'refused'; readonly openParts: readonly string[] }
  /** The store has no such payment or payout. */
  | { readonly state: 'unknown' };
