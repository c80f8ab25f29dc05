import type {
  StorefrontBank,
  StorefrontChannel,
  StorefrontOrder,
  StorefrontPayment,
  StorefrontRedirect,
  StorefrontSession,
} from '@pgw/protocol';
import type { CardField } from './card/check.ts';

// The whole of what <pgw-checkout> shows. How it changes is in reduce.ts. Pure: no clock, no page, no network.

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

/** Why there is nothing to choose from. `expired`: the order's time is over, and the server agrees. */
export type FailureCause = 'load' | 'config' | 'empty' | 'lost' | 'expired';

export type BankCategory = NonNullable<StorefrontBank['category']>;

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
  /** The gateway takes no more requests at the moment; nothing was started. */
  | { readonly kind: 'busy' }
  | { readonly kind: 'duplicate'; readonly reference: string | null }
  /** The order may be paid by a payment that the shop is checking. */
  | { readonly kind: 'checking' }
  | { readonly kind: 'rate'; readonly waitMs: number }
  | { readonly kind: 'bank-gone'; readonly bank: string };

/** What Pay was pressed without: of a card the name of the field. */
export type Missing = 'channel' | 'bank' | CardField;

/** Where the keyboard should be once the change is on screen. */
export type FocusTarget = 'title' | 'legend' | 'notice' | 'invalid';

export interface CheckoutState {
  readonly phase: Phase;
  readonly session: StorefrontSession | null;
  readonly channelId: number | null;
  readonly bankId: string | null;
  readonly banks: Readonly<Record<number, BankList>>;
  readonly query: string;
  /** Whose banks are shown, where a channel has both kinds. */
  readonly category: BankCategory;
  /** What Pay was pressed without. */
  readonly invalid: Missing | null;
  /** The form for cards, once a channel needs it. What is typed into it is not part of the state. */
  readonly cardForm: 'loading' | 'failed' | 'ready';
  readonly notice: Notice | null;
  readonly isOffline: boolean;
  /** Whole seconds until the order's deadline once fewer than five minutes are left, else null. */
  readonly secondsLeft: number | null;
  readonly focus: FocusTarget | null;
}

/** Everything that may change the state. */
export type CheckoutEvent = ChoosingEvent | BankEvent | StandingEvent | PayingEvent;

/** What makes the list, and what a shopper does to it. */
export type ChoosingEvent =
  | { readonly type: 'load' }
  | { readonly type: 'load-slow' }
  | { readonly type: 'loaded'; readonly session: StorefrontSession; readonly byPress: boolean }
  | { readonly type: 'load-failed'; readonly cause: FailureCause; readonly byPress?: boolean }
  /** `bankId`: together with its bank. */
  | { readonly type: 'choose'; readonly channelId: number; readonly bankId?: string | null }
  | { readonly type: 'pay'; readonly missing: Missing | null }
  /** The press came to nothing: what sends it could not be loaded. */
  | { readonly type: 'not-sent' }
  | { readonly type: 'focused' };

/** What a shopper does to the banks of a channel, and what the server says of them. */
export type BankEvent =
  | { readonly type: 'banks'; readonly channelId: number; readonly list: BankList }
  | { readonly type: 'search'; readonly query: string }
  | { readonly type: 'choose-category'; readonly category: BankCategory }
  | { readonly type: 'choose-bank'; readonly bankId: string };

/** What happens while the list stands, and after the outcome. */
export type StandingEvent =
  | { readonly type: 'refreshed'; readonly session: StorefrontSession }
  | { readonly type: 'time'; readonly secondsLeft: number | null }
  | { readonly type: 'card-form'; readonly status: CheckoutState['cardForm'] }
  | { readonly type: 'result'; readonly payment: StorefrontPayment }
  | { readonly type: 'back-to-list' }
  | { readonly type: 'connection'; readonly isOffline: boolean };

/** What becomes of a press of Pay. */
export type PayingEvent =
  | { readonly type: 'slow' }
  | { readonly type: 'started'; readonly payment: StorefrontPayment; readonly redirect: StorefrontRedirect }
  | { readonly type: 'help'; readonly help: 'link' | 'stuck' }
  | { readonly type: 'total-changed'; readonly order: StorefrontOrder }
  /** Without a notice: the page itself stopped the payment. */
  | { readonly type: 'refused'; readonly notice: Notice | null }
  | { readonly type: 'unsure' }
  | { readonly type: 'nothing-found' }
  | { readonly type: 'found'; readonly payment: StorefrontPayment }
  | { readonly type: 'notice-over' };

export const initialState: CheckoutState = {
  phase: { name: 'loading', isSlow: false },
  session: null,
  channelId: null,
  bankId: null,
  banks: {},
  query: '',
  category: 'personal',
  invalid: null,
  cardForm: 'loading',
  notice: null,
  isOffline: false,
  secondsLeft: null,
  focus: null,
};

/** Whether a phase is drawn by the part that is loaded later. */
export function needsLater(phase: Phase): boolean {
  return (
    phase.name === 'leaving' ||
    phase.name === 'interrupted' ||
    phase.name === 'result' ||
    (phase.name === 'failed' && phase.cause !== 'load')
  );
}

/** Whether the list alone can't show it: what comes later, or the only channel, chosen already, which asks for more. */
export function needsMore({ phase, session }: CheckoutState): boolean {
  const [only, ...others] = session === null ? [] : usableChannels(session);
  return (
    needsLater(phase) ||
    (session?.mode === 'choose' && !others.length && only !== undefined && only.kind !== 'direct')
  );
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

/** What another choice does not take away: who has to wait has to wait with another channel too. */
export function lasting({ notice }: CheckoutState): Notice | null {
  return notice?.kind === 'rate' ? notice : null;
}

/** Whether Pay is of no use for now. */
export function mustWait(state: CheckoutState): boolean {
  return state.isOffline || lasting(state) !== null;
}

/** What the shopper pays: the order and the channel's fee, in minor units. */
export function total(state: Pick<CheckoutState, 'session' | 'channelId'>): number {
  const { session, channelId } = state;
  const fee = session?.channels.find((channel) => channel.id === channelId)?.fee ?? 0;
  return (session?.order.amount ?? 0) + fee;
}

/** Whether the order's time is over: by the server's own clock, both of them. */
export function isOver({ expiresAt, serverTime }: StorefrontSession): boolean {
  return expiresAt !== null && Date.parse(expiresAt) <= Date.parse(serverTime);
}
