import type { StorefrontChannel } from '@pgw/protocol';
import { html, nothing, type TemplateResult } from 'lit/html.js';
import { ifDefined } from 'lit/directives/if-defined.js';
import type { TextId } from '../locales/index.ts';
import { usableChannels } from '../state.ts';
import { heading } from './heading.ts';
import { logo } from './logo.ts';
import { fieldError } from './field-error.ts';
import type { View } from './view.ts';

/** The ways to pay: one question, tiles by group, and what the chosen one asks. */
export function channelList(view: View): TemplateResult | typeof nothing {
  const { session } = view.state;
  if (session === null || session.mode === 'hosted') return nothing;
  const usable = usableChannels(session);
  const only = usable[0];
  return usable.length === 1 && only ? single(view, only) : choice(view, session.channels);
}

function choice(view: View, channels: readonly StorefrontChannel[]): TemplateResult {
  const { say, state } = view;
  const error = state.invalid === 'channel';
  let at = 0;
  return html`<fieldset
    class="channels"
    aria-describedby=${ifDefined(error ? 'channel-error' : undefined)}
    @click=${view.act.click}
  >
    <legend part="legend">
      <h2 class="legend" id="legend" aria-level=${view.headingLevel} tabindex="-1">${say.text('choose')}</h2>
    </legend>
    ${error ? fieldError('channel-error', say.text('choose.req')) : nothing}
    ${groups(channels).map(
      ([label, members]) =>
        html`<fieldset class="group" part="group">
          <legend part="group-label">${label ?? say.text('other')}</legend>
          <div class="tiles">${members.map((channel) => item(view, channel, at++))}</div>
        </fieldset>`,
    )}
  </fieldset>`;
}

function item(view: View, channel: StorefrontChannel, at: number): TemplateResult {
  const { state } = view;
  const { id, name, limit, imageUrl } = channel;
  const isChosen = state.channelId === id;
  const isOut = limit !== null || (state.phase.name !== 'choosing' && !isChosen);
  const panel = isChosen ? panelOf(view, channel) : null;
  const fee = feeOf(view, channel);
  return html`<div class="item${panel ? ' open' : ''}">
    <label
      class="tile${isChosen ? ' chosen' : ''}${isOut ? ' out' : ''}"
      part="channel${isChosen ? ' channel-selected' : ''}${isOut ? ' channel-disabled' : ''}"
    >
      <input
        type="radio"
        name="channel"
        part="radio"
        value=${id}
        .checked=${isChosen}
        ?disabled=${isOut}
        aria-labelledby="name-${id}"
        aria-describedby="hint-${id}${fee ? ` fee-${id}` : ''}"
        aria-invalid=${ifDefined(state.invalid === 'channel' ? 'true' : undefined)}
      />
      ${logo(name, imageUrl, at >= 8)}
      <span class="names">
        <span class="channel-name" part="channel-name" id="name-${id}"><bdi>${name}</bdi></span>
        <span class="hint" part="channel-hint" id="hint-${id}">${hintOf(view, channel)}</span>
        ${fee}
      </span>
    </label>
    ${panel ?? nothing}
  </div>`;
}

/** One usable channel: nothing to choose, so its name is the heading and its panel stands open. */
function single(view: View, channel: StorefrontChannel): TemplateResult {
  return html`<div class="single">
      ${logo(channel.name, channel.imageUrl)}
      <div class="names" id="legend" tabindex="-1">
        ${heading(html`<bdi>${channel.name}</bdi>`, view.headingLevel, 'channel-name')}
        <span class="hint" part="channel-hint">${hintOf(view, channel)}</span>
        ${feeOf(view, channel)}
      </div>
    </div>
    ${panelOf(view, channel) ?? nothing}`;
}

/** What the chosen channel asks; null for nothing. */
function panelOf(view: View, channel: StorefrontChannel): unknown {
  return view.life?.panel(view, channel);
}

/** Under the name: what to expect, or why not. A hint of a newer server has no text, so nothing is said. */
function hintOf(view: View, { name, hint, limit }: StorefrontChannel): unknown {
  return limit
    ? view.say.rich(limit.kind === 'min' ? 'min' : 'max', sum(view, limit.amount))
    : hint && view.say.rich(`hint.${hint}` as TextId, { channel: name });
}

function feeOf(view: View, { id, fee, limit }: StorefrontChannel): TemplateResult | null {
  return fee > 0 && !limit
    ? html`<span class="hint fee" part="fee" id="fee-${id}">${view.say.rich('fee', sum(view, fee))}</span>`
    : null;
}

function sum({ say, state: { session } }: View, amount: number): { readonly amount: string } {
  return { amount: session ? say.money({ ...session.order, amount }) : '' };
}

/** In the order received; those without a label come last. */
function groups(channels: readonly StorefrontChannel[]): [string | null, StorefrontChannel[]][] {
  const byLabel = new Map<string | null, StorefrontChannel[]>();
  for (const channel of channels) {
    const label = channel.group || null;
    byLabel.set(label, [...(byLabel.get(label) ?? []), channel]);
  }
  return [...byLabel].sort(([a], [b]) => Number(a === null) - Number(b === null));
}
