import type { StorefrontChannel } from '@pgw/protocol';
import { html, nothing, type TemplateResult } from 'lit';
import { ifDefined } from 'lit/directives/if-defined.js';
import type { TextId } from '../../locales/en.ts';
import type { Localize } from '../../locales/localize.ts';
import type { Sum } from '../../locales/money.ts';
import { getUsableChannels } from '../../state/checkout-state.ts';
import type { CheckoutView } from '../../state/view.ts';
import { renderFieldError } from '../../ui/field-error.ts';
import { renderHeading } from '../../ui/heading.ts';
import { renderIcon } from '../../ui/icon.ts';
import { renderLogo } from '../../ui/logo.ts';
import { getChannelName } from '../channel-name.ts';
import { getKind } from '../kinds/index.ts';
import { groupChannels } from './group-channels.ts';

/** The channels in groups, with the panel of the chosen one. A single channel needs no choice. */
export function renderChannelList(view: CheckoutView): TemplateResult | typeof nothing {
  const { session } = view.state;
  if (session === null || session.mode === 'hosted') return nothing;
  const usable = getUsableChannels(session);
  const [first] = usable;
  if (usable.length === 1 && first) return renderSingleChannel(view, withTranslatedName(view, first));
  return renderChannelChoice(
    view,
    session.channels.map((channel) => withTranslatedName(view, channel)),
  );
}

/** The channel with its name in the language of the shopper. */
function withTranslatedName({ localize }: CheckoutView, channel: StorefrontChannel): StorefrontChannel {
  return { ...channel, name: getChannelName(localize, channel.name) };
}

function renderChannelChoice(view: CheckoutView, channels: readonly StorefrontChannel[]): TemplateResult {
  const { localize, state } = view;
  const { channelId, isFolded } = state;
  const hasError = state.invalid === 'channel';
  // The position in the whole list. Logos far down are loaded later.
  let index = 0;
  return html`<fieldset
    class="channels"
    aria-describedby=${ifDefined(hasError ? 'channel-error' : undefined)}
  >
    <legend part="legend">
      <h2 class="legend" id="legend" aria-level=${view.headingLevel} tabindex="-1">
        ${localize.text('choose')}
      </h2>
    </legend>
    ${hasError ? renderFieldError('channel-error', localize.text('choose.required')) : nothing}
    <div class="list${isFolded ? ' folded' : ''}" part="list">
      ${groupChannels(channels, state.recentChannelId).map(
        ({ name, isRecent, channels: members }) =>
          html`<fieldset
            class="group"
            part="group"
            ?hidden=${isFolded && !members.some(({ id }) => id === channelId)}
          >
            <legend part="group-label" class=${isFolded ? 'visually-hidden' : ''}>
              ${isRecent ? localize.text('bank.recent') : getGroupLabel(localize, name)}
            </legend>
            ${members.map((channel) => renderChannelItem(view, channel, index++))}
          </fieldset>`,
      )}${isFolded ? renderOtherChannels(view) : nothing}
    </div>
  </fieldset>`;
}

/** The row that replaces the channels that are not chosen. */
function renderOtherChannels({ localize, state, actions }: CheckoutView): TemplateResult {
  return html`<button
    type="button"
    class="others"
    id="others"
    part="other-channels"
    aria-expanded="false"
    ?disabled=${state.phase.name !== 'choosing'}
    @click=${actions.unfold}
  >
    ${localize.text('other')}${renderIcon('chevron')}
  </button>`;
}

