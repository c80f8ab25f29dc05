import type { StorefrontChannel } from '@pgw/protocol';
import { html, type TemplateResult } from 'lit/html.js';
import { notLoaded } from './not-loaded.ts';
import { block } from './skeleton.ts';
import type { LifeView } from './view.ts';

/** The panel of a card channel until its form is here: about as high, so that little moves. */
export function cardWaiting(
  { say, state, act }: LifeView,
  { name, card }: StorefrontChannel,
): TemplateResult {
  const rows = card?.savedCards.length ? 3 : 4;
  return html`<div class="panel" part="panel" role="group" aria-label=${name}>
    ${
      state.cardForm === 'failed'
        ? notLoaded(say, 'card.fail', act.retryCard)
        : html`<div aria-hidden="true">
            ${Array.from({ length: rows }, () => html`${block('label')}${block('search')}`)}
          </div>`
    }
  </div>`;
}
