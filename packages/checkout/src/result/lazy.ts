import { lazyModule, type LazyModule } from '../element/lazy-module.ts';
import type * as result from './module.ts';

/** The outcomes, the failures and the return page. */
export const resultModule: LazyModule<typeof result> = lazyModule(() => import('./module.ts'));
