import { channels } from '../catalogue/channels.ts';
import type { Page } from './page.ts';
import { notFoundPage } from './payable.ts';
import { renderResultPage } from './result-page.ts';

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
