import { PgwError } from '@pgw/protocol';

/** Releases a claim in the store, so that its work is due again. */
export type ReleaseClaim = () => Promise<unknown>;

/** The maximum number of claims in memory. The oldest claims beyond it end by themselves within a minute. */
const maxClaims = 1_000;

/**
 * Claims of work that failed because the gateway did not respond or had too many requests. The claims are
 * released when the gateway responds again, so that the work does not wait for the end of its claim.
 */
export class UnconfirmedClaims {
  #claims: readonly ReleaseClaim[] = [];

  /** Adds a claim if its work failed because the gateway did not process the query. */
  addIfNoResponse(error: unknown, release: ReleaseClaim): void {
    if (isWithoutResponse(error)) this.#claims = [...this.#claims, release].slice(-maxClaims);
  }

  /** Releases all claims. When one release rejects, the others are still made, and the call rejects. */
  async release(): Promise<void> {
    const claims = this.#claims;
    this.#claims = [];
    const results = await Promise.allSettled(claims.map((release) => release()));
    const failure = results.find((result) => result.status === 'rejected');
    if (failure !== undefined) throw failure.reason;
  }
}

/** True for the error of a query that the gateway did not process. The query may be sent again. */
function isWithoutResponse(error: unknown): boolean {
  return error instanceof PgwError && (error.code === 'gateway-unreachable' || error.code === 'gateway-busy');
}
