import type { StartRequest, StorefrontBank, StorefrontChannel } from '@pgw/protocol';
import type { TemplateResult } from 'lit';
import { renderBankPanel } from '../banks/index.ts';
import { renderCardPlaceholder, getSubtleCrypto } from '../card/index.ts';
import { getChosenBank, getChosenChannel, type CheckoutState } from '../state/checkout-state.ts';
import type { CheckoutView } from '../state/view.ts';

/** The channel and the bank that the shopper has chosen; null for those that are not chosen yet. */
export interface Choice {
  readonly channel: StorefrontChannel | null;
  readonly bank: StorefrontBank | null;
}

/** The behaviour of one kind of channel. */
export interface ChannelKind {
  /**
   * Returns what the shopper still has to choose before Pay, or null. The card form checks its own fields.
   */
  findMissing(choice: Choice): 'channel' | 'bank' | null;
  /** Returns the fields of the start request that depend on the choice. */
  createRequestFields(choice: Choice): Pick<StartRequest, 'channelId' | 'bankId' | 'cardAt'>;
  /**
   * Returns the name of the bank or the wallet where the shopper approves the payment; null if it is not
   * known.
   */
  getBankOrWallet(choice: Choice): string | null;
  /** Renders the panel below the chosen channel. Undefined for a kind without a panel. */
  renderPanel?(view: CheckoutView, channel: StorefrontChannel): TemplateResult;
}

/** A channel without a further choice, such as a wallet or a QR code. */
const direct: ChannelKind = {
  findMissing: () => null,
  createRequestFields: ({ channel }) => ({ channelId: channel?.id }),
  getBankOrWallet: ({ channel }) => channel?.name ?? null,
};

/** A channel with many banks. */
const provider: ChannelKind = {
  findMissing: ({ bank }) => (bank?.status === 'available' ? null : 'bank'),
  createRequestFields: ({ channel, bank }) => ({ channelId: channel?.id, bankId: bank?.id }),
  getBankOrWallet: ({ bank }) => bank?.displayName ?? null,
  renderPanel: renderBankPanel,
};

/**
 * A channel that is paid by card. If the browser cannot encrypt the card, the shopper enters it on the
 * gateway's page.
 */
const card: ChannelKind = {
  findMissing: () => null,
  createRequestFields: ({ channel }) => ({
    channelId: channel?.id,
    ...(getSubtleCrypto() === undefined && { cardAt: 'gateway' as const }),
  }),
  getBankOrWallet: () => null,
  renderPanel: (view, channel) => view.renderCardForm?.(channel) ?? renderCardPlaceholder(view, channel),
};

/** Hosted mode: the shopper chooses the channel on the gateway's page. */
const hosted: ChannelKind = {
  findMissing: () => null,
  createRequestFields: () => ({}),
  getBankOrWallet: () => null,
};

/** The behaviour of each kind of channel. */
export const kinds: Readonly<Record<StorefrontChannel['kind'], ChannelKind>> = { direct, provider, card };

/** The kind of the chosen channel; null if no channel is chosen. In hosted mode, `hosted`. */
export function getCurrentKind(state: CheckoutState): ChannelKind | null {
  if (state.session?.mode === 'hosted') return hosted;
  const channel = getChosenChannel(state);
  return channel === null ? null : kinds[channel.kind];
}

export function getCurrentChoice(state: CheckoutState): Choice {
  return { channel: getChosenChannel(state), bank: getChosenBank(state) };
}

/** Returns what the shopper still has to choose before Pay, or null. The fields of a card are not checked. */
export function findMissingChoice(state: CheckoutState): 'channel' | 'bank' | null {
  const kind = getCurrentKind(state);
  return kind === null ? 'channel' : kind.findMissing(getCurrentChoice(state));
}
