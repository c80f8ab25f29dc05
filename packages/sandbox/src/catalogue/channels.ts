import { banks, type Bank } from './banks.ts';
import { channelIds } from './channel-ids.ts';
import { lintasProviders } from './lintas.ts';
import { createNeutralMark, type Mark } from './marks.ts';
import { plans } from './plans.ts';

/** A channel of the sandbox. */
export interface CatalogueChannel {
  /** The value of `channelId`. */
  readonly id: number;
  /** The name that is shown to shoppers. */
  readonly name: string;
  /** The type of the channel. Responses contain an integer. With the preset `lenient`, they contain this text. */
  readonly type: keyof typeof channelTypeNumbers;
  /** The group in which the channel is listed. */
  readonly group: keyof typeof channelGroups;
  /** The color and glyph of the logo. */
  readonly mark: Mark;
  /** The accepted currencies with their limits and fees. */
  readonly currencies: readonly CatalogueCurrency[];
  /** The provider channels, such as banks or plans. A payment needs one of them. Default: none. */
  readonly banks?: readonly Bank[] | undefined;
  /** True when `banks` holds banks and wallets. Default false. */
  readonly holdsWallets?: boolean | undefined;
  /**
   * The sentence below Pay on the hosted page. The words in square brackets are a link to a page of the sandbox that
   * represents the terms. Default: none.
   */
  readonly terms?: string | undefined;
  /** The field of `customer` without which a payment is refused. Default: none. */
  readonly requires?: 'mobileNo' | undefined;
  /** True when cards can be saved. Default false. */
  readonly savePayment?: boolean | undefined;
  /** The due days of the instalments, counted from today. A single entry is one payment at a later date. */
  readonly dueDays?: readonly number[] | undefined;
  /** How the browser is redirected to the provider. Default `url`. */
  readonly redirectMethod?: 'url' | 'script' | undefined;
}

/** Limits and fees in one currency, as decimals of that currency. */
export interface CatalogueCurrency {
  readonly code: 'MYR' | 'SGD' | 'JPY' | 'KWD';
  readonly min?: number | undefined;
  readonly max?: number | undefined;
  readonly fee?: number | undefined;
  readonly feePercent?: number | undefined;
}

/** The integers of the channel types in responses (our assumption). A real gateway may have other values. */
export const channelTypeNumbers = {
  OnlineBanking: 1,
  Card: 2,
  EWallet: 3,
  QR: 4,
  PayLater: 5,
  Loyalty: 6,
} as const;

export const channelGroups = {
  banking: { id: 1, name: 'Online banking', mark: { color: '#1F5C8F', glyph: 'bank' } },
  cards: { id: 2, name: 'Cards', mark: { color: '#35425E', glyph: 'card' } },
  wallets: { id: 3, name: 'E-wallets', mark: { color: '#1554B8', glyph: 'wallet' } },
  later: { id: 4, name: 'Pay later and rewards', mark: { color: '#6741D9', glyph: 'ring' } },
} as const satisfies Record<string, { id: number; name: string; mark: Mark }>;

