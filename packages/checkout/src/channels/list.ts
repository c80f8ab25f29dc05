import type { StorefrontChannel } from '@pgw/protocol';
import { html, nothing, type TemplateResult } from 'lit';
import { ifDefined } from 'lit/directives/if-defined.js';
import { brandMarksModule, drawBrand } from '../card/index.ts';
import type { TextId } from '../locales/en.ts';
import { usableChannels } from '../state/checkout-state.ts';
import type { CheckoutView } from '../state/view.ts';
import { fieldError } from '../ui/field-error.ts';
import { heading } from '../ui/heading.ts';
import { logo } from '../ui/logo.ts';
import { channelName } from './channel-name.ts';
import { groupLabel } from './group-label.ts';
import { kinds } from './kinds.ts';

/**
 * The channels as tiles in groups, with the panel of the chosen channel. A single channel needs no choice.
 */
export function channelList(view: CheckoutView): TemplateResult | typeof nothing {
  const { session } = view.state;
  if (session === null || session.mode === 'hosted') return nothing;
  const usable = usableChannels(session);
  const only = usable[0];
  if (usable.length === 1 && only) return singleChannel(view, named(view, only));
  return channelChoice(
    view,
    session.channels.map((channel) => named(view, channel)),
  );
}

/** The channel with its name in the language of the shopper. */
function named({ localize }: CheckoutView, channel: StorefrontChannel): StorefrontChannel {
  return { ...channel, name: channelName(localize, channel.name) };
}

function channelChoice(view: CheckoutView, channels: readonly StorefrontChannel[]): TemplateResult {
  const { localize, state } = view;
  const hasError = state.invalid === 'channel';
  let index = 0;
  return html`<fieldset
    class="channels"
    aria-describedby=${ifDefined(hasError ? 'channel-error' : undefined)}
    @click=${view.actions.clickList}
  >
    <legend part="legend">
      <h2 class="legend" id="legend" aria-level=${view.headingLevel} tabindex="-1">
        ${localize.text('choose')}
      </h2>
    </legend>
    ${hasError ? fieldError('channel-error', localize.text('choose.required')) : nothing}
    ${groupChannels(channels).map(
      ([label, members]) =>
        html`<fieldset class="group" part="group">
          <legend part="group-label">${groupLabel(localize, label)}</legend>
          <div class="tiles">${members.map((channel) => channelItem(view, channel, index++))}</div>
        </fieldset>`,
    )}
  </fieldset>`;
}

function channelItem(view: CheckoutView, channel: StorefrontChannel, index: number): TemplateResult {
  const { state } = view;
  const { id, name, limit, imageUrl } = channel;
  const isChosen = state.channelId === id;
  const isDisabled = limit !== null || (state.phase.name !== 'choosing' && !isChosen);
  const panel = isChosen ? kinds[channel.kind].panel?.(view, channel) : undefined;
  const fee = feeOf(view, channel);
  const marks = brandMarks(view, channel);
  return html`<div class="item${panel ? ' open' : ''}">
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
        aria-describedby="hint-${id}${fee ? ` fee-${id}` : ''}${marks ? ` marks-${id}` : ''}"
        aria-invalid=${ifDefined(state.invalid === 'channel' ? 'true' : undefined)}
      />
      ${logo(name, imageUrl, index)}
      <span class="names">
        <span class="channel-name" part="channel-name" id="name-${id}"><bdi>${name}</bdi></span>
        <span class="hint" part="channel-hint" id="hint-${id}">${hintOf(view, channel)}</span>
        ${fee}${marks}
      </span>
    </label>
    ${panel ?? nothing}
  </div>`;
}

/** The only usable channel. Its name is the heading, and its panel is open. */
function singleChannel(view: CheckoutView, channel: StorefrontChannel): TemplateResult {
  return html`<div class="single">
      ${logo(channel.name, channel.imageUrl)}
      <div class="names" id="legend" tabindex="-1">
        ${heading(html`<bdi>${channel.name}</bdi>`, view.headingLevel, 'channel-name')}
        <span class="hint" part="channel-hint">${hintOf(view, channel)}</span>
        ${feeOf(view, channel)}${brandMarks(view, channel)}
      </div>
    </div>
    ${kinds[channel.kind].panel?.(view, channel) ?? nothing}`;
}

const hintTexts: ReadonlyMap<string, TextId> = new Map([
  ['bank', 'hint.bank'],
  ['wallet', 'hint.wallet'],
  ['qr', 'hint.qr'],
  ['later', 'hint.later'],
  ['points', 'hint.points'],
]);

/**
 * The text below the name: what the shopper has to do, or why the channel cannot be used. Empty for a hint of
 * a newer server that this version does not know.
 */
function hintOf(view: CheckoutView, { name, hint, limit }: StorefrontChannel): unknown {
  if (limit)
    return view.localize.rich(
      limit.kind === 'min' ? 'limit.min' : 'limit.max',
      amountValue(view, limit.amount),
    );
  const id = hintTexts.get(hint ?? '');
  return id && view.localize.rich(id, { channel: name });
}

/**
 * The marks of the accepted card brands. Until the module is loaded, the marks that the server rendered are
 * shown, or empty boxes that reserve their space.
 */
function brandMarks(
  { serverMarks }: CheckoutView,
  { id, card }: StorefrontChannel,
): TemplateResult | Element | null {
  if (!card?.marks) return null;
  const { value: module } = brandMarksModule;
  const fromServer = module === null ? serverMarks?.(`marks-${id}`) : undefined;
  if (fromServer) return fromServer;
  return html`<span class="marks" part="card-brands" id="marks-${id}"
    ><span class="visually-hidden">${module?.brandNames(card.marks)}</span>${card.marks.map(
      (brand) => html`<i>${module && drawBrand(module.brandShapes[brand] ?? [])}</i>`,
    )}</span
  >`;
}

function feeOf(view: CheckoutView, { id, fee, limit }: StorefrontChannel): TemplateResult | null {
  return fee > 0 && !limit
    ? html`<span class="hint fee" part="fee" id="fee-${id}"
        >${view.localize.rich('fee', amountValue(view, fee))}</span
      >`
    : null;
}

/** Returns the value for the `{amount}` of a text. */
function amountValue(
  { localize, state: { session } }: CheckoutView,
  amount: number,
): { readonly amount: string } {
  return { amount: session ? localize.money({ ...session.order, amount }) : '' };
}

/**
 * Groups the channels by their labels, in the order of the server. Channels without a group are the last
 * group.
 */
function groupChannels(channels: readonly StorefrontChannel[]): [string | null, StorefrontChannel[]][] {
  const byLabel = new Map<string | null, StorefrontChannel[]>();
  for (const channel of channels) {
    const label = channel.group || null;
    byLabel.set(label, [...(byLabel.get(label) ?? []), channel]);
  }
  return [...byLabel].sort(([a], [b]) => Number(a === null) - Number(b === null));
}
