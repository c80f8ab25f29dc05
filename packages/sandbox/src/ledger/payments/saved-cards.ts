import type { LedgerServices } from '../services.ts';
import type { SavedCard } from '../tables.ts';

/** A card without its number and security code. */
export type CardSummary = Pick<SavedCard, 'brand' | 'lastDigits' | 'outcome' | 'expiresAt'>;

/** The saved cards of all merchants. A token identifies a card. */
export class SavedCards {
  readonly #services: LedgerServices;

  constructor(services: LedgerServices) {
    this.#services = services;
  }

  /** Saves a card. Returns its token. */
  save(tenantId: string, card: CardSummary): string {
    const { savedCards, createRandomText, now } = this.#services;
    const token = createRandomText('tok_', 16);
    savedCards.insert({ ...card, token, tenantId, createdAt: now() });
    return token;
  }

  /** Finds the card of a token. Returns undefined when the token is unknown or belongs to another merchant. */
  find(tenantId: string, token: string): CardSummary | undefined {
    const { savedCards } = this.#services;
    return savedCards.findFirst('token = :token AND tenantId = :tenantId', { token, tenantId });
  }
}
