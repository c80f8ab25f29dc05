import { html, type TemplateResult } from 'lit';
import { renderPrimaryButton } from './buttons.ts';
import { renderScreen } from './screen.ts';
import type { BaseView } from './view.ts';

/** The screen for a session or a lazy module that could not be loaded. */
export function renderLoadFailed(view: BaseView, retry: () => void): TemplateResult {
  const { localize } = view;
  return renderScreen(view, {
    state: 'neutral',
    icon: 'reload',
    title: localize.text('error.load'),
    text: localize.text('error.load.text'),
    content: html`<div class="buttons">${renderPrimaryButton(localize.text('retry'), retry, 'reload')}</div>
      <slot name="support"></slot><slot></slot>`,
  });
}
