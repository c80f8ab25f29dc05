import type { StorefrontPayment, StorefrontSession } from '@pgw/protocol';
import {
  isExpired,
  getRateLimitNotice,
  getUsableChannels,
  type CheckoutState,
  type Phase,
} from '../state/checkout-state.ts';

export type ChannelEvent =
  | ChooseChannel
  /** Folds the channels that are not chosen into one row, or shows all channels. */
  | { readonly type: 'fold'; readonly isFolded: boolean };

interface ChooseChannel {
  readonly type: 'choose-channel';
  readonly channelId: number;
  /** The bank that the shopper chooses together with the channel. */
  readonly bankId?: string | null;
  /** Whether the other channels are folded into one row. Default: false. */
  readonly isFolded?: boolean;
}

/** Handles the choice of a channel, and the folding of the list. */
export function reduceChannels(state: CheckoutState, event: ChannelEvent): CheckoutState {
  if (state.phase.name !== 'choosing') return state;
  if (event.type === 'choose-channel') return chooseChannel(state, event);
  const isFolded = event.isFolded && state.channelId !== null;
  return isFolded === state.isFolded ? state : { ...state, isFolded };
}

/** Chooses a channel, and a bank if the event has one. Removes the notice, unless it is about the rate limit of every channel. */
function chooseChannel(
  state: CheckoutState,
  { channelId, bankId = null, isFolded = false }: ChooseChannel,
): CheckoutState {
  const limit = getRateLimitNotice(state);
  return {
    ...state,
    invalid: null,
    notice: limit?.isCard === true && channelId !== state.channelId ? null : limit,
    channelId,
    bankId,
    isFolded,
    declinedPayment: null,
    previousBank: null,
    query: '',
  };
}

/** The names of the channel and the bank of a payment. */
export type PreviousChoice = Pick<StorefrontPayment, 'channel' | 'bank'> & {
  /** The reference of a pending payment that the shopper replaces by a new payment. */
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
  return isChosen ? { ...next, isFolded: true, focus: 'pay' } : next;
}

/** Shows the list of a session, the outcome of its payment, or the reason why there is no list. */
export function withSession(
  state: CheckoutState,
  loaded: StorefrontSession,
  { isUserInitiated }: { readonly isUserInitiated: boolean },
): CheckoutState {
  const { openPayment } = loaded;
  // The shopper has decided to replace this payment, so the list is shown instead of it until it is paid.
  const isUnpaid = ['pending', 'failed', 'canceled', 'expired'].includes(openPayment?.state ?? '');
  const isReplaced = isUnpaid && openPayment?.reference === state.replaced;
  const session = isReplaced ? { ...loaded, openPayment: null } : loaded;
  const usable = session.mode === 'choose' ? getUsableChannels(session) : [];
  // A single channel is always chosen. Otherwise the choice of the shopper is kept if it is still possible.
  const chosen = usable.length === 1 ? usable[0] : usable.find(({ id }) => id === state.channelId);
  const channelId = chosen?.id ?? null;
  const phase = getPhase(session, session.mode === 'hosted' || usable.length > 0);
  const isList = phase.name === 'choosing';
  const isEmpty = phase.name === 'failed' && phase.cause === 'empty';
  // A list that loads without an action of the shopper does not take the focus, even if it is empty.
  const movesFocus = isUserInitiated || !(isList || isEmpty);
  const focusTarget = isList ? 'legend' : 'title';
  return {
    ...state,
    session,
    phase,
    focus: movesFocus ? focusTarget : null,
    ...(isList && {
      channelId,
      bankId: channelId === state.channelId ? state.bankId : null,
      isFolded: state.isFolded && channelId !== null,
    }),
  };
}

function getPhase(session: StorefrontSession, canPay: boolean): Phase {
  const { openPayment: payment } = session;
  if (payment !== null) return { name: payment.state === 'pending' ? 'interrupted' : 'result', payment };
  if (isExpired(session)) return { name: 'failed', cause: 'expired' };
  return canPay ? { name: 'choosing' } : { name: 'failed', cause: 'empty' };
}

/** Returns the session with only the channels in `ids`. Null keeps all channels. */
export function filterSession(session: StorefrontSession, ids: readonly number[] | null): StorefrontSession {
  return ids === null
    ? session
    : { ...session, channels: session.channels.filter(({ id }) => ids.includes(id)) };
}
