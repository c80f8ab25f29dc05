import { html, type TemplateResult } from 'lit';
import { renderIcon } from './icon.ts';

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
