import type { Payment } from '../payments/payment.ts';

/** Which payments are compared with the gateway again. */
export interface RecheckScope {
  /** The current time, in milliseconds since the Unix epoch. */
  readonly now: number;
  /** The ages in days at which a payment is compared. */
  readonly ages: readonly number[];
}

/** The time and the size of a lease of payments to compare again. */
export interface RecheckRequest extends RecheckScope {
  /** The end of the lease, in milliseconds since the Unix epoch. */
  readonly until: number;
  /** The maximum number of payments. */
  readonly limit: number;
  /** The maximum number of comparisons per day in all processes. At most those of an hour are saved up. */
  readonly perDay: number;
}

/**
 * The methods of a store for payments that have an outcome and are compared with the gateway again.
 *
 * @experimental A minor version can change it.
 */
export interface RecheckStore {
  /**
   * Leases payments that have reached an age since the last call, the oldest first. Only payments with a transaction number and
   * one of the states of `recheckedStates` are leased. The first call for an age begins with the payments between this age and the
   * next one. The query of a leased payment is due at `until`, so a comparison is made also if the process ends.
   */
  leaseRechecks(request: RecheckRequest): Promise<Payment[]>;
  /** Resolves with the milliseconds by which the comparisons are late; 0 if they are not late by more than a day. */
  findRecheckDelay(scope: RecheckScope): Promise<number>;
}
