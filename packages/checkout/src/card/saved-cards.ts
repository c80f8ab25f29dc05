import type { SavedCard } from '@pgw/protocol';
import { html, nothing, type TemplateResult } from 'lit/html.js';
import { brandMark } from './brand-mark.ts';
import { ruleOfBrand } from './brands.ts';
import type { CardView } from './view.ts';

const mask = '\u2022'.repeat(4);

/** Cards that this shopper had kept, and the way to another one. */
export function savedCards(view: CardView): TemplateResult {
  const { form, say } = view;
  return html`<fieldset class="saved">
    <legend class="heard">${say.text('card.saved')}</legend>
    ${form.terms.savedCards.map((card) => option(view, card))}${option(view, null)}
  </fieldset>`;
}

/** Masked: brand, the last digits and the date are all that is known of it. Null is another card. */
function option({ form, say, isBusy }: CardView, card: SavedCard | null): TemplateResult {
  const isChosen = (form.savedCard?.id ?? null) === (card?.id ?? null);
  const isExpired = card !== null && form.isExpired(card);
  const isOut = isExpired || (isBusy && !isChosen);
  return html`<label
    class="bank ${isChosen ? 'chosen' : ''} ${isOut ? 'out' : ''}"
    part="saved-card${isChosen ? ' saved-card-selected' : ''}"
  >
    <input
      type="radio"
      name="card"
      part="radio"
      .checked=${isChosen}
      ?disabled=${isOut}
      @change=${() => form.chooseSaved(card?.id ?? null)}
    />
    <span class="mark-box">${brandMark(card?.brand ?? null)}</span>
    <span class="names"
      >${card === null ? say.text('card.other') : masked(card, say)}${
        card?.expiry
          ? html`<span class="hint"
              >${say.rich(isExpired ? 'card.expired' : 'card.until', { date: card.expiry })}</span
            >`
          : nothing
      }</span
    >
  </label>`;
}

function masked({ brand, last4 }: SavedCard, say: CardView['say']): TemplateResult {
  const name = ruleOfBrand(brand).name || say.text('card.plain');
  return html`<span aria-hidden="true"><bdi>${name}</bdi> <bdi class="money">${`${mask} ${last4}`}</bdi></span
    ><span class="heard">${say.text('card.ends', { brand: name, last4 })}</span>`;
}
