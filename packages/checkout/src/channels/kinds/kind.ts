import type { StartRequest, StorefrontBank, StorefrontChannel } from '@pgw/protocol';
import type { TemplateResult } from 'lit';
import type { Announcement } from '../../element/announcer.ts';
import type { TextId } from '../../locales/en.ts';
import type { Localize } from '../../locales/localize.ts';
import type { CheckoutState, MissingInput } from '../../state/checkout-state.ts';
import type { CheckoutView } from '../../state/view.ts';
import type { CardController } from './card/controller.ts';
import type { BankController, LoadMode } from './provider/controller.ts';

/** The channel and the bank that the shopper has chosen; null for those that are not chosen yet. */
export interface Choice {
  readonly channel: StorefrontChannel | null;
  readonly bank: StorefrontBank | null;
}

/** The controllers with which the kinds load and hold their input. */
export interface KindControllers {
  readonly banks: BankController;
  readonly card: CardController;
}

/** The behaviour of one kind of channel. The rest of the element never tests which kind a channel has. */
export interface ChannelKind {
  /** Returns what the shopper still has to choose or to enter before Pay, or null. Marks the errors of a form. */
  findMissing(choice: Choice, controllers: KindControllers): MissingInput | null;
  /** Returns the fields of the start request that depend on the choice. */
  createRequestFields(choice: Choice): Pick<StartRequest, 'channelId' | 'bankId' | 'cardAt'>;
  /** The name of the bank or the wallet where the shopper approves the payment; null if it is not known. */
  getBankOrWallet(choice: Choice): string | null;
  /** Whether a payment of this channel can be opened on a phone. */
  offersPhone(channel: StorefrontChannel): boolean;
  /** What is said if nothing is known about a start. `start`: nothing was charged, because the card is sent after it. */
  readonly lostStart: 'unclear' | 'start';
  /** The text that is shown and announced while the payment is started. */
  readonly busyText: TextId;
  /** Loads what the panel shows. */
  load?(controllers: KindControllers, channelId: number, mode: LoadMode): void;
  /** Requests what the panel shows, for a channel that the shopper may choose next. */
  prefetch?(controllers: KindControllers, channelId: number): void;
  /** Loads a module that the list shows before the channel is chosen, then calls `onLoad`. */
  prefetchForList?(channel: StorefrontChannel, onLoad: () => void): void;
  /** Loads the module of the panel. Called when the browser is idle. */
  prefetchPanel?(): void;
  /** Stores the choice of a started payment on this device. */
  remember?(state: CheckoutState): void;
  /** Whether the panel of the chosen channel is still loading. */
  isLoading?(state: CheckoutState): boolean;
  /** Returns the announcement for a change of the panel, or null. */
  announce?(before: CheckoutState, after: CheckoutState, localize: Localize): Announcement | null;
  /** Renders the panel below the chosen channel. */
  renderPanel?(view: CheckoutView, channel: StorefrontChannel): TemplateResult;
  /** Renders more about the channel below its name, in an element with the id `details-<channel id>`. */
  renderDetails?(view: CheckoutView, channel: StorefrontChannel): TemplateResult | Element | null;
}

/** The members of a kind that needs no input of the shopper. */
export const kindWithoutInput = {
  findMissing: () => null,
  offersPhone,
  lostStart: 'unclear',
  busyText: 'busy',
} as const satisfies Partial<ChannelKind>;

/** A QR page has its own QR code. A `card` hint of another kind: the card is entered on the gateway's page. */
function offersPhone({ hint }: StorefrontChannel): boolean {
  return hint !== 'card' && hint !== 'qr';
}

/** A channel without a further choice, such as a wallet or a QR code. */
export const direct: ChannelKind = {
  ...kindWithoutInput,
  createRequestFields: ({ channel }) => ({ channelId: channel?.id }),
  getBankOrWallet: ({ channel }) => channel?.name ?? null,
};

/** Hosted mode: the shopper chooses the channel on the gateway's page. */
export const hosted: ChannelKind = {
  ...kindWithoutInput,
  createRequestFields: () => ({}),
  getBankOrWallet: () => null,
};
