import { createLazyModule, type LazyModule } from '../../../lazy-module.ts';
import { withTexts } from '../../../locales/english-texts.ts';
import type * as banks from './module.ts';

/** The module with the lists of banks and plans. It is loaded when a channel has one of them. */
export const bankModule: LazyModule<typeof banks> = createLazyModule(async () =>
  withTexts(await import('./module.ts')),
);
