import { html, type TemplateResult } from 'lit/html.js';
import { recallShape } from '../list-shape.ts';

/** A grey block in the place of something that is on its way. */
export function block(
  size: 'amount' | 'title' | 'label' | 'dot' | 'logo' | 'name' | 'hint' | 'search' | 'pay',
): TemplateResult {
  return html`<span class="block block-${size}" part="skeleton"></span>`;
}

function tile(): TemplateResult {
  return html`<div class="item">
    <div class="tile">
      ${block('dot')}${block('logo')}<span class="names">${block('name')}${block('hint')}</span>
    </div>
  </div>`;
}

function group(tiles: number): TemplateResult {
  return html`<div class="group">
    ${block('label')}
    <div class="tiles">${Array.from({ length: tiles }, tile)}</div>
  </div>`;
}

/** The list before it is known: a heading, as many tiles as the last list had, and a button, at their real sizes. */
export function skeleton(isShown: boolean): TemplateResult {
  return html`<div class="body skeleton ${isShown ? '' : 'unseen'}" aria-hidden="true">
    ${block('title')}${recallShape().map(group)}${block('pay')}
  </div>`;
}
