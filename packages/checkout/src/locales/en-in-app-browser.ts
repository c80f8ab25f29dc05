import type { LocaleText } from './plural-text.ts';

/** The English texts that are loaded with the notice for the browsers of other apps. */
export const inAppBrowserTexts = {
  'in-app-browser.text':
    'You’re in another app’s browser. If your bank’s page doesn’t open here, continue in your own browser.',
  'in-app-browser.open': 'Open in browser',
} satisfies Record<string, LocaleText>;
