import type { StorefrontSession } from '@pgw/protocol';
import {
  chosenBank,
  hasBothCategories,
  initialState,
  isOver,
  usableChannels,
  type BankCategory,
  type BankList,
  type ChoosingEvent,
  type CheckoutState,
  type Missing,
} from './state.ts';

/** The state after an event. An event that does not belong to the phase changes nothing: a late answer is ignored here. */
export function reduceChoosing(state: CheckoutState, event: ChoosingEvent): CheckoutState {
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
      return choosing(state, event);
    case 'banks':
      return withBanks(state, event.channelId, event.list);
    case 'card-form':
      return { ...state, cardForm: event.status };
    case 'pay':
      return pressed(state, event.missing);
    case 'not-sent':
      return { ...state, phase: { name: 'choosing' }, notice: { kind: 'start' } };
    case 'result':
      return { ...state, phase: { name: 'result', payment: event.payment }, focus: 'title' };
    case 'back-to-list':
      return backToList(state);
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
  { cause, byPress = false }: Extract<ChoosingEvent, { type: 'load-failed' }>,
): CheckoutState {
  const { name } = state.phase;
  const isStale =
    name !== 'loading' && name !== 'submitting' && !(name === 'choosing' && cause === 'expired');
  if (isStale) return state;
  return { ...state, phase: { name: 'failed', cause }, focus: byPress ? 'title' : null };
}

function choosing(
  state: CheckoutState,
  event: Extract<ChoosingEvent, { type: 'choose' | 'choose-bank' | 'choose-category' | 'search' }>,
): CheckoutState {
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

function pressed(state: CheckoutState, missing: Missing | null): CheckoutState {
  if (state.phase.name !== 'choosing' || state.isOffline || state.notice?.kind === 'rate') return state;
  if (missing !== null) return { ...state, invalid: missing, focus: 'invalid' };
  return { ...state, phase: { name: 'submitting', isSlow: false }, invalid: null, notice: null };
}

function backToList(state: CheckoutState): CheckoutState {
  if (state.session === null) return state;
  const session = { ...state.session, openPayment: null };
  return { ...loaded({ ...state, notice: null }, session, true) };
}
