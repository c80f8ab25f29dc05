import type {
  StorefrontBank,
  StorefrontChannel,
  StorefrontOrder,
  StorefrontPayment,
  StorefrontRedirect,
  StorefrontSession,
} from '@pgw/protocol';

// Everything that <pgw-checkout> shows is a function of this state. The events of a feature, and how they change the state, are in
// the feature's reducer.ts; flow/reducer.ts combines them. All of it is pure: no clock, no page, no network.

export type Phase =
  | { readonly name: 'loading'; readonly isSlow: boolean }
  | { readonly name: 'choosing' }
  | { readonly name: 'submitting'; readonly isSlow: boolean }
  /** The response to Pay was lost: the element queries the server for the payment. */
  | { readonly name: 'verifying' }
  | {
      readonly name: 'redirecting';
      readonly payment: StorefrontPayment;
      readonly redirect: StorefrontRedirect;
      /** If the page is still shown: after 1.5 s a link, after 4 s a text that points to it. */
      readonly help: 'none' | 'link' | 'stuck';
    }
  /** The shopper pays on a phone, and this page follows the state of the payment. */
  | {
      readonly name: 'phone';
      readonly payment: StorefrontPayment;
      readonly redirect: StorefrontRedirect;
      /** False if the payment cannot be opened on a phone, or the QR code could not be loaded. */
      readonly hasCode: boolean;
      /** Whether the shopper has requested the state, and the response has not arrived yet. */
      readonly isChecking: boolean;
    }
  /** The shopper came back while the payment is pending. */
  | { readonly name: 'interrupted'; readonly payment: StorefrontPayment }
  | { readonly name: 'result'; readonly payment: StorefrontPayment }
  | { readonly name: 'failed'; readonly cause: FailureCause };

/** On the screen with the QR code: it could not be loaded, the shopper requests the state, or continues on this device. */
export type PhoneChange = 'code-failed' | 'check' | 'continue';

/** Why there is nothing to choose from. `expired`: the time of the order is over, by the server's clock. */
export type FailureCause = 'load' | 'config' | 'empty' | 'not-found' | 'expired';

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

/** A message inside the form. */
export type Notice =
  | { readonly kind: 'total'; readonly old: StorefrontOrder }
  | { readonly kind: 'start' }
  /** The gateway accepts no further requests at the moment; nothing was started. */
  | { readonly kind: 'busy' }
  | { readonly kind: 'duplicate'; readonly reference: string | null }
  /** The order has as many open payments as it may have. */
  | { readonly kind: 'too-many' }
  /** The order may be paid by a payment that the shop is checking. */
  | { readonly kind: 'checking' }
  | { readonly kind: 'rate'; readonly waitMs: number }
  | { readonly kind: 'bank-unavailable'; readonly bank: string };

/** The fields of a card, by the names under which browsers fill them. */
export type CardField = 'cc-number' | 'cc-exp' | 'cc-csc' | 'cc-name';

/** What is missing before Pay. */
export type Missing = 'channel' | 'bank' | CardField;

/** Where the focus moves once the change is rendered. */
export type FocusTarget = 'title' | 'legend' | 'notice' | 'invalid' | 'pay';

export interface CheckoutState {
  readonly phase: Phase;
  readonly session: StorefrontSession | null;
  readonly channelId: number | null;
  readonly bankId: string | null;
  readonly banks: Readonly<Record<number, BankList>>;
  /** The name of the bank that is chosen as soon as the banks are loaded: the bank of the payment that the shopper tries again. */
  readonly previousBank: string | null;
  /** What the shopper typed into the bank search. */
  readonly query: string;
  /** The category of the banks that are shown, if a channel has both. */
  readonly category: BankCategory;
  /** What was missing when Pay was pressed. */
  readonly invalid: Missing | null;
  /** Whether the card form is loaded. What is typed into it is not part of the state. */
  readonly cardForm: 'loading' | 'failed' | 'ready';
  readonly notice: Notice | null;
  /** Whether Pay was pressed to pay on the phone. */
  readonly isOnPhone: boolean;
  readonly isOffline: boolean;
  /**
   * Whole seconds until the order's deadline if fewer than five minutes are left, else null. While the shopper pays on a phone: until the
   * payment's deadline, if less than an hour is left.
   */
  readonly secondsLeft: number | null;
  readonly focus: FocusTarget | null;
}

export const initialState: CheckoutState = {
  phase: { name: 'loading', isSlow: false },
  session: null,
  channelId: null,
  bankId: null,
  banks: {},
  previousBank: null,
  query: '',
  category: 'personal',
  invalid: null,
  cardForm: 'loading',
  notice: null,
  isOnPhone: false,
  isOffline: false,
  secondsLeft: null,
  focus: null,
};

/** Channels that accept the amount. */
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

/** The notice if choosing another channel does not remove it (only the rate limit). */
export function lastingNotice({ notice }: CheckoutState): Notice | null {
  return notice?.kind === 'rate' ? notice : null;
}

/** Whether Pay cannot be used at the moment: the device is offline, or the server limits the rate of requests. */
export function isPayBlocked(state: CheckoutState): boolean {
  return state.isOffline || lastingNotice(state) !== null;
}

/** What the shopper pays: the order and the channel's fee, in minor units. */
export function total(state: Pick<CheckoutState, 'session' | 'channelId'>): number {
  const { session, channelId } = state;
  const fee = session?.channels.find((channel) => channel.id === channelId)?.fee ?? 0;
  return (session?.order.amount ?? 0) + fee;
}

/** Whether the time of the order is over, by the server's clock. */
export function isExpired({ expiresAt, serverTime }: StorefrontSession): boolean {
  return expiresAt !== null && Date.parse(expiresAt) <= Date.parse(serverTime);
}
