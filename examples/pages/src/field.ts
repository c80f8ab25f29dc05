import { html, type Html, type Part } from './html.ts';
import { icons } from './icons.ts';

/** What is wrong with a form, by the name of the field; said once on top, with links, and once at each field. */
export type FieldErrors = Readonly<Record<string, string | undefined>>;

export interface FieldView {
  /** Also the id of the control. */
  readonly name: string;
  readonly label: string;
  readonly control: Html;
  readonly hint?: string | undefined;
  readonly error?: string | undefined;
  readonly isShort?: boolean | undefined;
}

/** A control with its label, hint and error. */
export function fieldView({ name, label, control, hint, error, isShort = false }: FieldView): Html {
  return html`<div class="field ${isShort && 'short'}">
    <label for="${name}">${label}</label>
    ${hint !== undefined && html`<p class="hint" id="${name}-hint">${hint}</p>`} ${control}
    ${error !== undefined && html`<p class="error" id="${name}-error">${icons.alert} ${error}</p>`}
  </div>`;
}

/** The attributes that tie a control to its hint and its error. */
export function described(name: string, hint: string | undefined, error: string | undefined): Html {
  const ids = [hint !== undefined && `${name}-hint`, error !== undefined && `${name}-error`].filter(Boolean);
  return html`${error !== undefined && html`aria-invalid="true"`}
  ${ids.length > 0 && html`aria-describedby="${ids.join(' ')}"`}`;
}

/** What is wrong, on top of the form, with a link to each field. */
export function errorSummary(errors: FieldErrors): Part {
  const wrong = Object.entries(errors).filter(([, message]) => message !== undefined);
  if (wrong.length === 0) return undefined;
  return html`<div class="notice danger" role="alert" tabindex="-1" id="errors" data-focus>
    ${icons.alert}
    <div>
      <h2>Check ${wrong.length === 1 ? 'one field' : `${wrong.length} fields`}</h2>
      <ul>
        ${wrong.map(([name, message]) => html`<li><a href="#${name}">${message}</a></li>`)}
      </ul>
    </div>
  </div>`;
}
