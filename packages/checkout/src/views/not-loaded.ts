import { html, type TemplateResult } from 'lit/html.js';
import type { Localize } from '../controllers/localize.ts';
import type { TextId } from '../locales/index.ts';
import { icon } from './icon.ts';

/** What a panel shows when what belongs into it could not be loaded. */
export function notLoaded(say: Localize, text: TextId, retry: () => void): TemplateResult {
  return html`<div class="banks-failed">
    <p>${say.text(text)}</p>
    <button type="button" class="secondary" part="button-secondary" @click=${retry}>
      ${icon('again')}${say.text('retry')}
    </button>
  </div>`;
}
