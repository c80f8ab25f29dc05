import { html, type TemplateResult } from 'lit';
import { renderPlaceholder } from '../../ui/placeholder.ts';
import { recallListShape } from './list-shape.ts';

const emptyTile = html`<div class="item"><div class="tile"></div></div>`;

const tile = html`<div class="item">
  <div class="tile">
    ${renderPlaceholder('dot')}${renderPlaceholder('logo')}
    <span class="names">${renderPlaceholder('name')}${renderPlaceholder('hint')}</span>
  </div>
</div>`;

/**
 * The placeholders of the list: a heading, as many tiles as the last list had, and a button. They have the
 * sizes of the real list. Until they are visible they only reserve the space, so the tiles are empty.
 */
export function renderSkeleton(isVisible: boolean): TemplateResult {
  const groups = recallListShape().map(
    (tiles) =>
      html`<div class="group">
        ${renderPlaceholder('label')}${Array.from({ length: tiles }, () => (isVisible ? tile : emptyTile))}
      </div>`,
  );
  return html`<div class="body skeleton ${isVisible ? '' : 'invisible'}" aria-hidden="true">
    ${renderPlaceholder('title')}
    <div class="list">${groups}</div>
    ${renderPlaceholder('pay')}
  </div>`;
}
