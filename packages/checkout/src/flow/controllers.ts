import type { StorefrontSession } from '@pgw/protocol';
import type { ReactiveControllerHost } from 'lit';
import { BankController, type LoadMode } from '../banks/index.ts';
import { CardController } from '../card/index.ts';
import { getCurrentKind, findMissingChoice } from '../channels/index.ts';
import { PayController } from '../pay/index.ts';
import { PaymentPoller } from '../result/index.ts';
import {
  getChosenChannel,
  type CheckoutState,
  type FailureCause,
  type MissingInput,
} from '../state/checkout-state.ts';
import { Deadline } from './deadline.ts';
import type { CheckoutOptions } from './options.ts';
import { PageLifecycle } from './page-lifecycle.ts';
import type { CheckoutEvent } from './reducer.ts';
import { SessionController } from './session-controller.ts';

/** The callbacks with which the controllers of the features read and change the checkout. */
export interface ControllerHooks {
  readonly state: () => CheckoutState;
  readonly dispatch: (event: CheckoutEvent) => void;
  readonly onSession: (session: StorefrontSession) => void;
  /** The session could not be loaded. */
  readonly onFailure: (cause: FailureCause, code: string) => void;
  /** A request to start a payment failed. */
  readonly onProblem: (code: string) => void;
  readonly onExpired: () => void;
  /**
   * The session has to be loaded again, for one of these reasons:
   *
   * - The page was restored from the back/forward cache.
   * - The device is online again after a failed load.
   * - The server does not know the payment that is shown.
   */
  readonly onOutdated: () => void;
  /** The page became visible, or the element was added to it. The shown data may be old. */
  readonly onVisible: () => void;
}

/** The controllers of the features. */
export interface CheckoutControllers {
  readonly session: SessionController;
  readonly card: CardController;
  readonly banks: BankController;
  readonly pay: PayController;
  readonly poller: PaymentPoller;
  readonly deadline: Deadline;
}

/** Creates the controllers and connects them with the checkout. */
export function createControllers(
  host: ReactiveControllerHost,
  options: CheckoutOptions,
  hooks: ControllerHooks,
): CheckoutControllers {
  const { settings } = options;
  const { state, dispatch } = hooks;
  const order = (): string => settings().order;
  const session = new SessionController(host, {
    ...options,
    order,
    onSlow: () => dispatch({ type: 'load-slow' }),
    onSession: hooks.onSession,
    onFailure: hooks.onFailure,
  });
  const card = new CardController(host, { state, dispatch });
  const banks = new BankController(host, {
    ...options,
    order,
    category: () => settings().bankCategory,
    remembersBank: () => settings().remembersBank,
    onBanks: (channelId, list) => dispatch({ type: 'banks', channelId, list }),
  });
  const pay = new PayController(host, {
    ...options,
    order,
    state,
    dispatch,
    sendCard: (started) => card.send(started),
    findOpen: async () => (await session.fetch())?.openPayment ?? null,
    onProblem: hooks.onProblem,
  });
  const poller = new PaymentPoller(host, {
    ...options,
    onPayment: (payment) => dispatch({ type: 'result', payment }),
    onNotFound: hooks.onOutdated,
  });
  const deadline = new Deadline(host, {
    onTime: (secondsLeft) => dispatch({ type: 'seconds-left', secondsLeft }),
    onExpired: hooks.onExpired,
  });
  const page = new PageLifecycle({
    onRestored: () => {
      if (order()) hooks.onOutdated();
    },
    onConnection: (isOffline) => dispatch({ type: 'connection', isOffline }),
    onOnline: () => {
      const { phase } = state();
      if (phase.name === 'failed' && phase.cause === 'load') hooks.onOutdated();
    },
    onVisible: hooks.onVisible,
  });
  host.addController(page);
  return { session, card, banks, pay, poller, deadline };
}

/** Returns what is missing before Pay: a choice, or a card field that is not valid. */
export function findMissingInput(state: CheckoutState, card: CardController): MissingInput | null {
  const isCard = state.session?.mode === 'choose' && getChosenChannel(state)?.kind === 'card';
  return isCard ? card.validate() : findMissingChoice(state);
}

/** Loads what the panel of the chosen channel shows. */
export function loadPanel(
  state: CheckoutState,
  { banks, card }: Pick<CheckoutControllers, 'banks' | 'card'>,
  mode: LoadMode,
): void {
  const channel = getChosenChannel(state);
  if (getCurrentKind(state) === null || channel === null) return;
  if (channel.kind === 'provider') banks.load(channel.id, mode);
  if (channel.kind === 'card') void card.load();
}
