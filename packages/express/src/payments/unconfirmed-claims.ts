import { PgwError } from '@pgw/protocol';

/** Makes work due again that was claimed in the store. */
export type ReleaseClaim = () => Promise<unknown>;

/** The maximum of stored claims. Each further claim ends by itself within a minute. */
const maxClaims = 1_000;

/**
 * Claims of work that failed because the gateway did not respond. They are released as soon as it responds
 * again, so that the work does not wait for the end of its claim.
 */
export class UnconfirmedClaims {
  #claims: readonly ReleaseClaim[] = [];

  /** Stores a claim if its work failed because the gateway did not respond. True when it was stored. */
  add(error: unknown, release: ReleaseClaim): boolean {
    if (!isWithoutResponse(error)) return false;
    this.#claims = [...this.#claims.slice(1 - maxClaims), release];
    return true;
  }

  /** Releases every remembered claim, also when another one rejects. */
  async release(): Promise<void> {
    const claims = this.#claims;
    this.#claims = [];
    const released = await Promise.allSettled(claims.map((release) => release()));
    const failed = released.find((result) => result.status === 'rejected');
    if (failed !== undefined) throw failed.reason;
  }
}

/** A query without a response of the gateway. It may be sent again. */
function isWithoutResponse(error: unknown): boolean {
  return error instanceof PgwError && (error.code === 'gateway-unreachable' || error.code === 'gateway-busy');
}
