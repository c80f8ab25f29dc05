import { html, type Html, type TemplateValue } from '@pgw/protocol/html';
import { icons } from './icons.ts';

/**
 * The error messages of a form, by field name. Each is shown at its field and in the summary above the form.
 */
export type FieldErrors = Readonly<Record<string, string | undefined>>;

/** The parts of a form field. */
export interface FieldView {
  /** The id of the control. */
  readonly name: string;
  readonly label: string;
  readonly control: Html;
  readonly hint?: string | undefined;
  readonly error?: string | undefined;
  /** True to render a narrow control. Default: false. */
  readonly isNarrow?: boolean | undefined;
}

/** Renders a control with its label, hint and error. */
export function renderField({ name, label, control, hint, error, isNarrow = false }: FieldView): Html {
  return html`<div class="field ${isNarrow && 'short'}">
    <label for="${name}">${label}</label>
    ${hint !== undefined && html`<p class="hint" id="${name}-hint">${hint}</p>`} ${control}
    ${error !== undefined && html`<p class="error" id="${name}-error">${icons.alert} ${error}</p>`}
  </div>`;
}

/** Returns the ARIA attributes of a control: `aria-invalid`, and the ids of its hint and its error. */
export function renderAriaAttributes(
  name: string,
  hint: string | undefined,
  error: string | undefined,
): Html {
  const ids = [hint !== undefined && `${name}-hint`, error !== undefined && `${name}-error`].filter(Boolean);
  return html`${error !== undefined && html`aria-invalid="true"`}
  ${ids.length > 0 && html`aria-describedby="${ids.join(' ')}"`}`;
}

/**
 * Renders all errors above a form, with a link to each field. Renders nothing without errors. Each error must contain
 * the name of its field.
 *
 * @param toTitle - Creates the heading from the number of errors. Default: English.
 */
export function renderErrorSummary(errors: FieldErrors, toTitle = toEnglishTitle): TemplateValue {
  const messages = Object.entries(errors).filter(([, message]) => message !== undefined);
  if (messages.length === 0) return undefined;
  return html`<div class="notice danger" role="alert" tabindex="-1" id="errors" data-focus>
    ${icons.alert}
    <div>
      <h2>${toTitle(messages.length)}</h2>
      <ul>
        ${messages.map(([name, message]) => html`<li><a href="#${name}">${message}</a></li>`)}
      </ul>
    </div>
  </div>`;
}

function toEnglishTitle(count: number): string {
  return `Check ${count === 1 ? 'one field' : `${count} fields`}`;
}
