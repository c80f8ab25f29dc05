import type { StorefrontChannel } from '@pgw/protocol';
import { html, type TemplateResult } from 'lit';
import type { CheckoutView } from '../state/view.ts';
import { panelLoadFailed } from '../ui/panel-load-failed.ts';
import { placeholder } from '../ui/placeholder.ts';

/** The panel of a card channel until its form is loaded. Its height is about the height of the form. */
export function cardPlaceholder(
  { localize, state, actions }: CheckoutView,
  { name, card }: StorefrontChannel,
): TemplateResult {
  const rows = card?.savedCards.length ? 3 : 4;
  return html`<div class="panel" part="panel" role="group" aria-label=${name}>
    ${
      state.cardForm === 'failed'
        ? panelLoadFailed(localize.text('card.load-failed'), localize.text('retry'), actions.reloadCardForm)
        : html`<div aria-hidden="true">
            ${Array.from({ length: rows }, () => html`${placeholder('label')}${placeholder('search')}`)}
          </div>`
    }
  </div>`;
}
