/** The next status of a payment. */
export interface Decision {
  readonly status: number;
  /** Names of scenarios for this payment, in addition to the active scenarios of the whole sandbox. */
  readonly scenarios?: readonly string[] | undefined;
  /** The delay before the callback in milliseconds. Default 0. */
  readonly callbackDelayMs?: number | undefined;
  /**
   * True when the journal already has the entries of this change, for example after the release of an
   * authorization.
   */
  readonly hasJournalEntries?: boolean | undefined;
}
