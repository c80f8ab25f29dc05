import { html, type TemplateResult } from 'lit/html.js';
import { heading } from './heading.ts';
import { icon, type IconName } from './icon.ts';
import type { Frame } from './view.ts';

export interface Screen {
  readonly state: 'success' | 'failed' | 'pending' | 'cancelled' | 'expired' | 'calm' | 'neutral';
  readonly picture: IconName | 'spinner';
  readonly title: unknown;
  readonly text: unknown;
  /** Facts, buttons, slots. */
  readonly rest: unknown;
}

/** A screen that says one thing: a sign, a title that can take the focus, a sentence, and what to do. */
export function screen(
  { headingLevel }: Frame,
  { state, picture, title, text, rest }: Screen,
): TemplateResult {
  return html`<div class="body screen" part="screen screen-${state}">
    ${
      picture === 'spinner'
        ? html`<span class="spinner large" part="spinner"></span>`
        : html`<span class="sign ${state}" part="screen-icon">${icon(picture)}</span>`
    }
    ${heading(title, headingLevel, 'screen-title', true)}
    <p class="screen-text" part="screen-text">${text}</p>
    ${rest}
  </div>`;
}

export function primary(label: string, onPress: () => void, drawing?: IconName): TemplateResult {
  return html`<button type="button" class="pay" part="button-primary" @click=${onPress}>
    ${drawing ? icon(drawing) : ''}<span>${label}</span>
  </button>`;
}
