import { html, nothing, type TemplateResult } from 'lit';
import { renderIcon } from '../../../../ui/icon.ts';
import { renderNewCard, renderSecurityCode } from './fields.ts';
import { renderSavedCards } from './saved-cards.ts';
import { renderTestCards } from './test-cards.ts';
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

/**
 * Without the browser's cryptography the card cannot be encrypted, so the shopper enters it on the gateway's
 * page.
 */
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
