import { html, type TemplateResult } from 'lit';
import { renderPrimaryButton } from './buttons.ts';
import { renderIcon } from './icon.ts';
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

/** The content of a panel that could not be loaded, with a button that tries again. */
export function renderPanelLoadFailed(text: string, retryLabel: string, retry: () => void): TemplateResult {
  // The retry removes the button, so the focus moves to the channel of the panel.
  const onClick = ({ currentTarget }: Event): void => {
    const root = currentTarget instanceof Element && currentTarget.getRootNode();
    if (root instanceof ShadowRoot) root.querySelector<HTMLElement>('[name=channel]:checked')?.focus();
    retry();
  };
  return html`<div class="panel-failed">
    <p>${text}</p>
    <button type="button" class="secondary" part="button-secondary" @click=${onClick}>
      ${renderIcon('reload')}${retryLabel}
    </button>
  </div>`;
}
