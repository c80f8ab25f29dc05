import { icons, renderAriaAttributes, type Html, type TemplateValue } from '@pgw/pages';
import { html, t } from '../language/language.ts';

/** A checkbox with the name `sure`, with which a clerk confirms a decision. */
interface Confirmation {
  readonly id: string;
  readonly label: string;
  readonly isConfirmed: boolean;
  readonly error: string | undefined;
}

export function renderConfirmation({ id, label, isConfirmed, error }: Confirmation): Html {
  return html`<div class="choices">
    <label class="choice"
      ><input
        id="${id}"
        type="checkbox"
        name="sure"
        value="yes"
        ${isConfirmed && html`checked`}
        ${renderAriaAttributes(id, undefined, error)}
      />
      ${t(label)}</label
    >
    ${renderChoiceError(id, error)}
  </div>`;
}

/** Renders the error of a choice. `id` is that of its first control. */
export function renderChoiceError(id: string, error: string | undefined): TemplateValue {
  return error !== undefined && html`<p class="error" id="${id}-error">${icons.alert} ${error}</p>`;
}
