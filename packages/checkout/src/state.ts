import type {
  StorefrontBank,
  StorefrontChannel,
  StorefrontOrder,
  StorefrontPayment,
  StorefrontRedirect,
  StorefrontSession,
} from '@pgw/protocol';

// The whole of what <pgw-checkout> shows, and every way it may change. Pure: no clock, no page, no network.

export type Phase =
  | { readonly name: 'loading'; readonly isSlow: boolean }
  | { readonly name: 'choosing' }
  | { readonly name: 'submitting'; readonly isSlow: boolean }
  | { readonly name: 'unsure' }
  | {
      readonly name: 'leaving';
      readonly payment: StorefrontPayment;
      readonly redirect: StorefrontRedirect;
      /** After 1.5 s there is a link; after 4 s the words that point to it. */
      readonly help: 'none' | 'link' | 'stuck';
    }
  | { readonly name: 'interrupted'; readonly payment: StorefrontPayment }
  | { readonly name: 'result'; readonly payment: StorefrontPayment }
  | { readonly name: 'failed'; readonly cause: FailureCause };

/** Why there is nothing to choose from. */
export type FailureCause = 'load' | 'config' | 'empty' | 'lost';

export type BankList =
  | { readonly status: 'loading' }
  | { readonly status: 'failed' }
  | {
      readonly status: 'ready';
      readonly banks: readonly StorefrontBank[];
      /** The bank of the last payment on this device, if it is in the list. */
      readonly recentId: string | null;
    };

/** What is said inside the form. */
export type Notice =
  | { readonly kind: 'total'; readonly old: StorefrontOrder }
  | { readonly kind: 'start' }
  | { readonly kind: 'duplicate'; readonly reference: string | null }
  | { readonly kind: 'rate'; readonly waitMs: number }
  | { readonly kind: 'bank-gone'; readonly bank: string };

/** Where the keyboard should be once the change is on screen. */
export type FocusTarget = 'title' | 'legend' | 'notice' | 'invalid';

export interface CheckoutState {
  readonly phase: Phase;
  readonly session: StorefrontSession | null;
  readonly channelId: number | null;
  readonly bankId: string | null;
  readonly banks: Readonly<Record<number, BankList>>;
  readonly query: string;
  /** What Pay was pressed without. */
  readonly invalid: 'channel' | 'bank' | null;
  readonly notice: Notice | null;
  readonly isOffline: boolean;
  readonly focus: FocusTarget | null;
}

export type CheckoutEvent =
  | { readonly type: 'load' }
  | { readonly type: 'load-slow' }
  | { readonly type: 'loaded'; readonly session: StorefrontSession; readonly byPress: boolean }
  | { readonly type: 'load-failed'; readonly cause: FailureCause }
  | { readonly type: 'choose'; readonly channelId: number }
  | { readonly type: 'banks'; readonly channelId: number; readonly list: BankList }
  | { readonly type: 'search'; readonly query: string }
  | { readonly type: 'choose-bank'; readonly bankId: string }
  | { readonly type: 'pay'; readonly missing: 'channel' | 'bank' | null }
  | { readonly type: 'slow' }
  | { readonly type: 'started'; readonly payment: StorefrontPayment; readonly redirect: StorefrontRedirect }
  | { readonly type: 'help'; readonly help: 'link' | 'stuck' }
  | { readonly type: 'total-changed'; readonly order: StorefrontOrder }
  | { readonly type: 'refused'; readonly notice: Notice }
  | { readonly type: 'unsure' }
  | { readonly type: 'nothing-found' }
  | { readonly type: 'found'; readonly payment: StorefrontPayment }
  | { readonly type: 'result'; readonly payment: StorefrontPayment }
  | { readonly type: 'back-to-list' }
  | { readonly type: 'notice-over' }
  | { readonly type: 'connection'; readonly isOffline: boolean }
  | { readonly type: 'focused' };

export const initialState: CheckoutState = {
  phase: { name: 'loading', isSlow: false },
  session: null,
  channelId: null,
  bankId: null,
  banks: {},
  query: '',
  invalid: null,
  notice: null,
  isOffline: false,
  focus: null,
};

/** The state after an event. An event that does not belong to the phase changes nothing: a late answer is ignored here. */
export function reduce(state: CheckoutState, event: CheckoutEvent): CheckoutState {
  const { phase } = state;
  switch (event.type) {
    case 'load':
      return { ...state, phase: initialState.phase, notice: null, invalid: null };
    case 'load-slow':
      return phase.name === 'loading' ? { ...state, phase: { ...phase, isSlow: true } } : state;
    case 'loaded':
      return phase.name === 'loading' ? loaded(state, event.session, event.byPress) : state;
    case 'load-failed':
      return phase.name === 'loading' || phase.name === 'submitting'
        ? { ...state, phase: { name: 'failed', cause: event.cause } }
        : state;
    case 'choose':
    case 'choose-bank':
    case 'search':
    case 'total-changed':
      return choosing(state, event);
    case 'banks':
      return withBanks(state, event.channelId, event.list);
    case 'pay':
      return pressed(state, event.missing);
    case 'slow':
      return phase.name === 'submitting' ? { ...state, phase: { ...phase, isSlow: true } } : state;
    case 'help':
      return phase.name === 'leaving' ? { ...state, phase: { ...phase, help: event.help } } : state;
    case 'started':
    case 'refused':
    case 'unsure':
    case 'nothing-found':
    case 'found':
    case 'result':
      return answered(state, event);
    case 'back-to-list':
      return backToList(state);
    case 'notice-over':
      return { ...state, notice: null };
    case 'connection':
      return { ...state, isOffline: event.isOffline };
    case 'focused':
      return { ...state, focus: null };
  }
}

