import type { StorefrontBank, StorefrontSession } from '@pgw/protocol';
import { bankModule } from '../src/banks/index.ts';
import { offeredSession } from '../src/channels/index.ts';
import { checkoutView } from '../src/flow/checkout-view.ts';
import { reduce } from '../src/flow/reducer.ts';
import { findLocale } from '../src/locales/find-locale.ts';
import { Localize } from '../src/locales/localize.ts';
import { initialState, usableChannels, type CheckoutState } from '../src/state/checkout-state.ts';
import type { CheckoutActions, CheckoutView } from '../src/state/view.ts';
import { html } from './lit.ts';
import { escape, write } from './write.ts';

// Renders the list of <pgw-checkout> as markup, with the views of the element. It sends no requests and keeps no state.

/** What the list is rendered from. */
export interface ListOptions {
  readonly session: StorefrontSession;
  /** BCP 47; English if the element does not have the language. */
  readonly lang: string;
  readonly headingLevel: number;
  readonly hasSummary: boolean;
  readonly hasFooter: boolean;
  /** Ids of the only channels to offer; null for all. */
  readonly channels: readonly number[] | null;
  /** The channel that is chosen already, with its banks. */
  readonly chosen: { readonly channelId: number; readonly banks: readonly StorefrontBank[] } | null;
  /** Where the form is sent. */
  readonly action: string;
}

const doNothing = (): void => {};

/** Listeners are left out of the markup. */
const actions: CheckoutActions = {
  clickList: doNothing,
  pay: doNothing,
  reload: doNothing,
  chooseBank: doNothing,
  chooseCategory: doNothing,
  search: doNothing,
  reloadBanks: doNothing,
  reloadCardForm: doNothing,
  check: doNothing,
  retry: doNothing,
  chooseAnother: doNothing,
  continuePayment: doNothing,
  restart: doNothing,
  showDuplicate: doNothing,
  checkInterrupted: doNothing,
  showCopyStatus: doNothing,
};

/**
 * The first screen as markup for a declarative shadow root: a form of radio buttons that the browser can send. Null if the element
 * would show another screen than the list.
 */
export async function renderList(options: ListOptions): Promise<string | null> {
  await bankModule.load();
  const state = stateOf(options);
  if (state.phase.name !== 'choosing') return null;
  const localize = new Localize({ locale: await findLocale(options.lang) });
  const { headingLevel, hasSummary, hasFooter } = options;
  const view: CheckoutView = {
    state,
    localize,
    headingLevel,
    hasSummary,
    hasFooter,
    copyStatus: null,
    pendingStage: 0,
    cardForm: null,
    actions,
  };
  const markup = write(
    html`<div class="pgw" lang=${localize.language} dir=${localize.direction}>
      <section class="frame" part="container" aria-label=${localize.text('region')}>
        <slot name="header"></slot>
        ${checkoutView(view)}
      </section>
    </div>`,
  );
  return asForm(markup, options, state);
}

function stateOf({ session, channels, chosen }: ListOptions): CheckoutState {
  const offered = offeredSession(session, channels);
  const loaded = reduce(initialState, { type: 'loaded', session: offered, isUserInitiated: false });
  if (chosen === null) return loaded;
  const { channelId } = chosen;
  // The choice of the category needs a script, so all banks are listed.
  const banks = chosen.banks.map((bank) => ({ ...bank, category: null }));
  const state = reduce(loaded, { type: 'choose-channel', channelId });
  return reduce(state, { type: 'banks', channelId, list: { status: 'ready', banks, recentId: null } });
}

/** Adds to the form what the browser needs to submit it without scripts. */
function asForm(markup: string, { action, session, lang }: ListOptions, state: CheckoutState): string {
  const { order, mode } = session;
  const usable = mode === 'choose' && state.session !== null ? usableChannels(state.session) : [];
  const fields = {
    order: order.id,
    shownAmount: order.amount,
    shownCurrencyCode: order.currencyCode,
    lang,
    // A single channel is shown without a radio button.
    ...(usable.length === 1 && { channel: usable[0]?.id }),
  };
  const hidden = Object.entries(fields).map(
    ([name, value]) => html`<input type="hidden" name=${name} value=${value} />`,
  );
  return markup
    .replace(
      /(<form [^>]*?)\snovalidate/,
      (_all, start: string) => `${start} method="post" action="${escape(action)}"`,
    )
    .replaceAll(/\sname="(?:channel|bank)"/g, (name) => `${name} required`)
    .replace('</form>', () => `${write(hidden)}</form>`);
}