function renderChannelItem(view: CheckoutView, channel: StorefrontChannel, index: number): TemplateResult {
  const { state } = view;
  const { id, name, limit, imageUrl } = channel;
  const isChosen = state.channelId === id;
  const isDisabled = limit !== null || (state.phase.name !== 'choosing' && !isChosen);
  const panel = isChosen ? getKind(channel).renderPanel?.(view, channel) : undefined;
  const fee = renderFee(view, channel);
  const details = getKind(channel).renderDetails?.(view, channel);
  return html`<div class="item" ?hidden=${state.isFolded && !isChosen}>
    <label
      class="tile${isChosen ? ' chosen' : ''}${isDisabled ? ' disabled' : ''}"
      part="channel${isChosen ? ' channel-selected' : ''}${isDisabled ? ' channel-disabled' : ''}"
    >
      <input
        type="radio"
        name="channel"
        part="radio"
        value=${id}
        .checked=${isChosen}
        ?disabled=${isDisabled}
        aria-labelledby="name-${id}"
        aria-describedby="hint-${id}${fee ? ` fee-${id}` : ''}${details ? ` details-${id}` : ''}"
        aria-invalid=${ifDefined(state.invalid === 'channel' ? 'true' : undefined)}
      />
      ${renderLogo(name, imageUrl, index)}
      <span class="names">
        <span class="channel-name" part="channel-name" id="name-${id}"><bdi>${name}</bdi></span>
        <span class="hint" part="channel-hint" id="hint-${id}">${renderHint(view, channel)}</span>
        ${fee}${details}
      </span>
    </label>
    ${panel ?? nothing}
  </div>`;
}

/** The only usable channel. Its name is the heading, and its panel is open. */
function renderSingleChannel(view: CheckoutView, channel: StorefrontChannel): TemplateResult {
  return html`<div class="single">
      ${renderLogo(channel.name, channel.imageUrl)}
      <div class="names" id="legend" tabindex="-1">
        ${renderHeading(html`<bdi>${channel.name}</bdi>`, view.headingLevel, 'channel-name')}
        <span class="hint" part="channel-hint">${renderHint(view, channel)}</span>
        ${renderFee(view, channel)}${getKind(channel).renderDetails?.(view, channel)}
      </div>
    </div>
    ${getKind(channel).renderPanel?.(view, channel) ?? nothing}`;
}

const hintTexts: ReadonlyMap<string, TextId> = new Map([
  ['bank', 'hint.bank'],
  ['bank-or-wallet', 'hint.bank-or-wallet'],
  ['wallet', 'hint.wallet'],
  ['qr', 'hint.qr'],
  ['later', 'hint.later'],
  ['points', 'hint.points'],
]);

/** What the shopper has to do, or why the channel cannot be used. Empty for the unknown hint of a newer server. */
function renderHint(view: CheckoutView, { name, hint, limit }: StorefrontChannel): unknown {
  if (limit)
    return view.localize.rich(
      limit.kind === 'min' ? 'limit.min' : 'limit.max',
      toAmountValue(view, limit.amount),
    );
  const id = hintTexts.get(hint ?? '');
  return id && view.localize.rich(id, { channel: name });
}

function renderFee(view: CheckoutView, { id, fee, limit }: StorefrontChannel): TemplateResult | null {
  return fee > 0 && !limit
    ? html`<span class="hint fee" part="fee" id="fee-${id}"
        >${view.localize.rich('fee', toAmountValue(view, fee))}</span
      >`
    : null;
}

/** Returns the value for the `{amount}` of a text. */
function toAmountValue({ state: { session } }: CheckoutView, amount: number): { readonly amount: Sum | '' } {
  return { amount: session ? { ...session.order, amount } : '' };
}

/** The group names that have a translation. Other names are shown as the gateway sends them. */
const translatedGroups: ReadonlyMap<string, TextId> = new Map([
  ['online banking', 'group.banking'],
  ['cards', 'group.cards'],
  ['e-wallets', 'group.wallets'],
  ['pay later and rewards', 'group.later'],
]);

/** Returns the heading of a group: its translation if there is one, else its name. Null means no group. */
function getGroupLabel(localize: Localize, name: string | null): string {
  if (name === null) return localize.text('other');
  const id = translatedGroups.get(name.toLowerCase());
  return id === undefined ? name : localize.text(id);
}
