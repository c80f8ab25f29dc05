import { html, type Html, type Part } from './html.ts';
import { icons } from './icons.ts';

/** The errors of a form by the name of the field. They are shown above the form, with links, and at each field. */
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

/** The attributes that connect a control with its hint and its error. */
export function describedBy(name: string, hint: string | undefined, error: string | undefined): Html {
  const ids = [hint !== undefined && `${name}-hint`, error !== undefined && `${name}-error`].filter(Boolean);
  return html`${error !== undefined && html`aria-invalid="true"`}
  ${ids.length > 0 && html`aria-describedby="${ids.join(' ')}"`}`;
}

/** The errors above the form, with a link to each field. `title` makes the heading from their number. */
export function errorSummary(errors: FieldErrors, title = englishTitle): Part {
  const wrong = Object.entries(errors).filter(([, message]) => message !== undefined);
  if (wrong.length === 0) return undefined;
  return html`<div class="notice danger" role="alert" tabindex="-1" id="errors" data-focus>
    ${icons.alert}
    <div>
      <h2>${title(wrong.length)}</h2>
      <ul>
        ${wrong.map(([name, message]) => html`<li><a href="#${name}">${message}</a></li>`)}
      </ul>
    </div>
  </div>`;
}

function englishTitle(count: number): string {
  return `Check ${count === 1 ? 'one field' : `${count} fields`}`;
}
