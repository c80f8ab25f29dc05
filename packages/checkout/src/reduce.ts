import type { StorefrontOrder, StorefrontSession } from '@pgw/protocol';
import {
  chosenBank,
  hasBothCategories,
  initialState,
  isOver,
  usableChannels,
  type BankCategory,
  type BankList,
  type CheckoutEvent,
  type CheckoutState,
} from './state.ts';

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
      return failed(state, event);
    case 'refreshed':
      return phase.name === 'choosing' ? loaded(state, event.session, false) : state;
    case 'time':
      return { ...state, secondsLeft: event.secondsLeft };
    case 'choose':
    case 'choose-bank':
    case 'choose-category':
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

function loaded(state: CheckoutState, session: StorefrontSession, byPress: boolean): CheckoutState {
  const next = { ...state, session };
  const open = session.openPayment;
  if (open?.state === 'pending')
    return { ...next, phase: { name: 'interrupted', payment: open }, focus: 'title' };
  if (open !== null) return { ...next, phase: { name: 'result', payment: open }, focus: 'title' };
  if (isOver(session)) return { ...next, phase: { name: 'failed', cause: 'expired' }, focus: 'title' };
  const usable = session.mode === 'choose' ? usableChannels(session) : [];
  if (session.mode === 'choose' && usable.length === 0)
    return { ...next, phase: { name: 'failed', cause: 'empty' }, focus: byPress ? 'title' : null };
  const only = usable.length === 1 ? usable[0] : undefined;
  const kept = usable.find((channel) => channel.id === state.channelId);
  const channelId = (only ?? kept)?.id ?? null;
  return {
    ...next,
    phase: { name: 'choosing' },
    channelId,
    bankId: channelId === state.channelId ? state.bankId : null,
    focus: byPress ? 'legend' : null,
  };
}

/** After a press the focus goes to the title; a failure that comes unasked is announced instead. */
function failed(
  state: CheckoutState,
  { cause, byPress = false }: Extract<CheckoutEvent, { type: 'load-failed' }>,
): CheckoutState {
  const { name } = state.phase;
  const isStale =
    name !== 'loading' && name !== 'submitting' && !(name === 'choosing' && cause === 'expired');
  if (isStale) return state;
  return { ...state, phase: { name: 'failed', cause }, focus: byPress ? 'title' : null };
}

function choosing(
  state: CheckoutState,
  event: Extract<
    CheckoutEvent,
    { type: 'choose' | 'choose-bank' | 'choose-category' | 'search' | 'total-changed' }
  >,
): CheckoutState {
  if (event.type === 'total-changed') return totalChanged(state, event.order);
  if (state.phase.name !== 'choosing') return state;
  if (event.type === 'search') return { ...state, query: event.query };
  const clear = { invalid: null, notice: null };
  if (event.type === 'choose-bank') return { ...state, ...clear, bankId: event.bankId };
  if (event.type === 'choose-category') return withCategory({ ...state, ...clear }, event.category);
  const { channelId } = event;
  return { ...state, ...clear, channelId, ...recentBank(state, state.banks[channelId]), query: '' };
}

/** The other kind of banks; a bank that is no longer shown is no longer chosen. */
function withCategory(state: CheckoutState, category: BankCategory): CheckoutState {
  const bank = chosenBank(state);
  const isShown = bank === null || bank.category === null || bank.category === category;
  return { ...state, category, query: '', bankId: isShown ? state.bankId : null };
}

function withBanks(state: CheckoutState, channelId: number, list: BankList): CheckoutState {
  const next = { ...state, banks: { ...state.banks, [channelId]: list } };
  if (channelId !== state.channelId || list.status !== 'ready' || state.phase.name !== 'choosing')
    return next;
  const before = chosenBank(state);
  if (before === null) return state.bankId === null ? { ...next, ...recentBank(state, list) } : next;
  const now = list.banks.find((bank) => bank.id === before.id);
  if (now?.status === 'available') return next;
  return { ...next, bankId: null, notice: { kind: 'bank-gone', bank: before.displayName } };
}

/** The shopper's own last bank, and the category in which it is found. */
function recentBank(
  { category }: CheckoutState,
  list: BankList | undefined,
): Pick<CheckoutState, 'bankId' | 'category'> {
  if (list?.status !== 'ready') return { bankId: null, category };
  const recent = list.banks.find((bank) => bank.id === list.recentId && bank.status === 'available');
  if (recent === undefined) return { bankId: null, category };
  const isSplit = hasBothCategories(list.banks) && recent.category !== null;
  return { bankId: recent.id, category: isSplit ? (recent.category ?? category) : category };
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
