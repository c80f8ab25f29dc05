import type { CardTerms } from '@pgw/protocol';
import { html, type TemplateResult } from 'lit/html.js';
import { CardForm, cardPanel, styles as cardStyles, texts as cardTexts } from '../src/card.ts';
import type { CardSay } from '../src/card/view.ts';
import { fill } from '../src/locales/text.ts';
import { ReactiveElement } from '../src/reactive-element.ts';
import { checkoutStyles } from '../src/styles/index.ts';
import { startStyles } from '../src/styles/start.ts';

/** The card form alone, in a form with a button. */
export class CardHost extends ReactiveElement {
  static override styles = checkoutStyles + startStyles + cardStyles;

  terms: CardTerms = { brands: ['visa', 'mastercard', 'amex'], canSave: true, savedCards: [] };
  subtle: SubtleCrypto | undefined = crypto.subtle;
  isBusy = false;

  readonly form: CardForm = new CardForm(this, {
    terms: () => this.terms,
    merchant: () => 'Rimba Coffee',
    now: () => new Date(2026, 8, 14),
    subtle: () => this.subtle,
  });

  readonly #say: CardSay = {
    text: (id, words = {}) => fill(cardTexts[id], (name) => words[name] ?? '').join(''),
    rich: (id, words) => fill(cardTexts[id], (name) => words[name] ?? ''),
  };

  override render(): TemplateResult {
    const { form, isBusy } = this;
    return html`<div class="pgw" dir="ltr">
      <form class="frame body" novalidate @submit=${(event: Event) => this.#pay(event)}>
        ${cardPanel({ form, say: this.#say, channel: 'Credit or debit card', isBusy })}
        <button class="pay" id="pay">Pay</button>
      </form>
    </div>`;
  }

  field(name: string): HTMLInputElement {
    const found = this.renderRoot.querySelector<HTMLInputElement>(`input[name="${name}"]`);
    if (!found) throw new Error(`There is no field ${name}.`);
    return found;
  }

  error(name: string): string {
    return this.renderRoot.querySelector(`#${name}-error`)?.textContent.trim() ?? '';
  }

  #pay(event: Event): void {
    event.preventDefault();
    const first = this.form.validate();
    void this.updateComplete.then(() => first && this.field(first).focus());
  }
}

customElements.define('card-host', CardHost);
