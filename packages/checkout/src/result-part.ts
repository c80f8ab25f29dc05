import { part, type Part } from './part.ts';
import type * as result from './result.ts';

/** The way to the bank, outcomes, the return page, failures, the time limit: everything that comes after the list. */
export const resultPart: Part<typeof result> = part(() => import('./result.ts'));
