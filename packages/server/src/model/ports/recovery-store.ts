import type { HistoryMark } from './history-mark.ts';

/**
 * A transaction at the gateway for which the store has no payment, for example after a backup was restored.
 * A verified callback, or a return URL that the gateway has confirmed, reported it.
 */
export interface UnknownTransaction {
  /** The gateway's number of the transaction. Letter case is ignored. */
  readonly transactionNumber: string;
  /** The gateway's `referenceCode` of the transaction. */
  readonly reference: string;
  /**
   * The beginning of the reference: the mark of the shop, if there is one, and the order's id; see `References`.
   * Several orders may have the same prefix.
   */
  readonly orderPrefix: string;
  /** The source of the first report: a verified callback, or a return URL that the gateway has confirmed. */
  readonly source: 'callback' | 'return';
  /**
   * The amount in the first report, as it was received. It should be an integer of minor units, and may have a
   * fraction if the gateway has written decimals. Query the gateway before you use the amount, the currency or the status.
   */
  readonly amount: number;
  /** The 3-letter ISO 4217 code in the first report. */
  readonly currencyCode: string;
  /** The gateway's payment status in the latest report. */
  readonly status: number;
  /** The body of the first report if it was a verified callback; otherwise null. */
  readonly rawBody: string | null;
  /** When it was first reported, in milliseconds since the Unix epoch. */
  readonly firstSeenAt: number;
  /** When it was last reported, in milliseconds since the Unix epoch. */
  readonly lastSeenAt: number;
  /** The number of reports: callbacks and returns. */
  readonly timesSeen: number;
  /** Null until an operator resolves it. */
  readonly resolution: 'adopted' | 'dismissed' | null;
  /** The operator's reason for a dismissal. */
  readonly reason: string | null;
}

/** One callback or return that reports an unknown transaction. */
export type UnknownTransactionReport = Omit<
  UnknownTransaction,
  'firstSeenAt' | 'lastSeenAt' | 'timesSeen' | 'resolution' | 'reason'
> & { readonly seenAt: number };

/**
 * The methods of a store for the recovery after a restored backup.
 *
 * @experimental A minor version can change it.
 */
export interface RecoveryStore {
  /** The default history mark of this store; undefined for none. */
  readonly historyMark?: HistoryMark | undefined;
  /** True if the store is kept, so that it can be restored from a backup, and has no default mark. The boot then reports a missing mark. */
  readonly needsHistoryMark?: boolean | undefined;
}
