import { createHash } from 'node:crypto';
import type { DatabaseSync } from 'node:sqlite';
import { Table } from '../database/table.ts';
import { tokenTable } from './tables.ts';

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
  readonly #table: Table<(typeof tokenTable)['row']>;

  constructor(options: TokensOptions) {
    this.#options = options;
    this.#table = new Table(options.database, tokenTable);
  }

  /** Creates and stores a token for a merchant. */
  issue(tenantId: string): string {
    const { now, random } = this.#options;
    const token = Buffer.from(random(32)).toString('base64url');
    const expiresAt = now() + tokenLifetimeSeconds * 1000;
    this.#table.insert({ digest: toDigest(token), tenantId, expiresAt });
    return token;
  }

  findTenantId(token: string): string | undefined {
    const parameters = { digest: toDigest(token), now: this.#options.now() };
    return this.#table.findFirst('digest = :digest AND expiresAt > :now', parameters)?.tenantId;
  }

  /** Ends every token: the next signed request of every client gets HTTP 401. */
  expireAll(): void {
    this.#options.database.exec('DELETE FROM tokens');
  }
}

function toDigest(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}
