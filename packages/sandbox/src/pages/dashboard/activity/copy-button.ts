import { html, type Html } from '@pgw/protocol/html';

/** Renders a button that copies a text. The script of the dashboard shows it; without the script it is hidden. */
export function renderCopyButton(text: string, label: string): Html {
  return html`<button class="small copy" type="button" hidden data-copy="${text}">${label}</button>`;
}
