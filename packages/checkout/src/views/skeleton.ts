import { html, type TemplateResult } from 'lit/html.js';
import { recallShape } from '../list-shape.ts';

/** A grey block in the place of something that is on its way. */
export function block(
  size: 'amount' | 'title' | 'label' | 'dot' | 'logo' | 'name' | 'hint' | 'search' | 'pay',
): TemplateResult {
  return html`<span class="block block-${size}" part="skeleton"></span>`;
}

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
 * The list before it is known: a heading, as many tiles as the last list had, and a button, at their real sizes. Until it is
 * shown it only keeps the place: tiles are as high without what is in them.
 */
export function skeleton(isShown: boolean): TemplateResult {
  const groups = recallShape().map(
    (tiles) =>
      html`<div class="group">
        <span class="block block-label" part="skeleton"></span>
        <div class="tiles">${Array.from({ length: tiles }, () => (isShown ? tile : emptyTile))}</div>
      </div>`,
  );
  return html`<div class="body skeleton ${isShown ? '' : 'unseen'}" aria-hidden="true">
    <span class="block block-title" part="skeleton"></span>${groups}<span
      class="block block-pay"
      part="skeleton"
    ></span>
  </div>`;
}
