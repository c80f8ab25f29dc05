import { html, type TemplateResult } from 'lit/html.js';
import type { Localize } from '../controllers/localize.ts';
import type { TextId } from '../locales/index.ts';
import { icon } from './icon.ts';

/** What a panel shows when what belongs into it could not be loaded. */
export function notLoaded(say: Localize, text: TextId, retry: () => void): TemplateResult {
  // The button goes with the press; the keyboard goes on at the choice that the panel belongs to.
  const pressed = ({ currentTarget }: Event): void => {
    const root = currentTarget instanceof Element && currentTarget.getRootNode();
    if (root instanceof ShadowRoot) root.querySelector<HTMLElement>('[name=channel]:checked')?.focus();
    retry();
  };
  return html`<div class="banks-failed">
    <p>${say.text(text)}</p>
    <button type="button" class="secondary" part="button-secondary" @click=${pressed}>
      ${icon('again')}${say.text('retry')}
    </button>
  </div>`;
}
