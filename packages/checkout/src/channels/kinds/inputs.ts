import type { ReactiveControllerHost } from 'lit';
import type { Localize } from '../../locales/localize.ts';
import {
  getChosenChannel,
  type CheckoutState,
  type InputEvent,
  type MissingInput,
} from '../../state/checkout-state.ts';
import type { CheckoutView } from '../../state/view.ts';
import { renderNotice } from '../../ui/notice.ts';
import { CardController, createCardFormRenderer, type RenderDecline, type SendCard } from './card/index.ts';
import { rememberChannel } from '../list/recent-channel.ts';
import { getCurrentChoice, getCurrentKind, getKind } from './index.ts';
import type { KindControllers } from './kind.ts';
import {
  BankController,
  bankModule,
  filterByCategory,
  type BankCategory,
  type BankOptions,
  type LoadMode,
} from './provider/index.ts';

export interface InputOptions extends Omit<BankOptions, 'onBanks' | 'loadModule'> {
  /** The category of banks that the shop offers; null for both. */
  readonly category: () => BankCategory | null;
  /** A BCP 47 tag. The banks are sorted by the rules of this language. */
  readonly language: () => string;
  readonly state: () => CheckoutState;
  readonly dispatch: (event: InputEvent) => void;
}

/** Loads and checks the input of the chosen channel, by its kind. */
export class Inputs {
  readonly #options: InputOptions;
  readonly #controllers: KindControllers;

  constructor(host: ReactiveControllerHost, options: InputOptions) {
    const { state, dispatch, category, language } = options;
    this.#options = options;
    this.#controllers = {
      card: new CardController(host, { state, dispatch }),
      banks: new BankController(host, {
        ...options,
        onBanks: (channelId, list) => dispatch({ type: 'banks', channelId, list }),
        loadModule: async () => {
          const { sortBanks } = await bankModule.load();
          // Plans keep the order of the server.
          return (banks) =>
            banks.some(({ plan }) => plan !== undefined)
              ? banks
              : sortBanks(filterByCategory(banks, category()), language());
        },
      }),
    };
  }

  /** Returns what is missing before Pay: a choice, or a field that is not valid. */
  findMissing(): MissingInput | null {
    const state = this.#options.state();
    const kind = getCurrentKind(state);
    return kind === null ? 'channel' : kind.findMissing(getCurrentChoice(state), this.#controllers);
  }

  /** Loads what the panel of the chosen channel shows. */
  load(mode: LoadMode): void {
    const channel = getChosenChannel(this.#options.state());
    if (channel !== null) getKind(channel).load?.(this.#controllers, channel.id, mode);
  }

  /** Requests what the panel of a channel shows that the shopper may choose next. */
  prefetch(channelId: number): void {
    const channel = getChosenChannel({ ...this.#options.state(), channelId });
    if (channel !== null) getKind(channel).prefetch?.(this.#controllers, channelId);
  }

  /** Makes the next `load` of each channel send a request. */
  invalidate(): void {
    this.#controllers.banks.invalidate();
  }

  /** Clears what was loaded for another session, and cancels all requests. */
  reset(): void {
    this.#controllers.banks.reset();
  }

  /** Stores the choice of the started payment on this device, if the page allows it. */
  remember(): void {
    const { state, remembersBank } = this.#options;
    if (!remembersBank()) return;
    rememberChannel(state().channelId);
    getCurrentKind(state())?.remember?.(state());
  }

  /** Sends the card of a payment that was started. */
  readonly sendCard: SendCard = (started) => this.#controllers.card.send(started);

  /** Null until the card form is loaded. Without `renderDecline`, the notice says only that nothing was charged. */
  createCardFormRenderer(
    localize: Localize,
    renderDecline: RenderDecline = renderStartFailure,
  ): CheckoutView['renderCardForm'] {
    const { phase, declinedPayment: payment, isFolded } = this.#options.state();
    const { form } = this.#controllers.card;
    const isSaved = form?.savedCard != null;
    const decline = payment && renderDecline({ localize, payment, isSaved, isFolded });
    return createCardFormRenderer(form, { localize, isBusy: phase.name !== 'choosing', decline });
  }
}

const renderStartFailure: RenderDecline = ({ localize }) =>
  renderNotice('danger', 'alert', localize.text('error.start'), 'decline');
