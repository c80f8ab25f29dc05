import { createLazyModule, type LazyModule } from '../lazy-module.ts';
import type * as notice from './views/in-app-browser-notice.ts';

/** The module of the notice for the browsers of other apps. It is loaded only in these browsers. */
export const inAppBrowserModule: LazyModule<typeof notice> = createLazyModule(
  () => import('./views/in-app-browser-notice.ts'),
);
