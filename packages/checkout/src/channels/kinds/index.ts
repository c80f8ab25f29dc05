import type { StorefrontChannel } from '@pgw/protocol';
import type { CSSResult } from 'lit';
import type { LazyModule } from '../../lazy-module.ts';
import {
  getChosenBank,
  getChosenChannel,
  type CheckoutState,
  type InputEvent,
} from '../../state/checkout-state.ts';
import { brandMarksModule, card, cardModule } from './card/index.ts';
import { direct } from './kind.ts';
import { hosted } from './kind.ts';
import { instalments } from './instalments/kind.ts';
import type { ChannelKind, Choice } from './kind.ts';
import { bankModule, provider, reduceBanks } from './provider/index.ts';

export type { RenderDecline, SendCard } from './card/index.ts';

const kinds: Readonly<Record<StorefrontChannel['kind'], ChannelKind>> = {
  direct,
  provider,
  instalments,
  card,
};

/** The modules of the panels, with their styles. */
export const panelModules: readonly LazyModule<{ readonly styles: CSSResult }>[] = [bankModule, cardModule];

/** Loads the modules that the server needs to render every list. */
export async function loadListModules(): Promise<void> {
  await Promise.all([bankModule.load(), brandMarksModule.load()]);
}

export function getKind(channel: StorefrontChannel): ChannelKind {
  return kinds[channel.kind];
}

/** The kind of the chosen channel; null if no channel is chosen. In hosted mode, `hosted`. */
export function getCurrentKind(state: CheckoutState): ChannelKind | null {
  if (state.session?.mode === 'hosted') return hosted;
  const channel = getChosenChannel(state);
  return channel === null ? null : getKind(channel);
}

export function getCurrentChoice(state: CheckoutState): Choice {
  return { channel: getChosenChannel(state), bank: getChosenBank(state) };
}

/** Handles the events of the input of every kind. */
export function reduceInput(state: CheckoutState, event: InputEvent): CheckoutState {
  return event.type === 'card-form' ? { ...state, cardForm: event.status } : reduceBanks(state, event);
}
