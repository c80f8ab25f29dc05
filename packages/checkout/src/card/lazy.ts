import { lazyModule, type LazyModule } from '../element/lazy-module.ts';
import type * as card from './module.ts';

/** The card form, loaded when a channel that is paid by card is chosen. */
export const cardModule: LazyModule<typeof card> = lazyModule(() => import('./module.ts'));
