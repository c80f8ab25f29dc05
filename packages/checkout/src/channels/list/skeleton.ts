import { html, type TemplateResult, css, type CSSResult } from 'lit';
import { renderPlaceholder } from '../../ui/placeholder.ts';
import { recallListShape } from './list-shape.ts';

const emptyTile = html`<div class="item"><div class="tile"></div></div>`;

const tile = html`<div class="item">
  <div class="tile">
    ${renderPlaceholder('dot')}${renderPlaceholder('logo')}
    <span class="names">${renderPlaceholder('name')}${renderPlaceholder('hint')}</span>
  </div>
</div>`;

/** Placeholders with the sizes of the real list. Until they are visible, they only reserve the space. */
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

/** Styles of the placeholders that are shown until the list is loaded. */
export const skeletonStyles: CSSResult = css`
  .block {
    display: block;
    height: 0.75em;
    border-radius: 6px;
    background: var(--_pgw-skeleton);
    animation: pulse 1.6s ease-in-out infinite;
  }
  .invisible {
    visibility: hidden;
  }
  .block-amount {
    width: 4.5em;
    height: 0.9em;
    margin-block: 0.15em;
  }
  .block-title {
    width: 60%;
    height: 1.3em;
    margin-block-end: calc(4 * var(--_pgw-space));
  }
  .block-label {
    width: 100px;
    margin-block: calc(4 * var(--_pgw-space)) var(--_pgw-space);
    margin-inline: calc(3.5 * var(--_pgw-space));
  }
  .block-dot {
    flex: none;
    width: 20px;
    height: 20px;
    border-radius: 50%;
  }
  .block-logo {
    flex: none;
    width: 36px;
    height: 36px;
    border-radius: 9px;
  }
  .block-name {
    width: 55%;
  }
  .block-hint {
    width: 75%;
    height: 0.6em;
    margin-block-start: 8px;
  }
  .block-pay {
    height: var(--pgw-pay-height, 52px);
    margin-block-start: calc(5 * var(--_pgw-space));
    border-radius: 12px;
  }
`;
