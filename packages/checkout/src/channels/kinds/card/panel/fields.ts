import { html, nothing, type TemplateResult } from 'lit';
import { ifDefined } from 'lit/directives/if-defined.js';
import { renderIcon } from '../../../../ui/icon.ts';
import { renderBrandMark } from '../brands/brand-mark.ts';
import type { CardView } from './view.ts';
import type { FieldInput } from '../input/input-format.ts';
import type { CardField } from '../../../../state/checkout-state.ts';

/** The four fields of a new card, in the order in which they are printed on a card. */
export function renderNewCard(view: CardView): TemplateResult {
  const { form, localize } = view;
  const { brand, name } = form.rule;
  // Screen readers read the brand with the field. The brand is not announced while the shopper types.
  const mark = html`<span class="brand-box" part="card-brand" id="card-brand"
    >${brand ? renderBrandMark(brand) : nothing}<span class="visually-hidden">${name}</span></span
  >`;
  return html`${renderField(view, 'cc-number', { label: localize.text('card.number'), end: mark, describedBy: `${view.decline ? 'decline ' : ''}card-brand` })}${renderField(
    view,
    'cc-exp',
    { label: localize.text('card.expiry'), placeholder: localize.text('card.expiry.placeholder') },
  )}${renderSecurityCode(view)}${renderField(view, 'cc-name', { label: localize.text('card.name') })}`;
}

/** The field of the security code. A saved card has no other field. */
export function renderSecurityCode(view: CardView): TemplateResult {
  const { form, localize } = view;
  const isFront = form.rule.codeLength === 4;
  return renderField(view, 'cc-csc', {
    label: localize.text('card.code'),
    placeholder: isFront ? '1234' : '123',
    hint: localize.text(isFront ? 'card.code.front' : 'card.code.back'),
    end: renderBrandMark(null),
    ...(view.decline && form.savedCard && { describedBy: 'decline' }),
  });
}

interface FieldOptions {
  readonly label: string;
  readonly placeholder?: string;
  readonly hint?: string;
  /** The content at the end of the field, inside its border. */
  readonly end?: TemplateResult;
  /** The id of an element that describes the field, in addition to the hint or the error. */
  readonly describedBy?: string;
}

function renderField(view: CardView, name: CardField, options: FieldOptions): TemplateResult {
  const { form, localize, isBusy } = view;
  const error = form.getError(name);
  // The error replaces the hint: two texts about the same digits contradict or repeat each other.
  const hintId = options.hint === undefined || error ? undefined : `${name}-hint`;
  const errorId = error ? `${name}-error` : undefined;
  const describedBy = [options.describedBy, hintId, errorId].filter((id) => id !== undefined).join(' ');
  const isName = name === 'cc-name';
  return html`<div class="field ${name}" part="field">
    <label for=${name} part="label">${options.label}</label>
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
        enterkeyhint=${form.findNextEmpty(name) ? 'next' : 'go'}
        spellcheck="false"
        placeholder=${options.placeholder ?? ''}
        aria-invalid=${ifDefined(error ? 'true' : undefined)}
        aria-describedby=${ifDefined(describedBy || undefined)}
        .value=${form.values[name]}
        ?readonly=${isBusy}
        @input=${(event: Event) => handleInput(view, name, event)}
        @change=${(event: Event) => handleInput(view, name, event)}
        @compositionend=${(event: Event) => handleInput(view, name, event)}
        @keydown=${(event: KeyboardEvent) => handleEnter(view, name, event)}
        @blur=${() => form.handleBlur(name)}
      />${options.end ? html`<span class="field-end">${options.end}</span>` : nothing}
    </div>
    ${hintId ? html`<span class="hint" part="hint" id=${hintId}>${options.hint}</span>` : nothing}${
      error
        ? html`<p class="error" part="error" id=${`${name}-error`}>
            ${renderIcon('alert')}<span>${localize.rich(error.id, error.values)}</span>
          </p>`
        : nothing
    }
  </div>`;
}

/** Enter moves the focus to the next empty field, as the label of the key says. Without an empty field it is Pay. */
function handleEnter({ form }: CardView, name: CardField, event: KeyboardEvent): void {
  const { key, isComposing, target } = event;
  const next = form.findNextEmpty(name);
  if (key !== 'Enter' || isComposing || next === null || !(target instanceof HTMLInputElement)) return;
  event.preventDefault();
  target.form?.querySelector<HTMLElement>(`#${next}`)?.focus();
}

function handleInput({ form }: CardView, name: CardField, event: Event): void {
  const { target } = event;
  if (!(target instanceof HTMLInputElement)) return;
  const { value, selectionEnd } = target;
  // The shopper is composing the text with an input method editor.
  if (event instanceof InputEvent && event.isComposing) return;
  const before = form.values[name];
  // A program that fills in the form may fire only this event, which otherwise follows the input of the shopper.
  if (event.type === 'change' && value === before) return;
  const { text, caret } = form.applyInput(name, {
    before,
    text: value,
    caret: selectionEnd ?? value.length,
    deleted: getDeleted(event, before, value),
  });
  if (text === value) return;
  target.value = text;
  target.setSelectionRange(caret, caret);
}

/** Without `inputType`, the length of the text shows whether Backspace was pressed. */
function getDeleted(event: Event, before: string, text: string): FieldInput['deleted'] {
  const inputType = event instanceof InputEvent ? event.inputType : '';
  if (inputType === 'deleteContentForward') return 'forward';
  if (inputType === 'deleteContentBackward') return 'back';
  return !inputType && text.length === before.length - 1 ? 'back' : null;
}
