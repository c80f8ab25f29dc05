import { part, type Part } from './part.ts';
import type * as start from './start.ts';

/** What follows from the list: a choice, a press of Pay, and what happens while it stands. */
export const startPart: Part<typeof start> = part(() => import('./start.ts'));
