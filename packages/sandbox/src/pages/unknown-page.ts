import type { Page } from './page.ts';
import { renderResultPage } from './result-page.ts';

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
