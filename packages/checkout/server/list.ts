import type { StorefrontBank, StorefrontSession } from '@pgw/protocol';
import { Localize } from '../src/controllers/localize.ts';
import { banksIcons } from '../src/icons/banks.ts';
import { kinds } from '../src/kinds/index.ts';
import { banksEn } from '../src/locales/en-banks.ts';
import { startEn } from '../src/locales/en-start.ts';
import { learnEnglish } from '../src/locales/index.ts';
import { onlyChannels } from '../src/merchant-filter.ts';
import { reduce } from '../src/reduce.ts';
import { initialState, usableChannels, type CheckoutState } from '../src/state.ts';
import { breakdown } from '../src/views/breakdown.ts';
import { checkoutView } from '../src/views/checkout-view.ts';
import { learnIcons } from '../src/views/icon.ts';
import { note } from '../src/views/note.ts';
import type { CheckoutActions, LifeViews, View } from '../src/views/view.ts';
import { html } from './lit.ts';
import { escape, write } from './write.ts';

// The list of <pgw-checkout> as markup, drawn by the element's own views. The build makes one file of it, which a server may
// load: it asks nothing, keeps nothing and touches no page.

learnEnglish({ ...startEn, ...banksEn });
learnIcons(banksIcons);

const act = new Proxy({}, { get: () => () => {} }) as CheckoutActions;
const empty = (): null => null;

/** Of what follows from the list only what can stand on the first screen. */
const life: LifeViews = {
  breakdown,
  note,
  panel: (view, channel) =>
    kinds[channel.kind].panel?.({ ...view, act, patience: 0, cardPanel: null }, channel),
  timer: empty,
  totalNotice: empty,
  answerNotice: empty,
  onward: empty,
  hints: empty,
  outcome: empty,
};

/** What the list is drawn from. */
export interface ListOptions {
  readonly session: StorefrontSession;
  /** BCP 47; English where the element does not come with the language. */
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

/**
 * The first screen as markup for a declarative shadow root: a form of radios that a browser sends by itself. Null where the
 * element would show something else than the list.
 */
export async function renderList(options: ListOptions): Promise<string | null> {
  const state = stateOf(options);
  if (state.phase.name !== 'choosing') return null;
  const say = await localize(options.lang);
  const { headingLevel, hasSummary, hasFooter } = options;
  const view: View = { state, say, headingLevel, hasSummary, hasFooter, copied: null, life, act };
  const markup = write(
    html`<div class="pgw" lang=${say.language} dir=${say.direction}>
      <section class="frame" part="container" aria-label=${say.text('region')}>
        <slot name="header"></slot>
        ${checkoutView(view)}
      </section>
    </div>`,
  );
  return asForm(markup, options, state);
}

function stateOf({ session, channels, chosen }: ListOptions): CheckoutState {
  const offered = onlyChannels(session, channels);
  const loaded = reduce(initialState, { type: 'loaded', session: offered, byPress: false });
  if (chosen === null) return loaded;
  const { channelId, banks } = chosen;
  const state = reduce(loaded, { type: 'choose', channelId });
  return reduce(state, { type: 'banks', channelId, list: { status: 'ready', banks, recentId: null } });
}

/** The words of a language. No page is there to be watched. */
async function localize(lang: string): Promise<Localize> {
  // All that a Localize asks of its element here; nearest.ts beside this file reads its language.
  const host = { lang, addController: () => {}, requestUpdate: () => {} } as unknown as ConstructorParameters<
    typeof Localize
  >[0];
  const say = new Localize(host);
  say.hostConnected();
  await say.ready;
  say.hostDisconnected();
  return say;
}

/** The element's form waits for its script; this one is sent by the browser, with what a start needs. */
function asForm(markup: string, { action, session, lang }: ListOptions, state: CheckoutState): string {
  const { order, mode } = session;
  const usable = mode === 'choose' && state.session !== null ? usableChannels(state.session) : [];
  const fields = {
    order: order.id,
    shownAmount: order.amount,
    shownCurrencyCode: order.currencyCode,
    lang,
    // A single channel is shown without a radio.
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
