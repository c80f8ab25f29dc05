import { createLazyModule, type LazyModule } from '../../../element/lazy-module.ts';
import type * as banks from './module.ts';

/** The module of the bank picker. It is loaded when a channel has banks. */
export const bankModule: LazyModule<typeof banks> = createLazyModule(() => import('./module.ts'));
