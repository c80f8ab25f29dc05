import type {
  StorefrontBank,
  StorefrontChannel,
  StorefrontOrder,
  StorefrontPayment,
  StorefrontRedirect,
  StorefrontSession,
} from '@pgw/protocol';

// The views of <pgw-checkout> render this state. The reducer.ts of each feature defines the feature's events
// and how they change the state. flow/reducer.ts combines these reducers. The reducers are pure functions:
// they do not use the clock, the page or the network.

export type Phase =
  | { readonly name: 'loading'; readonly isSlow: boolean }
  | { readonly name: 'choosing' }
  | { readonly name: 'submitting'; readonly isSlow: boolean }
  /** The response to Pay was lost: the element requests the payment from the shop's server. */
  | { readonly name: 'verifying'; readonly isCardSent: boolean }
  | {
      readonly name: 'redirecting';
      readonly payment: StorefrontPayment;
      readonly redirect: StorefrontRedirect;
      /** A link after 1.5 s, and a text about it after 4 s. If the redirect fails, both are shown immediately. */
      readonly help: 'none' | 'link' | 'stuck';
    }
  /** The shopper pays on a phone, and this page polls the state of the payment. */
  | {
      readonly name: 'phone';
      readonly payment: StorefrontPayment;
      readonly redirect: StorefrontRedirect;
      /** False if the payment cannot be opened on a phone, or the QR code could not be loaded. */
      readonly hasCode: boolean;
      /** Whether the shopper has requested the state, and the response has not arrived yet. */
      readonly isChecking: boolean;
    }
  /** The payment is pending, and the shopper came back, or the response to Pay was lost. */
  | { readonly name: 'interrupted'; readonly payment: StorefrontPayment }
  /** `isEarlier`: Pay was pressed, but this payment had paid the order already. */
  | { readonly name: 'result'; readonly payment: StorefrontPayment; readonly isEarlier?: boolean }
  | {
      readonly name: 'failed';
      readonly cause: FailureCause;
      /** The URL of the page of the order, if the cause is `paid`. */
      readonly orderUrl?: string | null;
    };

/** A change of the screen with the QR code. `continue`: the shopper continues on this device. */
export type PhoneScreenChange = 'code-failed' | 'check' | 'continue';

/**
 * Why there is no list of channels. `load`: a request or a file of the element failed. `config`: the shop is not
 * configured correctly. `empty`: no channel accepts the amount. `unknown-order`: the server does not know the order.
 * `expired`: the deadline of the order has passed by the server's clock. `session-ended`: the server no longer knows the
 * order of this visitor, so it refused to start a payment. `session-checking`: the same, and an earlier start has an
 * unknown outcome. `paid`: the order is paid, and its payment could not be loaded.
 */
export type FailureCause =
  | 'load'
  | 'config'
  | 'empty'
  | 'unknown-order'
  | 'expired'
  | 'session-ended'
  | 'session-checking'
  | 'paid';

/** A message inside the form. */
export type Notice =
  /** The total has changed since it was shown. */
  | { readonly kind: 'total'; readonly previousOrder: StorefrontOrder }
  | StartNotice
  /** The shop's server did not say whether a payment was started. */
  | { readonly kind: 'unclear' }
  /** The device is offline: the start and the request for its outcome failed. */
  | { readonly kind: 'offline' }
  /** Too many requests: Pay is disabled for `waitMs`. `isCard`: too many cards, so only this channel is. */
  | { readonly kind: 'rate'; readonly waitMs: number; readonly isCard: boolean }
  | { readonly kind: 'bank-unavailable'; readonly bank: string };

/** The payment was not started. api/problems.ts has the text and the look of each problem. */
export interface StartNotice {
  readonly kind: 'start';
  /** The text is `error.<text>`. Default, also if no language has this text: `start`. */
  readonly text?: string;
  /** Whether the shopper tries again (default), waits, or can open the payment that the order has. */
  readonly look?: 'wait' | 'check' | undefined;
  /** The payment that the order has, if the server has sent it. */
  readonly reference?: string | null;
}

/** The fields of a card. The names are the `autocomplete` values by which browsers fill in the fields. */
export type CardField = 'cc-number' | 'cc-exp' | 'cc-csc' | 'cc-name';

export type BankCategory = NonNullable<StorefrontBank['category']>;

/** The banks of a channel, or its plans. */
export type BankList =
  | { readonly status: 'loading' }
  | { readonly status: 'failed' }
  | {
      readonly status: 'ready';
      readonly banks: readonly StorefrontBank[];
      /** The bank of the last payment through this channel on this device, if it is in the list. */
      readonly recentId: string | null;
    };

export type ReadyBankList = Extract<BankList, { status: 'ready' }>;

