import { html, type TemplateResult } from 'lit';
import { recallListShape } from './list-shape.ts';

const emptyTile = html`<div class="item"><div class="tile"></div></div>`;

const tile = html`<div class="item">
  <div class="tile">
    <span class="block block-dot" part="skeleton"></span><span class="block block-logo" part="skeleton"></span
    ><span class="names"
      ><span class="block block-name" part="skeleton"></span
      ><span class="block block-hint" part="skeleton"></span
    ></span>
  </div>
</div>`;

/**
 * The placeholders of the list: a heading, as many tiles as the last list had, and a button. They have the
 * sizes of the real list. Until they are visible they only reserve the space, so the tiles are empty.
 */
export function skeleton(isVisible: boolean): TemplateResult {
  const groups = recallListShape().map(
    (tiles) =>
      html`<div class="group">
        <span class="block block-label" part="skeleton"></span>
        <div class="tiles">${Array.from({ length: tiles }, () => (isVisible ? tile : emptyTile))}</div>
      </div>`,
  );
  return html`<div class="body skeleton ${isVisible ? '' : 'invisible'}" aria-hidden="true">
    <span class="block block-title" part="skeleton"></span>${groups}<span
      class="block block-pay"
      part="skeleton"
    ></span>
  </div>`;
}
