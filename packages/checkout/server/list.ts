import type { StorefrontChannel } from '@pgw/protocol';
import type { ListOptions } from '@pgw/protocol/internal';
import { filterSession, loadListModules } from '../src/channels/index.ts';
import { renderCheckout } from '../src/flow/checkout-view.ts';
import { reduce } from '../src/flow/reducer.ts';
import { findLocale } from '../src/locales/find-locale.ts';
import { Localize } from '../src/locales/localize.ts';
import { initialState, getUsableChannels, type CheckoutState } from '../src/state/checkout-state.ts';
import type { CheckoutActions, CheckoutView } from '../src/state/view.ts';
import { renderFrame } from '../src/ui/frame.ts';
import { renderTerms } from '../src/pay/views/pay-area.ts';
import { html } from './lit.ts';
import { escapeText, toMarkup } from './markup.ts';

// Renders the list of <pgw-checkout> as markup, with the views of the element. It sends no requests and keeps
// no state.

const doNothing = (): void => {};

/** The views need these actions, but the markup has no listeners. */
const actions: CheckoutActions = {
  unfold: doNothing,
  pay: doNothing,
  payOnPhone: doNothing,
  changePhoneScreen: doNothing,
  reload: doNothing,
  changeInput: doNothing,
  reloadPanel: doNothing,
  check: doNothing,
  retry: doNothing,
  repeat: doNothing,
  chooseAnother: doNothing,
  continuePayment: doNothing,
  continueOnPhone: doNothing,
  restart: doNothing,
  showDuplicate: doNothing,
  checkInterrupted: doNothing,
  showCopyStatus: doNothing,
};

/**
 * Renders the first screen as markup for a declarative shadow root: a form of radio buttons that the browser
 * can submit. Returns null if the element would show another screen than the list.
 */
export async function renderList(options: ListOptions): Promise<string | null> {
  await loadListModules();
  const state = createState(options);
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
    renderCardForm: null,
    actions,
  };
  const markup = toMarkup(renderFrame({ localize, content: renderCheckout(view) }));
  return completeForm(markup, options, { state, localize });
}

function createState({ session, channels, chosen }: ListOptions): CheckoutState {
  const offered = filterSession(session, channels);
  const loaded = reduce(initialState, { type: 'loaded', session: offered, isUserInitiated: false });
  if (chosen === null) return loaded;
  const { channelId } = chosen;
  // Without scripts the shopper cannot choose a category. A list without categories shows all banks.
  const banks = chosen.banks.map((bank) => ({ ...bank, category: null }));
  const state = reduce(loaded, { type: 'choose-channel', channelId });
  return reduce(state, { type: 'banks', channelId, list: { status: 'ready', banks, recentId: null } });
}

/** Adds the attributes and hidden fields that the browser needs to submit the form without scripts. */
function completeForm(
  markup: string,
  { action, token, session, lang }: ListOptions,
  { state, localize }: Pick<CheckoutView, 'state' | 'localize'>,
): string {
  const { order, mode } = session;
  const usable = mode === 'choose' && state.session !== null ? getUsableChannels(state.session) : [];
  const fields = {
    order: order.id,
    shownAmount: order.amount,
    shownCurrencyCode: order.currencyCode,
    lang,
    token,
    // A single channel is shown without a radio button.
    ...(usable.length === 1 && { channel: usable[0]?.id }),
  };
  const hiddenFields = Object.entries(fields).map(
    ([name, value]) => html`<input type="hidden" name=${name} value=${value} />`,
  );
  return markup
    .replace(
      /(<form [^>]*?)\snovalidate/,
      (_all, start: string) => `${start} method="post" action="${escapeText(action)}"`,
    )
    .replaceAll(/\sname="(?:channel|bank)"/g, (name) => `${name} required`)
    .replace('</form>', () => `${renderTermsOfAll(usable, state, localize)}${toMarkup(hiddenFields)}</form>`);
}

/**
 * Renders the terms of all channels for a browser without scripts, in which the terms do not follow the choice. Renders
 * nothing if a channel is chosen, because its terms are below Pay.
 */
function renderTermsOfAll(
  channels: readonly StorefrontChannel[],
  { channelId }: CheckoutState,
  localize: Localize,
): string {
  const markup =
    channelId === null ? toMarkup(channels.map((channel) => renderTerms(localize, channel))) : '';
  return markup === '' ? '' : `<noscript>${markup}</noscript>`;
}
