import type { CardTerms } from '@pgw/protocol';
import { html, LitElement, type CSSResultGroup, type TemplateResult } from 'lit';
import { CardForm, renderCardPanel, styles } from '../src/channels/kinds/card/module.ts';
import { checkoutStyles } from '../src/flow/styles.ts';
import { cardTexts } from '../src/locales/en-card.ts';
import { addEnglishTexts } from '../src/locales/english-texts.ts';
import { Localize } from '../src/locales/localize.ts';

addEnglishTexts(cardTexts);

/** An element that shows only the card form, in a form with a button. */
export class CardHost extends LitElement {
  static override styles: CSSResultGroup = [...checkoutStyles, styles];

  cardTerms: CardTerms = { brands: ['visa', 'mastercard', 'amex'], canSave: true, savedCards: [] };
  subtle: SubtleCrypto | undefined = crypto.subtle;
  isBusy = false;

  readonly form: CardForm = new CardForm(this, {
    cardTerms: () => this.cardTerms,
    merchant: () => 'Rimba Coffee',
    now: () => new Date(2026, 8, 14),
    subtle: () => this.subtle,
  });

  readonly #localize = new Localize();

  override render(): TemplateResult {
    const { form, isBusy } = this;
    return html`<div class="pgw" dir="ltr">
      <form class="frame body" novalidate @submit=${(event: Event) => this.#pay(event)}>
        ${renderCardPanel({ form, localize: this.#localize, channel: 'Credit or debit card', isBusy, decline: null })}
        <button class="primary" id="pay">Pay</button>
      </form>
    </div>`;
  }

  findField(name: string): HTMLInputElement {
    const found = this.renderRoot.querySelector<HTMLInputElement>(`input[name="${name}"]`);
    if (!found) throw new Error(`There is no field ${name}.`);
    return found;
  }

  readError(name: string): string {
    return this.renderRoot.querySelector(`#${name}-error`)?.textContent.trim() ?? '';
  }

  #pay(event: Event): void {
    event.preventDefault();
    const firstInvalid = this.form.validate();
    void this.updateComplete.then(() => firstInvalid && this.findField(firstInvalid).focus());
  }
}

customElements.define('card-host', CardHost);
