import type { StorefrontSession } from '@pgw/protocol';
import type { ReactiveControllerHost } from 'lit';
import { Inputs } from '../channels/index.ts';
import { PayController } from '../pay/index.ts';
import { PaymentPoller } from '../result/index.ts';
import type { CheckoutState, FailureCause } from '../state/checkout-state.ts';
import { Deadline } from './deadline.ts';
import type { CheckoutOptions } from './options.ts';
import { PageLifecycle } from './page-lifecycle.ts';
import type { CheckoutAction } from './reducer.ts';
import { SessionController } from './session-controller.ts';

/** The callbacks with which the controllers of the features read and change the checkout. */
export interface ControllerHooks {
  readonly state: () => CheckoutState;
  readonly dispatch: (event: CheckoutAction) => void;
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
   * - The server does not know the payment that is shown.
   */
  readonly onOutdated: () => void;
  /** The device is online again after a failed request. */
  readonly onOnline: () => void;
  /** The page became visible, or the element was added to it. The shown data may be old. */
  readonly onVisible: () => void;
}

/** The controllers of the features. */
export interface CheckoutControllers {
  readonly session: SessionController;
  readonly inputs: Inputs;
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
  const inputs = new Inputs(host, {
    ...options,
    order,
    state,
    dispatch,
    category: () => settings().bankCategory,
    remembersBank: () => settings().remembersBank,
  });
  const pay = new PayController(host, {
    ...options,
    order,
    state,
    dispatch,
    sendCard: inputs.sendCard,
    findOpen: async () => {
      const loaded = await session.fetch();
      return loaded === null ? 'unknown' : loaded.openPayment;
    },
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
    onOnline: () => {
      const { phase, notice } = state();
      if ((phase.name === 'failed' && phase.cause === 'load') || notice?.kind === 'offline') hooks.onOnline();
    },
    onVisible: hooks.onVisible,
  });
  host.addController(page);
  return { session, inputs, pay, poller, deadline };
}
