import type { HistoryMark } from '../history/history-mark.ts';

/**
 * A transaction at the gateway that the store has no payment for, as after a restored backup. A verified callback named it, or a
 * returning shopper did and the gateway confirmed it.
 */
export interface UnknownTransaction {
  readonly transactionNumber: string;
  /** The gateway's `referenceCode` of it. */
  readonly reference: string;
  /** What the ids of its possible orders have in common; see `orderPrefixOf`. */
  readonly orderPrefix: string;
  readonly source: 'callback' | 'return';
  /** The gateway's latest claim, in minor units and by `paymentStatus`. Query the gateway before you act on it. */
  readonly amount: number;
  readonly currencyCode: string;
  readonly status: number;
  /** The verified callback's body; null when a returning shopper named the transaction. */
  readonly rawBody: string | null;
  readonly firstSeenAt: number;
  readonly lastSeenAt: number;
  readonly timesSeen: number;
  /** Null while it waits for an operator. */
  readonly resolution: 'adopted' | 'dismissed' | null;
  /** The operator's reason for a dismissal. */
  readonly reason: string | null;
}

/** An unknown transaction as it was seen once. */
export type UnknownSighting = Omit<
  UnknownTransaction,
  'firstSeenAt' | 'lastSeenAt' | 'timesSeen' | 'resolution' | 'reason'
> & { readonly seenAt: number };

/** The part of a store that recovery after a restored backup needs. */
export interface RecoveryStore {
  /** Where the mark of this store's history is kept, unless the shop says otherwise; undefined for nowhere. */
  readonly historyMark?: HistoryMark | undefined;
  /**
   * How far the store's history has come: a text that grows with every entry of a timeline that is written and durable, by the clock of
   * the process that wrote it, and compares as text. Null before the first.
   */
  historyPosition(): Promise<string | null>;
  /**
   * Stores an unknown transaction, or counts another sighting of it and updates its status. One row per transaction number, without regard to
   * letter case. Resolves with the stored row.
   */
  recordUnknownTransaction(sighting: UnknownSighting): Promise<UnknownTransaction>;
  findUnknownTransaction(transactionNumber: string): Promise<UnknownTransaction | undefined>;
  /** Those without a resolution, newest first, at most `limit`. With `orderPrefix`: only those of orders with this prefix. */
  openUnknownTransactions(filter: {
    readonly orderPrefix?: string | undefined;
    readonly limit: number;
  }): Promise<UnknownTransaction[]>;
  /** Resolves an open one. False when there is none with this number, or it was resolved before. */
  resolveUnknownTransaction(
    transactionNumber: string,
    resolution: { readonly resolution: 'adopted' | 'dismissed'; readonly reason: string | null },
  ): Promise<boolean>;
}
