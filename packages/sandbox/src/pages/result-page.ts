import { html, type Html } from '@pgw/protocol/html';
import { renderFacts } from './facts.ts';
import { renderIcon } from './icons.ts';

/** The data of a result page. */
export interface ResultView {
  readonly tone: 'success' | 'danger' | 'neutral' | 'warning';
  readonly heading: string;
  readonly text: string;
  /** Facts about the payment, in order. */
  readonly facts?: readonly (readonly [string, string])[] | undefined;
  readonly link?: { readonly url: string; readonly label: string } | undefined;
  /** Content below the message. */
  readonly more?: Html | undefined;
}

const icons = { success: 'tick', danger: 'cross', neutral: 'bar', warning: 'clock' } as const;

/** Renders a page with one message, such as an outcome or an invalid link. */
export function renderResultPage({ tone, heading, text, facts = [], link, more }: ResultView): Html {
  return html`<main id="content" class="centered" tabindex="-1">
    <section class="card result">
      <p class="badge badge-${tone}">${renderIcon(icons[tone])}</p>
      <h1>${heading}</h1>
      <p class="muted">${text}</p>
      ${facts.length === 0 ? undefined : renderFacts(facts)}
      ${link === undefined ? undefined : html`<a class="button" href="${link.url}">${link.label}</a>`}
    </section>
    ${more}
  </main>`;
}
