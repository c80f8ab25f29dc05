import type { SavedCard } from '@pgw/protocol';
import { CardKeys } from './card-key.ts';
import type { CardLimitKind } from '../events/event-facts.ts';
import type { Limiter } from '../limits/limiter.ts';
import { limitCards } from '../limits/limits.ts';
import type { CardSettings } from './card-options.ts';
import type { PaymentContext, AccountOption } from '../engine/payment-context.ts';
import { SavedCards } from './saved-cards.ts';

/** The dependencies of card payments. Made once by `createCheckout` when the option `cards` is set. */
export interface Cards {
  readonly settings: CardSettings;
  readonly keys: CardKeys;
  /** Counts each card as a failure before it is sent. */
  readonly tries: Limiter<CardLimitKind>;
  readonly saved: SavedCards;
}

export function createCards(settings: CardSettings, context: PaymentContext): Cards {
  const { gateway, store, now } = context;
  const deriveKey = (purpose: string): Uint8Array => gateway.deriveKey(purpose);
  const deriveKeys = (purpose: string): readonly Uint8Array[] => [
    gateway.deriveKey(purpose),
    ...gateway.derivePreviousKeys(purpose),
  ];
  const { keyLifetimeMs: lifetimeMs, limits, encryptionKeys } = settings;
  return {
    settings,
    keys: new CardKeys({ store, deriveKey, now, lifetimeMs }),
    tries: limitCards(context, limits),
    saved: new SavedCards({ store, deriveKeys, now, encryptionKeys }),
  };
}

/** The saved cards of the shop's customers. `customer` is the shop's id that `cards.resolveCustomer` returns. */
export interface SavedCardsOfShop {
  /** The saved cards of a customer, masked, newest first. Empty without the option `cards`. */
  list(customer: string, options?: AccountOption): Promise<SavedCard[]>;
  /**
   * Deletes a saved card. Resolves with false when this customer has no card with this id. The gateway keeps
   * its own copy, because its interface has no operation to delete it.
   */
  delete(customer: string, id: string, options?: AccountOption): Promise<boolean>;
}

export function createSavedCardOperations(cards: Cards | undefined): SavedCardsOfShop {
  return {
    list: async (customer) => cards?.saved.list(customer) ?? [],
    delete: async (customer, id) => cards?.saved.delete(customer, id) ?? false,
  };
}
