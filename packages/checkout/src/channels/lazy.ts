import { createLazyModule, type LazyModule } from '../element/lazy-module.ts';
import type * as listExtras from './list-extras.ts';

/**
 * The module with the animation of a closing panel and the contrast check. It is loaded when the browser is
 * idle, because the list works without it.
 */
export const listExtrasModule: LazyModule<typeof listExtras> = createLazyModule(
  () => import('./list-extras.ts'),
);
