import type { StorefrontChannel } from '@pgw/protocol';
import { html, type TemplateResult } from 'lit/html.js';
import { banksPart } from '../banks-part.ts';
import { bankSkeleton } from './bank-skeleton.ts';
import { fieldError } from './field-error.ts';
import { notLoaded } from './not-loaded.ts';
import type { LifeView } from './view.ts';

/** The panel of a channel that reaches many banks: at its full height before they are here. */
export function bankPanel(view: LifeView, channel: StorefrontChannel): TemplateResult {
  const { say, state } = view;
  return html`<div class="panel" part="panel" role="group" aria-labelledby="bank-label">
    <div class="bank-label" part="label" id="bank-label">${say.text('bank.choose')}</div>
    ${state.invalid === 'bank' ? fieldError('bank-error', say.text('bank.req')) : ''}${content(view, channel)}
  </div>`;
}

function content(view: LifeView, { id }: StorefrontChannel): TemplateResult {
  const { say, state, act } = view;
  const list = state.banks[id];
  // An empty list says nothing, and can be asked for again as well.
  if (list?.status === 'failed' || (list?.status === 'ready' && !list.banks.length))
    return notLoaded(say, 'bank.fail', act.retryBanks);
  return (list?.status === 'ready' && banksPart.here?.bankPicker(view, list)) || bankSkeleton();
}
