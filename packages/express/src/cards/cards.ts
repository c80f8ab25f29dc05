import type { SavedCard } from '@pgw/protocol';
import { CardKeys } from './card-key.ts';
import { CardTries } from './card-limits.ts';
import type { CardSettings } from './card-settings.ts';
import type { Engine } from '../payments/engine.ts';
import { SavedCards } from './saved-cards.ts';

/** What taking cards needs besides the engine. Made once by `createCheckout`, where the shop takes cards. */
export interface Cards {
  readonly settings: CardSettings;
  readonly keys: CardKeys;
  readonly tries: CardTries;
  readonly saved: SavedCards;
}

export function cardsOf(settings: CardSettings, { gateway, store, now, emit }: Engine): Cards {
  const deriveKey = (purpose: string): Uint8Array => gateway.deriveKey(purpose);
  const { keyLifetimeMs: lifetimeMs, limits, encryptionKeys } = settings;
  return {
    settings,
    keys: new CardKeys({ store, deriveKey, now, lifetimeMs }),
    tries: new CardTries({ store, deriveKey, now, limits, emit }),
    saved: new SavedCards({ store, deriveKey, now, encryptionKeys }),
  };
}

/** Cards that customers had kept. `customer` is the shop's own id, as `cards.customerOf` answers it. */
export interface SavedCardsOfShop {
  /** Masked, the newest first; none in a shop that takes no cards. */
  list(customer: string): Promise<SavedCard[]>;
  /** Forgets a card. False when this customer has none with this id. The gateway's interface has no way to its own copy. */
  delete(customer: string, id: string): Promise<boolean>;
}

export function savedCardsOf(cards: Cards | undefined): SavedCardsOfShop {
  return {
    list: async (customer) => cards?.saved.list(customer) ?? [],
    delete: async (customer, id) => cards?.saved.delete(customer, id) ?? false,
  };
}
