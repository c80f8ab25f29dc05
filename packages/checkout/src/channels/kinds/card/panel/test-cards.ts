import type { TestCard } from '@pgw/protocol';
import { html, nothing, type TemplateResult } from 'lit';
import { renderIcon } from '../../../../ui/icon.ts';
import { renderBrandMark } from '../brands/brand-mark.ts';
import { findRuleByBrand } from '../brands/brands.ts';
import { extractDigits } from '../input/digits.ts';
import type { CardView } from './view.ts';

/**
 * A row that the shopper can open. It has a button for each brand and for each outcome. A button fills in a
 * test card. The row is shown only if the server is connected to the sandbox.
 */
export function renderTestCards(view: CardView, cards: readonly TestCard[]): TemplateResult {
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
