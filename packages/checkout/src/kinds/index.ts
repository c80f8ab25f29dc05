import type { StorefrontChannel } from '@pgw/protocol';
import { chosenBank, chosenChannel, type CheckoutState } from '../state.ts';
import { card } from './card.ts';
import { direct } from './direct.ts';
import { hosted } from './hosted.ts';
import type { Choice, Kind } from './kind.ts';
import { provider } from './provider.ts';

/** One entry a kind of channel. */
export const kinds: Readonly<Record<StorefrontChannel['kind'], Kind>> = {
  direct,
  provider,
  card,
};

/** The kind in force: the hosted page's, the chosen channel's, or null while nothing is chosen. */
export function currentKind(state: CheckoutState): Kind | null {
  if (state.session?.mode === 'hosted') return hosted;
  const channel = chosenChannel(state);
  return channel === null ? null : kinds[channel.kind];
}

export function currentChoice(state: CheckoutState): Choice {
  return { channel: chosenChannel(state), bank: chosenBank(state) };
}

export type { Choice, Kind } from './kind.ts';
