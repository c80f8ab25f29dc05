import type { Operation } from '../operations/operation.ts';

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

/**
 * The methods of a store for personal data.
 *
 * @experimental A minor version can change it.
 */
export interface ErasureStore {
  /**
   * Erases descriptions, redirects, beneficiaries, reasons, messages, the texts of timelines and the bodies of callbacks, in one
   * transaction. Ids, references, transaction numbers, amounts, states and times are kept. Refused if a payment or an operation is
   * not final, or a callback, a hook, a discrepancy, an approval or an unknown transaction with a prefix of the order is not handled.
   * A subject whose newest entry is that of an erasure gets no second one.
   */
  erase(subject: ErasedSubject): Promise<Erasure>;
  /**
   * Resolves with payouts whose beneficiary is not encrypted with the key `keyId`, at most `limit`, in the order of their ids
   * after `afterId`.
   */
  listStaleBeneficiaries(filter: {
    readonly keyId: string;
    readonly afterId: string;
    readonly limit: number;
  }): Promise<Operation[]>;
}
