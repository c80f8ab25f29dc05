import type { TestCard } from '@pgw/protocol';
import { html, nothing, type TemplateResult } from 'lit';
import { icon, type Icon } from '../ui/icon.ts';
import { brandMark } from './brand-mark.ts';
import { ruleOfBrand } from './brands.ts';
import { digitsOf } from './digits.ts';
import type { CardView } from './view.ts';

const chevron: Icon = { name: 'chevron', path: 'M6 9l6 6 6-6' };

/**
 * Shown in a sandbox only: one row that opens to buttons, which fill in a test card for each outcome, of the brand that was used
 * last.
 */
export function testCards(view: CardView, cards: readonly TestCard[]): TemplateResult {
  const { form, localize } = view;
  const number = digitsOf(form.values['cc-number']);
  const current = cards.find((card) => card.number === number);
  const brands = unique(cards.map(({ brand }) => brand));
  const brand = current?.brand ?? brands[0];
  const ofBrand = cards.filter((card) => card.brand === brand);
  const sameOutcome = (other: TestCard['brand']): TestCard | undefined =>
    cards.find((card) => card.brand === other && card.label === (current ?? ofBrand[0])?.label);
  return html`<details class="notice warning test-cards" part="notice notice-warning test-cards">
    <summary>${icon('alert')}<span>${localize.text('card.test')}</span>${icon(chevron)}</summary>
    <p>${localize.text('card.test.hint')}</p>
    ${
      brands.length > 1
        ? html`<div class="chips">
            ${brands.map((each) => chip(view, sameOutcome(each), { isPressed: each === current?.brand, isBrand: true }))}
          </div>`
        : nothing
    }
    <div class="chips" lang="en">
      ${ofBrand.map((card) => chip(view, card, { isPressed: card === current, isBrand: false }))}
    </div>
  </details>`;
}

function chip(
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
    ${isBrand ? html`${brandMark(card.brand)}<span class="visually-hidden">${ruleOfBrand(card.brand).name}</span>` : card.label}
  </button>`;
}

function unique<Value>(values: readonly Value[]): Value[] {
  return values.filter((value, at) => values.indexOf(value) === at);
}
