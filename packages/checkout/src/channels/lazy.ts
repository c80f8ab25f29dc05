import { lazyModule, type LazyModule } from '../element/lazy-module.ts';
import type * as listExtras from './list-extras.ts';

/**
 * The animation of a closing panel and the contrast check. They are loaded when the browser is idle, because
 * the list works without them.
 */
export const listExtrasModule: LazyModule<typeof listExtras> = lazyModule(() => import('./list-extras.ts'));