/** What the shopper still has to choose or to enter before Pay. */
export type MissingInput = 'channel' | 'bank' | CardField;

/** The events of what the shopper chooses or enters in the panel of a channel. */
export type InputEvent = BankEvent | CardEvent;

export type BankEvent =
  | { readonly type: 'banks'; readonly channelId: number; readonly list: BankList }
  | { readonly type: 'search'; readonly query: string }
  | { readonly type: 'choose-category'; readonly category: BankCategory }
  | { readonly type: 'choose-bank'; readonly bankId: string };

export interface CardEvent {
  readonly type: 'card-form';
  readonly status: CheckoutState['cardForm'];
}

/** The element to which the focus moves after the change is rendered. */
export type FocusTarget = 'title' | 'legend' | 'notice' | 'invalid' | 'card' | 'pay';

export interface CheckoutState {
  readonly phase: Phase;
  readonly session: StorefrontSession | null;
  readonly channelId: number | null;
  /** The channel of the last payment on this device. It is the first in the list. */
  readonly recentChannelId: number | null;
  /** Whether the channels that are not chosen are folded into one row. False while none is chosen. */
  readonly isFolded: boolean;
  /** What was missing when the shopper pressed Pay. */
  readonly invalid: MissingInput | null;
  readonly notice: Notice | null;
  /** Whether the shopper pressed "Pay on your phone", and the element shows a QR code. */
  readonly paysOnPhone: boolean;
  /**
   * Whole seconds until the order's deadline if at most five minutes are left, else null. While the shopper
   * pays on a phone: whole seconds until the payment's deadline if at most an hour is left, else null. A
   * payment without a deadline has the deadline of the order.
   */
  readonly secondsLeft: number | null;
  readonly focus: FocusTarget | null;
  /** The banks of each channel that was chosen, and what the shopper has chosen and searched among them. */
  readonly banks: Readonly<Record<number, BankList>>;
  readonly bankId: string | null;
  /** The name of the bank of the payment that is tried again. It is chosen when the banks are loaded. */
  readonly previousBank: string | null;
  readonly query: string;
  /** The category of the banks that are shown, if a channel has both categories. */
  readonly category: BankCategory;
  /** The card form. Its state does not contain the data of the card. */
  readonly cardForm: 'loading' | 'failed' | 'ready';
  /** The payment whose card was declined, until the shopper presses Pay again or chooses another channel. */
  readonly declinedPayment: StorefrontPayment | null;
  /** The reference of the pending payment in place of which the shopper has chosen another way to pay. */
  readonly replaced: string | null;
  /** The number of cards that were declined since the session was loaded. */
  readonly declineCount: number;
}

export const initialState: CheckoutState = {
  phase: { name: 'loading', isSlow: false },
  session: null,
  channelId: null,
  recentChannelId: null,
  isFolded: false,
  invalid: null,
  notice: null,
  paysOnPhone: false,
  secondsLeft: null,
  focus: null,
  banks: {},
  bankId: null,
  previousBank: null,
  query: '',
  category: 'personal',
  cardForm: 'loading',
  declinedPayment: null,
  replaced: null,
  declineCount: 0,
};

/** Returns the channels that accept the amount. */
export function getUsableChannels(session: StorefrontSession): readonly StorefrontChannel[] {
  return session.channels.filter((channel) => channel.limit === null);
}

/** The part of the state that determines the chosen channel. */
type ChannelState = Pick<CheckoutState, 'session' | 'channelId'>;

export function getChosenChannel({ session, channelId }: ChannelState): StorefrontChannel | null {
  return session?.channels.find((channel) => channel.id === channelId) ?? null;
}

export function getChosenBank(state: CheckoutState): StorefrontBank | null {
  const list = state.channelId === null ? undefined : state.banks[state.channelId];
  return (list?.status === 'ready' && list.banks.find((bank) => bank.id === state.bankId)) || null;
}

/** The notice about the rate limit stays when the shopper chooses another channel or bank. */
export function getRateLimitNotice({ notice }: CheckoutState): Extract<Notice, { kind: 'rate' }> | null {
  return notice?.kind === 'rate' ? notice : null;
}

/** Whether Pay cannot be used, because the server limits the rate of requests. */
export function isPayBlocked(state: CheckoutState): boolean {
  return getRateLimitNotice(state) !== null;
}

/** The amount that the shopper pays, in minor units: the amount of the order and the fee of the channel. */
export function getTotal(state: ChannelState): number {
  return (state.session?.order.amount ?? 0) + (getChosenChannel(state)?.fee ?? 0);
}

/** Whether the deadline of the order has passed by the server's clock. */
export function isExpired({ expiresAt, serverTime }: StorefrontSession): boolean {
  return expiresAt !== null && Date.parse(expiresAt) <= Date.parse(serverTime);
}
