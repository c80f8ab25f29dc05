import { html, nothing, type TemplateResult } from 'lit';
import { ifDefined } from 'lit/directives/if-defined.js';
import { icon } from '../ui/icon.ts';
import { brandMark } from './brand-mark.ts';
import type { CardField } from '../state/checkout-state.ts';
import type { CardView } from './view.ts';
import type { FieldInput } from './input-format.ts';

/** The four fields of a card, in the order in which it shows them. */
export function newCard(view: CardView): TemplateResult {
  const { form, localize } = view;
  const { brand, name } = form.rule;
  // Its name is read with the field, not while it is typed.
  const mark = html`<span class="mark-box" part="card-brand" id="card-brand"
    >${brand ? brandMark(brand) : nothing}<span class="heard">${name}</span></span
  >`;
  return html`${field(view, 'cc-number', { label: localize.text('card.number'), end: mark, described: 'card-brand' })}${field(
    view,
    'cc-exp',
    { label: localize.text('card.exp'), placeholder: localize.text('card.exp.ph') },
  )}${securityCode(view)}${field(view, 'cc-name', { label: localize.text('card.name') })}`;
}

/** The only thing asked of a card that was saved. */
export function securityCode(view: CardView): TemplateResult {
  const { form, localize } = view;
  const isFront = form.rule.codeLength === 4;
  return field(view, 'cc-csc', {
    label: localize.text('card.cvc'),
    placeholder: isFront ? '1234' : '123',
    hint: localize.text(isFront ? 'card.cvc.front' : 'card.cvc.back'),
    end: brandMark(null),
  });
}

interface Look {
  readonly label: string;
  readonly placeholder?: string;
  readonly hint?: string;
  /** Inside the field, at its end. */
  readonly end?: TemplateResult;
  /** Id of what is read with the field, besides hint and error. */
  readonly described?: string;
}

function field(view: CardView, name: CardField, look: Look): TemplateResult {
  const { form, localize, isBusy } = view;
  const error = form.error(name);
  const hintId = look.hint === undefined ? undefined : `${name}-hint`;
  const errorId = error ? `${name}-error` : undefined;
  const described = [look.described, hintId, errorId].filter((id) => id !== undefined).join(' ');
  const isName = name === 'cc-name';
  return html`<div class="field ${name}" part="field">
    <label for=${name} part="label">${look.label}</label>
    <div class="control">
      <input
        type="text"
        id=${name}
        name=${name}
        part="input${error ? ' input-invalid' : ''}"
        dir=${ifDefined(isName ? undefined : 'ltr')}
        autocomplete=${name}
        inputmode=${isName ? 'text' : 'numeric'}
        autocapitalize=${isName ? 'words' : 'off'}
        spellcheck="false"
        placeholder=${look.placeholder ?? ''}
        aria-invalid=${ifDefined(error ? 'true' : undefined)}
        aria-describedby=${ifDefined(described || undefined)}
        .value=${form.values[name]}
        ?readonly=${isBusy}
        @input=${(event: Event) => take(view, name, event)}
        @compositionend=${(event: Event) => take(view, name, event)}
        @blur=${() => form.leave(name)}
      />${look.end ? html`<span class="end">${look.end}</span>` : nothing}
    </div>
    ${hintId ? html`<span class="hint" part="hint" id=${hintId}>${look.hint}</span>` : nothing}${
      error
        ? html`<p class="error" part="error" id=${`${name}-error`}>
            ${icon('alert')}<span>${localize.rich(error.id, error.values)}</span>
          </p>`
        : nothing
    }
  </div>`;
}

function take({ form }: CardView, name: CardField, event: Event): void {
  const { target } = event;
  if (!(target instanceof HTMLInputElement)) return;
  const { value, selectionEnd } = target;
  // What is still being composed is not touched.
  if (event instanceof InputEvent && event.isComposing) return;
  const before = form.values[name];
  const { text, caret } = form.input(name, {
    before,
    text: value,
    caret: selectionEnd ?? value.length,
    deleted: deletedBy(event, before, value),
  });
  if (text === value) return;
  target.value = text;
  target.setSelectionRange(caret, caret);
}

/** Browsers that don't localize what was pressed are judged by the length. */
function deletedBy(event: Event, before: string, text: string): FieldInput['deleted'] {
  const how = event instanceof InputEvent ? event.inputType : '';
  if (how === 'deleteContentForward') return 'forward';
  if (how === 'deleteContentBackward') return 'back';
  return !how && text.length === before.length - 1 ? 'back' : null;
}
