import type { StorefrontChannel } from '@pgw/protocol';
import { html, type TemplateResult } from 'lit';
import type { CheckoutView } from '../../../../state/view.ts';
import { renderPanelLoadFailed } from '../../../../ui/panel-load-failed.ts';
import { renderPlaceholder } from '../../../../ui/placeholder.ts';

/** The panel of a card channel until its form is loaded. Its height is about the height of the form. */
export function renderCardPlaceholder(
  { localize, state, actions }: CheckoutView,
  { name, card }: StorefrontChannel,
): TemplateResult {
  const rows = card?.savedCards.length ? 3 : 4;
  return html`<div class="panel" part="panel" role="group" aria-label=${name}>
    ${
      state.cardForm === 'failed'
        ? renderPanelLoadFailed(
            localize.text('card.load-failed'),
            localize.text('retry'),
            actions.reloadPanel,
          )
        : html`<div aria-hidden="true">
            ${Array.from({ length: rows }, () => html`${renderPlaceholder('label')}${renderPlaceholder('search')}`)}
          </div>`
    }
  </div>`;
}
