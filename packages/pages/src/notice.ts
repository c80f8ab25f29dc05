import { html, type Html, type TemplateValue } from '@pgw/protocol/html';
import { icons } from './icons.ts';

/** Renders a short message in a box. Screen readers announce it when it appears. */
export function renderNotice(tone: 'success' | 'warning' | 'danger', content: TemplateValue): Html {
  return html`<div class="notice ${tone}" role="status">
    ${tone === 'success' ? icons.tick : icons.alert}
    <div>${content}</div>
  </div>`;
}