/** Channels that take the amount. */
export function usableChannels(session: StorefrontSession): readonly StorefrontChannel[] {
  return session.channels.filter((channel) => channel.limit === null);
}

export function chosenChannel({ session, channelId }: CheckoutState): StorefrontChannel | null {
  return session?.channels.find((channel) => channel.id === channelId) ?? null;
}

export function chosenBank(state: CheckoutState): StorefrontBank | null {
  const list = state.channelId === null ? undefined : state.banks[state.channelId];
  return (list?.status === 'ready' && list.banks.find((bank) => bank.id === state.bankId)) || null;
}

function loaded(state: CheckoutState, session: StorefrontSession, byPress: boolean): CheckoutState {
  const next = { ...state, session };
  const open = session.openPayment;
  if (open?.state === 'pending')
    return { ...next, phase: { name: 'interrupted', payment: open }, focus: 'title' };
  if (open !== null) return { ...next, phase: { name: 'result', payment: open }, focus: 'title' };
  const usable = session.mode === 'choose' ? usableChannels(session) : [];
  if (session.mode === 'choose' && usable.length === 0)
    return { ...next, phase: { name: 'failed', cause: 'empty' } };
  const only = usable.length === 1 ? usable[0] : undefined;
  const kept = usable.find((channel) => channel.id === state.channelId);
  return {
    ...next,
    phase: { name: 'choosing' },
    channelId: (only ?? kept)?.id ?? null,
    focus: byPress ? 'legend' : null,
  };
}

function choosing(
  state: CheckoutState,
  event: Extract<CheckoutEvent, { type: 'choose' | 'choose-bank' | 'search' | 'total-changed' }>,
): CheckoutState {
  if (event.type === 'total-changed') return totalChanged(state, event.order);
  if (state.phase.name !== 'choosing') return state;
  if (event.type === 'search') return { ...state, query: event.query };
  const clear = { invalid: null, notice: null };
  if (event.type === 'choose-bank') return { ...state, ...clear, bankId: event.bankId };
  const { channelId } = event;
  return { ...state, ...clear, channelId, bankId: recentBank(state.banks[channelId]), query: '' };
}

function withBanks(state: CheckoutState, channelId: number, list: BankList): CheckoutState {
  const next = { ...state, banks: { ...state.banks, [channelId]: list } };
  if (channelId !== state.channelId || list.status !== 'ready' || state.phase.name !== 'choosing')
    return next;
  const before = chosenBank(state);
  if (before === null) return { ...next, bankId: state.bankId ?? recentBank(list) };
  const now = list.banks.find((bank) => bank.id === before.id);
  if (now?.status === 'available') return next;
  return { ...next, bankId: null, notice: { kind: 'bank-gone', bank: before.displayName } };
}

function recentBank(list: BankList | undefined): string | null {
  if (list?.status !== 'ready') return null;
  const recent = list.banks.find((bank) => bank.id === list.recentId);
  return recent?.status === 'available' ? recent.id : null;
}

function pressed(state: CheckoutState, missing: 'channel' | 'bank' | null): CheckoutState {
  if (state.phase.name !== 'choosing' || state.isOffline || state.notice?.kind === 'rate') return state;
  if (missing !== null) return { ...state, invalid: missing, focus: 'invalid' };
  return { ...state, phase: { name: 'submitting', isSlow: false }, invalid: null, notice: null };
}

function answered(
  state: CheckoutState,
  event: Extract<
    CheckoutEvent,
    { type: 'started' | 'refused' | 'unsure' | 'nothing-found' | 'found' | 'result' }
  >,
): CheckoutState {
  if (event.type === 'result')
    return { ...state, phase: { name: 'result', payment: event.payment }, focus: 'title' };
  const { name } = state.phase;
  if (name !== 'submitting' && name !== 'unsure') return state;
  switch (event.type) {
    case 'started': {
      const { payment, redirect } = event;
      return { ...state, phase: { name: 'leaving', payment, redirect, help: 'none' }, focus: 'title' };
    }
    case 'refused':
      return { ...state, phase: { name: 'choosing' }, notice: event.notice };
    case 'unsure':
      return { ...state, phase: { name: 'unsure' } };
    case 'nothing-found':
      return { ...state, phase: { name: 'choosing' } };
    case 'found': {
      // It may never have reached the bank, so it is not called pending before the shopper says so.
      const found = event.payment.state === 'pending' ? 'interrupted' : 'result';
      return { ...state, phase: { name: found, payment: event.payment }, focus: 'title' };
    }
  }
}

function totalChanged(state: CheckoutState, order: StorefrontOrder): CheckoutState {
  const { session } = state;
  if (session === null || state.phase.name !== 'submitting') return state;
  return {
    ...state,
    phase: { name: 'choosing' },
    session: { ...session, order },
    notice: { kind: 'total', old: session.order },
    focus: 'notice',
  };
}

function backToList(state: CheckoutState): CheckoutState {
  if (state.session === null) return state;
  const session = { ...state.session, openPayment: null };
  return { ...loaded({ ...state, notice: null }, session, true) };
}
