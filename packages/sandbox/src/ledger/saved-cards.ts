import { z } from 'zod';
import { isCardOutcome, type CardOutcome } from '../catalogue/test-cards.ts';
import type { LedgerParts } from './parts.ts';
import type { CardFacts } from './rows.ts';

const savedCardRow = z.object({
  tenantId: z.string(),
  brand: z.string(),
  lastDigits: z.string(),
  outcome: z.string().refine(isCardOutcome),
  /** The end of its last month, in milliseconds. */
  expiresAt: z.number(),
});

/** A card, without its number and code. */
export interface KnownCard extends CardFacts {
  /** What becomes of it, as of its number. */
  readonly outcome: CardOutcome;
  readonly expiresAt: number;
}

/** The cards that customers let be kept, named by tokens. */
export class SavedCards {
  readonly #parts: Pick<LedgerParts, 'database' | 'now' | 'randomText'>;

  constructor(parts: Pick<LedgerParts, 'database' | 'now' | 'randomText'>) {
    this.#parts = parts;
  }

  /** Keeps a card for later; its token. */
  save(tenantId: string, { cardBrand, cardLastDigits, outcome, expiresAt }: KnownCard): string {
    const token = this.#parts.randomText('tok_', 16);
    this.#parts.database
      .prepare(
        `INSERT INTO savedCards (token, tenantId, brand, lastDigits, createdAt, outcome, expiresAt)
         VALUES (?, ?, ?, ?, ?, ?, ?)`,
      )
      .run(token, tenantId, cardBrand, cardLastDigits, this.#parts.now(), outcome, expiresAt);
    return token;
  }

  /** The card of a token; undefined for an unknown one, and for one of another merchant. */
  find(tenantId: string, token: string): KnownCard | undefined {
    const row = this.#parts.database
      .prepare('SELECT * FROM savedCards WHERE token = ? AND tenantId = ?')
      .get(token, tenantId);
    if (row === undefined) return undefined;
    const { brand, lastDigits, outcome, expiresAt } = savedCardRow.parse(row);
    return { cardBrand: brand, cardLastDigits: lastDigits, outcome, expiresAt };
  }
}
