import { html, type TemplateResult } from 'lit';

/** A heading of the given level. If `isTitle` is true, the focus can move to it. */
export function renderHeading(
  content: unknown,
  level: number,
  part: string,
  isTitle = false,
): TemplateResult {
  return isTitle
    ? html`<h2 class=${part} part=${part} id="title" aria-level=${level} tabindex="-1">${content}</h2>`
    : html`<h2 class=${part} part=${part} aria-level=${level}>${content}</h2>`;
}
