import { html, icons, type Html } from '@pgw/pages';
import { channels } from '../catalogue/channels.ts';
import { renderFacts } from './facts.ts';
import type { Page } from './page.ts';

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

const badges = {
  success: icons.tick,
  danger: icons.cross,
  neutral: icons.minus,
  warning: icons.clock,
} as const;

/** Renders a page with one message, such as an outcome or an invalid link. */
export function renderResultPage({ tone, heading, text, facts = [], link, more }: ResultView): Html {
  return html`<main id="content" class="centered" tabindex="-1">
    <section class="card result">
      <p class="badge badge-${tone}">${badges[tone]}</p>
      <h1>${heading}</h1>
      <p class="muted">${text}</p>
      ${facts.length === 0 ? undefined : renderFacts(facts)}
      ${link === undefined ? undefined : html`<a class="button" href="${link.url}">${link.label}</a>`}
    </section>
    ${more}
  </main>`;
}

/** The page for an unknown number. It has no details of any payment. */
export const notFoundPage: Page = {
  title: 'We can’t find that payment – Sandbox Gateway',
  layout: 'plain',
  status: 404,
  body: renderResultPage({
    tone: 'neutral',
    heading: 'We can’t find that payment',
    text: 'The link may be incomplete. Check your order or contact the shop.',
  }),
};

/** The page for a path that the sandbox does not have. */
export const unknownPage: Page = {
  title: 'There is no such page – Sandbox Gateway',
  layout: 'plain',
  status: 404,
  body: renderResultPage({
    tone: 'neutral',
    heading: 'There is no such page',
    text: 'The address may be incomplete.',
    link: { url: '/', label: 'Open the front page' },
  }),
};

/** Creates the page that represents the terms of a channel. A channel without terms has none. */
export function createTermsPage(id: string): Page {
  const channel = channels.find((candidate) => String(candidate.id) === id);
  if (channel?.terms === undefined) return notFoundPage;
  return {
    title: `Terms of ${channel.name} – Sandbox Gateway`,
    layout: 'plain',
    body: renderResultPage({
      tone: 'neutral',
      heading: `Terms of ${channel.name}`,
      text: 'This page of the sandbox represents the terms of the provider. Close this tab to go back to your payment.',
    }),
  };
}
