import { html, type Html, type Part } from './html.ts';
import { icons } from './icons.ts';

/** A short message in a box. Screen readers announce it when it appears. */
export function notice(tone: 'success' | 'warning' | 'danger', content: Part): Html {
  return html`<div class="notice ${tone}" role="status">
    ${tone === 'success' ? icons.tick : icons.alert}
    <div>${content}</div>
  </div>`;
}
