import type { ReactiveControllerHost } from 'lit';
import { Inputs } from '../channels/index.ts';
import { OtherTabs } from '../element/other-tabs.ts';
import { PayController } from '../pay/index.ts';
import { PaymentPoller, rememberShown } from '../result/index.ts';
import type { CheckoutState } from '../state/checkout-state.ts';
import { Deadline, type DeadlineOptions } from './deadline.ts';
import type { CheckoutOptions } from './options.ts';
import { PageLifecycle, type PageEvents } from './page-lifecycle.ts';
import type { CheckoutAction } from './reducer.ts';
import { SessionController, type SessionOptions } from './session-controller.ts';

/** How the controllers of the features read and change the checkout. */
export interface ControllerHooks
  extends
    Pick<SessionOptions, 'onSession' | 'onFailure'>,
    Pick<DeadlineOptions, 'onExpired'>,
    Pick<PageEvents, 'onVisible'> {
  readonly state: () => CheckoutState;
  readonly dispatch: (event: CheckoutAction) => void;
  /** A request to start a payment failed. */
  readonly onProblem: (code: string) => void;
  /** The session has to be loaded again: after the back/forward cache, or because its payment is unknown. */
  readonly onOutdated: () => void;
  /** The device is online again after a failed request. */
  readonly onOnline: () => void;
}

/** The controllers of the features. */
export interface CheckoutControllers {
  readonly session: SessionController;
  readonly inputs: Inputs;
  readonly pay: PayController;
  readonly poller: PaymentPoller;
  readonly deadline: Deadline;
  readonly tabs: OtherTabs;
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
  const common = { ...options, ...hooks, order };
  const session = new SessionController(host, { ...common, onSlow: () => dispatch({ type: 'load-slow' }) });
  const inputs = new Inputs(host, {
    ...common,
    category: () => settings().bankCategory,
    remembersBank: () => settings().remembersBank,
  });
  const pay = new PayController(host, {
    ...common,
    sendCard: inputs.sendCard,
    findOpen: async () => {
      const loaded = await session.fetch();
      return loaded === null ? 'unknown' : loaded.openPayment;
    },
  });
  const poller = new PaymentPoller(host, {
    ...options,
    onPayment: (payment) => dispatch({ type: 'result', payment, source: 'poll' }),
    onNotFound: createReload(hooks.onOutdated),
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
      const { phase, notice, banks, cardForm, channelId } = state();
      const panel = channelId === null ? undefined : (banks[channelId]?.status ?? cardForm);
      if (panel === 'failed') inputs.load('reload');
      if ((phase.name === 'failed' && phase.cause === 'load') || notice?.kind === 'offline') hooks.onOnline();
    },
    onVisible: hooks.onVisible,
    onLeft: () => {
      const { phase, channelId, bankId } = state();
      if (!settings().remembersBank || phase.name === 'loading') return;
      rememberShown(order(), {
        channelId,
        bankId,
        onPhone: phase.name === 'phone' ? phase.payment.reference : null,
      });
    },
  });
  host.addController(page);
  const tabs = new OtherTabs(host, hooks.onVisible);
  return { session, inputs, pay, poller, deadline, tabs };
}

/** Returns a function that calls `load` when a payment is not found, but only once if the new session names it again. */
function createReload(load: () => void): (code: string, reference: string) => boolean {
  let missing: string | undefined;
  return (_code, reference) => {
    if (reference === missing) return true;
    missing = reference;
    load();
    return false;
  };
}
