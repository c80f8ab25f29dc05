import { createHash } from 'node:crypto';
import type { DatabaseSync } from 'node:sqlite';

/** The lifetime of a token in seconds. It is close to the lifetime that public clients receive. */
export const tokenLifetimeSeconds = 86_400;

/** The database, clock and random source of `Tokens`. */
export interface TokensOptions {
  readonly database: DatabaseSync;
  readonly now: () => number;
  readonly random: (size: number) => Uint8Array;
}

/** The issued bearer tokens. Only their digests are stored. */
export class Tokens {
  readonly #options: TokensOptions;

  constructor(options: TokensOptions) {
    this.#options = options;
  }

  /** Creates and stores a token for a merchant. */
  issue(tenantId: string): string {
    const { database, now, random } = this.#options;
    const token = Buffer.from(random(32)).toString('base64url');
    database
      .prepare('INSERT INTO tokens (digest, tenantId, expiresAt) VALUES (?, ?, ?)')
      .run(toDigest(token), tenantId, now() + tokenLifetimeSeconds * 1000);
    return token;
  }

  /**
   * Finds the id of the merchant to whom a token was issued. Returns undefined for an unknown or expired
   * token.
   */
  findTenantId(token: string): string | undefined {
    const { database, now } = this.#options;
    const row = database
      .prepare('SELECT tenantId FROM tokens WHERE digest = ? AND expiresAt > ?')
      .get(toDigest(token), now());
    const tenantId = row?.['tenantId'];
    return typeof tenantId === 'string' ? tenantId : undefined;
  }

  /** Ends every token: the next signed request of every client gets HTTP 401. */
  expireAll(): void {
    this.#options.database.exec('DELETE FROM tokens');
  }
}

function toDigest(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}
