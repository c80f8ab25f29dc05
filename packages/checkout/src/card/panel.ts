import { html, nothing, type TemplateResult } from 'lit';
import { icon } from '../ui/icon.ts';
import { newCard, securityCode } from './fields.ts';
import { savedCards } from './saved-cards.ts';
import { testCards } from './test-cards.ts';
import type { CardView } from './view.ts';

/** The panel of a channel that is paid by card. */
export function cardPanel(view: CardView): TemplateResult {
  return html`<div class="panel card-panel" part="panel" role="group" aria-label=${view.channel}>
    ${view.form.isSecure ? fields(view) : insecurePageNotice(view)}
  </div>`;
}

function fields(view: CardView): TemplateResult {
  const { form } = view;
  const { savedCard, cardTerms } = form;
  return html`${cardTerms.testCards?.length ? testCards(view, cardTerms.testCards) : nothing}${
      cardTerms.savedCards.length > 0 ? savedCards(view) : nothing
    }
    <div class="fields">${savedCard ? securityCode(view) : newCard(view)}</div>
    ${savedCard === null && cardTerms.canSave ? saveOption(view) : nothing}`;
}

/**
 * Without the browser's cryptography the card cannot be encrypted, so the shopper enters it on the gateway's
 * page.
 */
function insecurePageNotice({ localize }: CardView): TemplateResult {
  return html`<div class="notice info" part="notice notice-info">
    ${icon('lock')}
    <div>${localize.text('card.insecure')}</div>
  </div>`;
}

function saveOption({ form, localize, isBusy }: CardView): TemplateResult {
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