/** The channels, in the order in which shoppers see them. */
export const channels: readonly CatalogueChannel[] = [
  {
    id: channelIds.fpx,
    name: 'FPX online banking',
    type: 'OnlineBanking',
    group: 'banking',
    mark: createNeutralMark('bank'),
    currencies: [{ code: 'MYR', min: 1, max: 30_000 }],
    banks,
    terms: 'By paying, you agree to the [terms of FPX].',
  },
  {
    id: channelIds.duitNowQr,
    name: 'DuitNow QR',
    type: 'QR',
    group: 'banking',
    mark: createNeutralMark('qr'),
    currencies: [{ code: 'MYR', min: 1, max: 10_000 }],
  },
  {
    id: channelIds.card,
    name: 'Credit or debit card',
    type: 'Card',
    group: 'cards',
    mark: createNeutralMark('card'),
    currencies: [
      // In Malaysia, a fee or a minimum amount for cards is forbidden.
      { code: 'MYR' },
      { code: 'SGD', min: 1, feePercent: 2.5 },
      { code: 'JPY', min: 1, feePercent: 2.5 },
      { code: 'KWD', min: 0.1, feePercent: 2.5 },
    ],
    savePayment: true,
  },
  {
    id: channelIds.kilatPay,
    name: 'KilatPay',
    type: 'EWallet',
    group: 'wallets',
    mark: { color: '#D9480F', glyph: 'bolt' },
    currencies: [
      { code: 'MYR', min: 0.1, max: 5000, fee: 0.5 },
      { code: 'SGD', min: 0.1, max: 2000, fee: 0.2 },
    ],
  },
  {
    id: channelIds.sentuh,
    name: 'Sentuh eWallet',
    type: 'EWallet',
    group: 'wallets',
    mark: { color: '#1554B8', glyph: 'touch' },
    currencies: [{ code: 'MYR', min: 0.1, max: 20_000 }],
    redirectMethod: 'script',
  },
  {
    id: channelIds.pasarPay,
    name: 'PasarPay',
    type: 'EWallet',
    group: 'wallets',
    mark: { color: '#C2255C', glyph: 'bag' },
    currencies: [
      { code: 'MYR', min: 0.1, max: 5000 },
      { code: 'SGD', min: 0.1, max: 5000 },
    ],
  },
  {
    id: channelIds.lompatPay,
    name: 'LompatPay',
    type: 'EWallet',
    group: 'wallets',
    mark: { color: '#2F7D32', glyph: 'leap' },
    currencies: [{ code: 'MYR', min: 0.1, max: 100 }],
  },
  {
    id: channelIds.riakWallet,
    name: 'Riak Wallet',
    type: 'EWallet',
    group: 'wallets',
    mark: { color: '#0B7285', glyph: 'waves' },
    currencies: [
      { code: 'MYR', min: 0.1 },
      { code: 'SGD', min: 0.1 },
      { code: 'JPY', min: 1 },
      { code: 'KWD', min: 0.001 },
    ],
  },
  {
    id: channelIds.merpatiPay,
    name: 'Merpati Pay',
    type: 'EWallet',
    group: 'wallets',
    mark: { color: '#364FC7', glyph: 'M' },
    currencies: [{ code: 'MYR', min: 5, max: 3000 }],
  },
  {
    id: channelIds.ansur,
    name: 'Ansur — pay in 3',
    type: 'PayLater',
    group: 'later',
    mark: createNeutralMark('ring'),
    currencies: [{ code: 'MYR', min: 30, max: 3000 }],
    dueDays: [0, 30, 60],
  },
  {
    id: channelIds.bintangRewards,
    name: 'Bintang Rewards',
    type: 'Loyalty',
    group: 'later',
    mark: createNeutralMark('star'),
    currencies: [{ code: 'MYR', min: 1, max: 1000 }],
  },
  {
    id: channelIds.lusa,
    name: 'Lusa — pay in 30 days',
    type: 'PayLater',
    group: 'later',
    mark: { color: '#5F3DC4', glyph: 'L' },
    currencies: [{ code: 'MYR', min: 200, max: 5000 }],
    dueDays: [30],
  },
  {
    id: channelIds.tangga,
    name: 'Tangga instalments',
    type: 'PayLater',
    group: 'later',
    mark: { color: '#0B6E4F', glyph: 'T' },
    currencies: [
      { code: 'MYR', min: 30, max: 10_000 },
      { code: 'JPY', min: 1000 },
      { code: 'KWD', min: 3 },
    ],
    banks: plans,
  },
  {
    id: channelIds.lintas,
    name: 'Lintas banks and wallets',
    type: 'OnlineBanking',
    group: 'banking',
    mark: { color: '#7048A8', glyph: 'chevrons' },
    currencies: [{ code: 'MYR', min: 1, max: 10_000 }],
    banks: lintasProviders,
    holdsWallets: true,
    terms: 'By paying, you agree to the [terms of Lintas].',
  },
  {
    id: channelIds.dering,
    name: 'Dering Pay',
    type: 'EWallet',
    group: 'wallets',
    mark: { color: '#9C36B5', glyph: 'D' },
    currencies: [{ code: 'SGD', min: 1, max: 5000 }],
    requires: 'mobileNo',
  },
];

// A missing property of a channel must not be read from Object.prototype, where a library may have added one.
for (const channel of channels)
  for (const item of [channel, ...channel.currencies]) Object.setPrototypeOf(item, null);
