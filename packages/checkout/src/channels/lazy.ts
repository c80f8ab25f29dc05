import { lazyModule, type LazyModule } from '../element/lazy-module.ts';
import type * as listExtras from './list-extras.ts';

/** The animation of a closing panel and the contrast check. The list works without them, so they are loaded when the browser is idle. */
export const listExtrasModule: LazyModule<typeof listExtras> = lazyModule(() => import('./list-extras.ts'));
