import type { StorefrontChannel } from '@pgw/protocol';
import { html, nothing, type TemplateResult } from 'lit';
import { toSafeUrl } from '../../api/safe-url.ts';
import type { Localize } from '../../locales/localize.ts';

/** The sentence with a link to the terms of a channel. Renders nothing for a channel without terms. */
export function renderTerms(
  localize: Localize,
  channel: Pick<StorefrontChannel, 'terms'> | null,
): TemplateResult | typeof nothing {
  const { terms = {} } = channel ?? {};
  const language = [
    localize.language,
    localize.language.split('-')[0] ?? '',
    'en',
    Object.keys(terms)[0] ?? '',
  ].find((tag) => Object.keys(terms).includes(tag));
  const found = language === undefined ? undefined : terms[language];
  const href = toSafeUrl(found?.href ?? null);
  if (language === undefined || found === undefined || href === null) return nothing;
  // The words in square brackets are the link.
  const [, before = '', words = found.text, after = ''] = /^([^[]*)\[([^\]]+)\](.*)$/.exec(found.text) ?? [];
  return html`<p class="pay-note" part="terms" lang=${language}>
    ${before}<a href=${href} target="_blank" rel="noopener" part="terms-link">${words}</a>${after}
  </p>`;
}
