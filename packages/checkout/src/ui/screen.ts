import { html, type TemplateResult } from 'lit';
import { renderHeading } from './heading.ts';
import { renderIcon, type Icon, type IconName } from './icon.ts';
import type { BaseView } from './view.ts';

export interface Screen {
  readonly state: 'success' | 'failed' | 'pending' | 'canceled' | 'expired' | 'info' | 'neutral';
  readonly icon: IconName | Icon | 'spinner';
  readonly title: unknown;
  readonly text: unknown;
  /** The content below the text: facts, buttons, slots. */
  readonly content: unknown;
}

/** A screen with one message: an icon, a title, a text and buttons. The focus can move to the title. */
export function renderScreen(
  { headingLevel }: BaseView,
  { state, icon: screenIcon, title, text, content }: Screen,
): TemplateResult {
  return html`<div class="body screen" part="screen screen-${state}">
    ${
      screenIcon === 'spinner'
        ? html`<span class="spinner large" part="spinner"></span>`
        : html`<span class="screen-icon ${state}" part="screen-icon">${renderIcon(screenIcon)}</span>`
    }
    ${renderHeading(title, headingLevel, 'screen-title', true)}
    <p class="screen-text" part="screen-text">${text}</p>
    ${content}
  </div>`;
}
