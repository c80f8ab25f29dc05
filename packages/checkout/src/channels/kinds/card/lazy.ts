import { createLazyModule, type LazyModule } from '../../../lazy-module.ts';
import { withTexts } from '../../../locales/english-texts.ts';
import type * as marks from './brands/marks.ts';
import type * as card from './module.ts';

/** The module of the card form. It is loaded when the shopper chooses a channel that is paid by card. */
export const cardModule: LazyModule<typeof card> = createLazyModule(async () =>
  withTexts(await import('./module.ts')),
);

/** The symbols of the accepted card brands. They are loaded with a list that shows them. */
export const brandMarksModule: LazyModule<typeof marks> = createLazyModule(() => import('./brands/marks.ts'));
