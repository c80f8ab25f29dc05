import { html, type TemplateResult } from 'lit/html.js';
import { safeUrl } from '../safe-url.ts';
import type { View } from './view.ts';

/** The way to the bank, should its own screen never come. */
export function onward({ state: { phase }, say }: View): TemplateResult | null {
  const url = phase.name === 'leaving' && phase.help !== 'none' ? safeUrl(phase.redirect.url) : null;
  if (url === null) return null;
  return html`<a class="pay" id="pay" part="pay-button" href=${url} target="_top"
    >${say.rich('go.link', { bank: say.text('bank') })}</a
  >`;
}
