import type { StartRequest, StorefrontBank, StorefrontChannel } from '@pgw/protocol';
import type { TemplateResult } from 'lit';
import { bankPanel } from '../banks/index.ts';
import { cardPlaceholder, subtleCrypto } from '../card/index.ts';
import { chosenBank, chosenChannel, type CheckoutState } from '../state/checkout-state.ts';
import type { CheckoutView } from '../state/view.ts';

/** What the shopper has chosen so far. */
export interface Choice {
  readonly channel: StorefrontChannel | null;
  readonly bank: StorefrontBank | null;
}

/** How one kind of channel is paid: what the shopper has to choose, and what it adds to the request. */
export interface ChannelKind {
  /** What is missing before Pay, or null. A card form checks its own fields. */
  missing(choice: Choice): 'channel' | 'bank' | null;
  /** Its part of the start request. */
  request(choice: Choice): Pick<StartRequest, 'channelId' | 'bankId' | 'cardAt'>;
  /** Where the shopper approves the payment, if it is known. */
  payee(choice: Choice): string | null;
  /** The panel below the chosen channel, if it has one. */
  panel?(view: CheckoutView, channel: StorefrontChannel): TemplateResult;
}

/** A channel without a further choice: a wallet, a QR code. */
const direct: ChannelKind = {
  missing: () => null,
  request: ({ channel }) => ({ channelId: channel?.id }),
  payee: ({ channel }) => channel?.name ?? null,
};

/** A channel with many banks. */
const provider: ChannelKind = {
  missing: ({ bank }) => (bank?.status === 'available' ? null : 'bank'),
  request: ({ channel, bank }) => ({ channelId: channel?.id, bankId: bank?.id }),
  payee: ({ bank }) => bank?.displayName ?? null,
  panel: bankPanel,
};

/** A channel that is paid by card. If the browser cannot encrypt the card, it is entered on the gateway's page. */
const card: ChannelKind = {
  missing: () => null,
  request: ({ channel }) => ({
    channelId: channel?.id,
    ...(subtleCrypto() === undefined && { cardAt: 'gateway' as const }),
  }),
  payee: () => null,
  panel: (view, channel) => view.cardForm?.(channel) ?? cardPlaceholder(view, channel),
};

/** The channel is chosen on the gateway's page. */
const hosted: ChannelKind = {
  missing: () => null,
  request: () => ({}),
  payee: () => null,
};

export const kinds: Readonly<Record<StorefrontChannel['kind'], ChannelKind>> = { direct, provider, card };

/** The kind of the chosen channel; null if nothing is chosen. */
export function currentKind(state: CheckoutState): ChannelKind | null {
  if (state.session?.mode === 'hosted') return hosted;
  const channel = chosenChannel(state);
  return channel === null ? null : kinds[channel.kind];
}

export function currentChoice(state: CheckoutState): Choice {
  return { channel: chosenChannel(state), bank: chosenBank(state) };
}

/** What is missing before Pay, without the fields of a card. */
export function missingChoice(state: CheckoutState): 'channel' | 'bank' | null {
  const kind = currentKind(state);
  return kind === null ? 'channel' : kind.missing(currentChoice(state));
}
