import type { SavedCard } from '@pgw/protocol';
import { html, nothing, type TemplateResult } from 'lit';
import { renderBrandMark } from '../brands/brand-mark.ts';
import { findRuleByBrand } from '../brands/brands.ts';
import type { CardView } from './view.ts';

const mask = '\u2022'.repeat(4);

/** The saved cards of this shopper, and an option for a new card. */
export function renderSavedCards(view: CardView): TemplateResult {
  const { form, localize } = view;
  return html`<fieldset class="saved-cards">
    <legend class="visually-hidden">${localize.text('card.saved')}</legend>
    ${form.cardTerms.savedCards.map((card) => renderOption(view, card))}${renderOption(view, null)}
  </fieldset>`;
}

/**
 * The option for a saved card, or for a new card if `card` is null. The element receives only the brand, the
 * last digits and the expiry date of a saved card.
 */
function renderOption({ form, localize, isBusy }: CardView, card: SavedCard | null): TemplateResult {
  const isChosen = (form.savedCard?.id ?? null) === (card?.id ?? null);
  const isExpired = card !== null && form.isExpired(card);
  const isDisabled = isExpired || (isBusy && !isChosen);
  return html`<label
    class="bank ${isChosen ? 'chosen' : ''} ${isDisabled ? 'disabled' : ''}"
    part="saved-card${isChosen ? ' saved-card-selected' : ''}"
  >
    <input
      type="radio"
      name="card"
      part="radio"
      .checked=${isChosen}
      ?disabled=${isDisabled}
      @change=${() => form.chooseSaved(card?.id ?? null)}
    />
    <span class="brand-box">${renderBrandMark(card?.brand ?? null)}</span>
    <span class="names"
      >${card === null ? localize.text('card.other') : renderMaskedNumber(card, localize)}${
        card?.expiry
          ? html`<span class="hint"
              >${localize.rich(isExpired ? 'card.expired' : 'card.expires', { date: card.expiry })}</span
            >`
          : nothing
      }</span
    >
  </label>`;
}

function renderMaskedNumber({ brand, last4 }: SavedCard, localize: CardView['localize']): TemplateResult {
  const name = findRuleByBrand(brand).name || localize.text('card.unknown-brand');
  return html`<span aria-hidden="true"><bdi>${name}</bdi> <bdi class="money">${`${mask} ${last4}`}</bdi></span
    ><span class="visually-hidden">${localize.text('card.masked', { brand: name, last4 })}</span>`;
}
