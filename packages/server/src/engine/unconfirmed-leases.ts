import { PgwError } from '@pgw/protocol';

/** Releases a lease in the store, so that its work is due again. */
export type ReleaseLease = () => Promise<unknown>;

/** The maximum number of leases in memory. The oldest leases beyond it end by themselves within a minute. */
const maxLeases = 1_000;

/**
 * Leases of work that failed because the gateway did not respond or had too many requests. The leases are
 * released when the gateway responds again, so that the work does not wait for the end of its lease.
 */
export class UnconfirmedLeases {
  #leases: readonly ReleaseLease[] = [];

  /** Adds a lease if its work failed because the gateway did not process the query. */
  addIfNoResponse(error: unknown, release: ReleaseLease): void {
    if (isWithoutResponse(error)) this.#leases = [...this.#leases, release].slice(-maxLeases);
  }

  /** Releases all leases. When one release rejects, the others are still made, and the call rejects. */
  async release(): Promise<void> {
    const leases = this.#leases;
    this.#leases = [];
    const results = await Promise.allSettled(leases.map((release) => release()));
    const failure = results.find((result) => result.status === 'rejected');
    if (failure !== undefined) throw failure.reason;
  }
}

/** True for the error of a query that the gateway did not process. The query may be sent again. */
function isWithoutResponse(error: unknown): boolean {
  return error instanceof PgwError && (error.code === 'gateway-unreachable' || error.code === 'gateway-busy');
}
