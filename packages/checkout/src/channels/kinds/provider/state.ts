import type { StorefrontBank } from '@pgw/protocol';

export type BankCategory = NonNullable<StorefrontBank['category']>;

export type BankList =
  | { readonly status: 'loading' }
  | { readonly status: 'failed' }
  | {
      readonly status: 'ready';
      readonly banks: readonly StorefrontBank[];
      /** The bank of the last payment through this channel on this device, if it is in the list. */
      readonly recentId: string | null;
    };

/** The banks of the channels, and what the shopper has chosen and searched among them. */
export interface BankState {
  readonly bankId: string | null;
  readonly banks: Readonly<Record<number, BankList>>;
  /**
   * The name of the bank of the payment that the shopper tries again. The element chooses this bank when the
   * banks are loaded.
   */
  readonly previousBank: string | null;
  /** The text of the bank search. */
  readonly query: string;
  /** The category of the banks that are shown, if a channel has both categories. */
  readonly category: BankCategory;
}

export const initialBankState: BankState = {
  bankId: null,
  banks: {},
  previousBank: null,
  query: '',
  category: 'personal',
};

export type BankEvent =
  | { readonly type: 'banks'; readonly channelId: number; readonly list: BankList }
  | { readonly type: 'search'; readonly query: string }
  | { readonly type: 'choose-category'; readonly category: BankCategory }
  | { readonly type: 'choose-bank'; readonly bankId: string };
