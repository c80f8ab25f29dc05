import { html, type TemplateResult } from 'lit/html.js';
import { primary, screen } from './screen.ts';
import type { Frame } from './view.ts';

/** Something could not be loaded: the shop's answer, or a part of the element. */
export function loadFailure(view: Frame, retry: () => void): TemplateResult {
  const { say } = view;
  return screen(view, {
    state: 'neutral',
    picture: 'again',
    title: say.text('x.load'),
    text: say.text('x.load.text'),
    rest: html`<div class="buttons">${primary(say.text('retry'), retry, 'again')}</div>
      <slot name="support"></slot><slot></slot>`,
  });
}
