import { html, type TemplateResult } from 'lit/html.js';

/** A heading at the level the page needs. With `isTitle` it can take the focus. */
export function heading(content: unknown, level: number, part: string, isTitle = false): TemplateResult {
  return isTitle
    ? html`<h2 class=${part} part=${part} id="title" aria-level=${level} tabindex="-1">${content}</h2>`
    : html`<h2 class=${part} part=${part} aria-level=${level}>${content}</h2>`;
}
