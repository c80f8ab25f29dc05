import { lazyModule, type LazyModule } from '../element/lazy-module.ts';
import type * as idle from './idle.ts';

/** What the list can do without, loaded when the browser is idle. */
export const idleModule: LazyModule<typeof idle> = lazyModule(() => import('./idle.ts'));
