import type { CardBrand, Redacted, TestCard } from '@pgw/protocol';
import type { CardLimits } from './card-limits.ts';

/** The validated card options with all defaults. */
export interface CardSettings {
  readonly brands: readonly CardBrand[];
  /** `authType` of @pgw/protocol: 2 full payment, 1 pre-authorization, 4 verification. */
  readonly authType: number;
  /** Ids of the channels for cards. Undefined: the profile or the names of the channels decide. */
  readonly channelIds: readonly number[] | undefined;
  /** True if the shop identifies its customers, so that they can save cards. */
  readonly savesCards: boolean;
  readonly testCards: readonly TestCard[] | undefined;
  /** Keys that encrypt the tokens of saved cards. Empty: a key derived from the gateway's secret. */
  readonly encryptionKeys: readonly Redacted[];
  readonly keyLifetimeMs: number;
  readonly limits: CardLimits;
}
