import * as z from '@pgw/protocol/zod';
import { isCardOutcome, type CardOutcome } from '../../catalogue/test-cards.ts';
import type { LedgerServices } from '../services.ts';
import type { MaskedCard } from '../rows.ts';

const savedCardRow = z.object({
  tenantId: z.string(),
  brand: z.string(),
  lastDigits: z.string(),
  outcome: z.string().refine(isCardOutcome),
  expiresAt: z.number(),
});

/** A card without its number and security code. */
export interface CardSummary extends MaskedCard {
  /** The outcome of payments with this card. */
  readonly outcome: CardOutcome;
  /** The end of the card's last valid month, in milliseconds since the epoch. */
  readonly expiresAt: number;
}

/** The saved cards of all merchants. A token identifies a card. */
export class SavedCards {
  readonly #services: Pick<LedgerServices, 'database' | 'now' | 'createRandomText'>;

  constructor(services: Pick<LedgerServices, 'database' | 'now' | 'createRandomText'>) {
    this.#services = services;
  }

  /** Saves a card. Returns its token. */
  save(tenantId: string, { cardBrand, cardLastDigits, outcome, expiresAt }: CardSummary): string {
    const token = this.#services.createRandomText('tok_', 16);
    this.#services.database
      .prepare(
        `INSERT INTO savedCards (token, tenantId, brand, lastDigits, createdAt, outcome, expiresAt)
         VALUES (?, ?, ?, ?, ?, ?, ?)`,
      )
      .run(token, tenantId, cardBrand, cardLastDigits, this.#services.now(), outcome, expiresAt);
    return token;
  }

  /**
   * Finds the card of a token. Returns undefined when the token is unknown or belongs to another merchant.
   */
  find(tenantId: string, token: string): CardSummary | undefined {
    const row = this.#services.database
      .prepare('SELECT * FROM savedCards WHERE token = ? AND tenantId = ?')
      .get(token, tenantId);
    if (row === undefined) return undefined;
    const { brand, lastDigits, outcome, expiresAt } = savedCardRow.parse(row);
    return { cardBrand: brand, cardLastDigits: lastDigits, outcome, expiresAt };
  }
}
