import type { CardBrand, Redacted, TestCard } from '@pgw/protocol';
import type { CardLimits } from './card-limits.ts';

/** How the shop takes cards, checked, with every default in place. */
export interface CardSettings {
  readonly brands: readonly CardBrand[];
  /** `authType` of @pgw/protocol: 2 full payment, 1 pre-authorisation, 4 verification. */
  readonly authType: number;
  /** Channels that take cards; undefined for those that the profile or their names call a card. */
  readonly channelIds: readonly number[] | undefined;
  /** True when the shop says who its customers are, so that they may have cards kept. */
  readonly savesCards: boolean;
  readonly testCards: readonly TestCard[] | undefined;
  /** For the tokens of saved cards; empty for a key derived from the gateway's secret. */
  readonly encryptionKeys: readonly Redacted[];
  readonly keyLifetimeMs: number;
  readonly limits: CardLimits;
}
