import type { CardBrand, Redacted, TestCard } from '@pgw/protocol';
import type { CardLimits } from './card-limits.ts';

export interface CardSettings {
  readonly brands: readonly CardBrand[];
  /** The brands whose symbols are shown. When undefined, the merchant has not named the accepted brands. */
  readonly marks: readonly CardBrand[] | undefined;
  /** `authType` of @pgw/protocol: 2 full payment, 1 pre-authorization, 4 verification. */
  readonly authType: number;
  /** Ids of the channels for cards. When undefined, the profile and the channel names determine them. */
  readonly channelIds: readonly number[] | undefined;
  /** True if the shop identifies its customers, so that they can save cards. */
  readonly canSaveCards: boolean;
  readonly testCards: readonly TestCard[] | undefined;
  /** Keys for the tokens of saved cards, the one that encrypts first. When empty, the keys of the client are used. */
  readonly encryptionKeys: readonly Redacted[];
  readonly keyLifetimeMs: number;
  readonly limits: CardLimits;
}
