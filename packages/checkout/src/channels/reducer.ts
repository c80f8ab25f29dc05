import type { StorefrontPayment, StorefrontSession } from '@pgw/protocol';
import {
  isExpired,
  rateNotice,
  usableChannels,
  type CheckoutState,
  type Phase,
} from '../state/checkout-state.ts';

export interface ChannelEvent {
  readonly type: 'choose-channel';
  readonly channelId: number;
  /** The bank that the shopper chooses together with the channel. */
  readonly bankId?: string | null;
}

/** Handles the choice of a channel. The choice of a bank and the notice are removed. */
export function reduceChannels(
  state: CheckoutState,
  { channelId, bankId = null }: ChannelEvent,
): CheckoutState {
  if (state.phase.name !== 'choosing') return state;
  return {
    ...state,
    invalid: null,
    notice: rateNotice(state),
    channelId,
    bankId,
    previousBank: null,
    query: '',
  };
}

/** The names of the channel and the bank of a payment. */
export type PreviousChoice = Pick<StorefrontPayment, 'channel' | 'bank'> & {
  /** The pending payment in place of which the shopper chooses another way to pay. */
  readonly replaced?: string | null | undefined;
};

/** Shows the list again, with the choice of a payment that was not completed. Moves the focus to Pay. */
export function withPreviousChoice(
  state: CheckoutState,
  session: StorefrontSession,
  { channel, bank }: PreviousChoice,
): CheckoutState {
  const channelId = session.channels.find(({ name }) => name === channel)?.id ?? state.channelId;
  const bankId = channelId === state.channelId ? state.bankId : null;
  const next = withSession({ ...state, channelId, bankId, previousBank: bank }, session, {
    isUserInitiated: true,
  });
  const isChosen = next.phase.name === 'choosing' && next.channelId !== null;
  return isChosen ? { ...next, focus: 'pay' } : next;
}

/**
 * Shows a session from the server: the list, the outcome of a payment, or the reason why there is no list.
 */
export function withSession(
  state: CheckoutState,
  session: StorefrontSession,
  { isUserInitiated }: { readonly isUserInitiated: boolean },
): CheckoutState {
  const usable = session.mode === 'choose' ? usableChannels(session) : [];
  const only = usable.length === 1 ? usable[0] : undefined;
  const previous = usable.find((channel) => channel.id === state.channelId);
  const channelId = (only ?? previous)?.id ?? null;
  const phase = phaseOf(session, session.mode === 'hosted' || usable.length > 0);
  const isList = phase.name === 'choosing';
  const isEmpty = phase.name === 'failed' && phase.cause === 'empty';
  const focus = isList ? 'legend' : 'title';
  return {
    ...state,
    session,
    phase,
    focus: isUserInitiated || !(isList || isEmpty) ? focus : null,
    ...(isList && { channelId, bankId: channelId === state.channelId ? state.bankId : null }),
  };
}

function phaseOf(session: StorefrontSession, canPay: boolean): Phase {
  const { openPayment: payment } = session;
  if (payment !== null) return { name: payment.state === 'pending' ? 'interrupted' : 'result', payment };
  if (isExpired(session)) return { name: 'failed', cause: 'expired' };
  return canPay ? { name: 'choosing' } : { name: 'failed', cause: 'empty' };
}
