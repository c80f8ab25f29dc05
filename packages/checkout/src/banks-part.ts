import type * as banks from './banks.ts';
import { part, type Part } from './part.ts';

/** The banks of a channel. */
export const banksPart: Part<typeof banks> = part(() => import('./banks.ts'));
