import type { SavedCard, TestCard } from '@pgw/protocol';
import { html, nothing, type TemplateResult } from 'lit';
import { renderIcon } from '../../../../ui/icon.ts';
import { renderBrandMark } from '../brands/brand-mark.ts';
import { findRuleByBrand } from '../brands/brands.ts';
import { extractDigits } from '../input/digits.ts';
import { renderNewCard, renderSecurityCode } from './fields.ts';
import type { CardView } from './view.ts';

/** The panel of a channel that is paid by card. */
export function renderCardPanel(view: CardView): TemplateResult {
  return html`<div class="panel card-panel" part="panel" role="group" aria-label=${view.channel}>
    ${view.form.isSecure ? renderFields(view) : renderInsecurePageNotice(view)}
  </div>`;
}

function renderFields(view: CardView): TemplateResult {
  const { form } = view;
  const { savedCard, cardTerms } = form;
  return html`${cardTerms.testCards?.length ? renderTestCards(view, cardTerms.testCards) : nothing}${
      cardTerms.savedCards.length > 0 ? renderSavedCards(view) : nothing
    }${view.decline ?? nothing}
    <div class="fields">${savedCard ? renderSecurityCode(view) : renderNewCard(view)}</div>
    ${savedCard === null && cardTerms.canSave ? renderSaveOption(view) : nothing}`;
}

/** Without the browser's cryptography, the shopper enters the card on the gateway's page. */
function renderInsecurePageNotice({ localize }: CardView): TemplateResult {
  return html`<div class="notice info" part="notice notice-info">
    ${renderIcon('lock')}
    <div>${localize.text('card.insecure')}</div>
  </div>`;
}

function renderSaveOption({ form, localize, isBusy }: CardView): TemplateResult {
  return html`<label class="save-card">
    <input
      type="checkbox"
      name="card-save"
      part="checkbox"
      .checked=${form.isSaving}
      ?disabled=${isBusy}
      aria-labelledby="card-save"
      aria-describedby="card-save-hint"
      @change=${(event: Event) => {
        if (event.target instanceof HTMLInputElement) form.setSaving(event.target.checked);
      }}
    />
    <span class="names"
      ><span id="card-save">${localize.text('card.save')}</span
      ><span class="hint" part="hint" id="card-save-hint"
        >${localize.rich('card.save.hint', { merchant: form.merchant })}</span
      ></span
    >
  </label>`;
}

const mask = '\u2022'.repeat(4);

/** The saved cards of this shopper, and an option for a new card. */
function renderSavedCards(view: CardView): TemplateResult {
  const { form, localize } = view;
  return html`<fieldset class="saved-cards">
    <legend class="visually-hidden">${localize.text('card.saved')}</legend>
    ${form.cardTerms.savedCards.map((card) => renderOption(view, card))}${renderOption(view, null)}
  </fieldset>`;
}

/** A saved card, or a new one if `card` is null. The element knows only its brand, last digits and expiry date. */
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

/** Buttons that fill in a test card, by brand and outcome. Shown only if the server is connected to the sandbox. */
function renderTestCards(view: CardView, cards: readonly TestCard[]): TemplateResult {
  const { form, localize } = view;
  const number = extractDigits(form.values['cc-number']);
  const currentCard = cards.find((card) => card.number === number);
  const brands = [...new Set(cards.map(({ brand }) => brand))];
  const currentBrand = currentCard?.brand ?? brands[0];
  const cardsOfBrand = cards.filter((card) => card.brand === currentBrand);
  const label = (currentCard ?? cardsOfBrand[0])?.label;
  const findCardWithSameLabel = (brand: TestCard['brand']): TestCard | undefined =>
    cards.find((card) => card.brand === brand && card.label === label);
  return html`<details class="notice warning test-cards" part="notice notice-warning test-cards">
    <summary>
      ${renderIcon('alert')}<span>${localize.text('card.test')}</span>${renderIcon('chevron')}
    </summary>
    <p>${localize.text('card.test.hint')}</p>
    ${
      brands.length > 1
        ? html`<div class="chips">
            ${brands.map((brand) => renderChip(view, findCardWithSameLabel(brand), { isPressed: brand === currentCard?.brand, isBrand: true }))}
          </div>`
        : nothing
    }
    <div class="chips" lang="en">
      ${cardsOfBrand.map((card) => renderChip(view, card, { isPressed: card === currentCard, isBrand: false }))}
    </div>
  </details>`;
}

function renderChip(
  { form, isBusy }: CardView,
  card: TestCard | undefined,
  { isPressed, isBrand }: { readonly isPressed: boolean; readonly isBrand: boolean },
): TemplateResult | typeof nothing {
  if (card === undefined) return nothing;
  return html`<button
    type="button"
    class="chip"
    part="test-card"
    aria-pressed=${isPressed ? 'true' : 'false'}
    ?disabled=${isBusy}
    @click=${() => form.fillTestCard(card)}
  >
    ${isBrand ? html`${renderBrandMark(card.brand)}<span class="visually-hidden">${findRuleByBrand(card.brand).name}</span>` : card.label}
  </button>`;
}
