import { createLazyModule, type LazyModule } from '../lazy-module.ts';
import type * as developer from './developer.ts';

/** The messages for developers. */
export const developerModule: LazyModule<typeof developer> = createLazyModule(() => import('./developer.ts'));

/** Logs a message after the texts are loaded. */
export function report(log: (messages: typeof developer) => void): void {
  void developerModule.load().then(log, () => {});
}
