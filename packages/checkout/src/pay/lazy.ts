import { lazyModule, type LazyModule } from '../element/lazy-module.ts';
import type * as notice from './in-app-browser-notice.ts';

/** The notice for the browsers of other apps, loaded in them only. */
export const inAppBrowserModule: LazyModule<typeof notice> = lazyModule(
  () => import('./in-app-browser-notice.ts'),
);
