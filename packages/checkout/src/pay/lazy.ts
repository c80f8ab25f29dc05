import { createLazyModule, type LazyModule } from '../lazy-module.ts';
import { withTexts } from '../locales/english-texts.ts';
import type * as notice from './views/in-app-browser-notice.ts';

/** The module of the notice for the browsers of other apps. It is loaded only in these browsers. */
export const inAppBrowserModule: LazyModule<typeof notice> = createLazyModule(async () =>
  withTexts(await import('./views/in-app-browser-notice.ts')),
);
