import type * as card from './card.ts';
import { part, type Part } from './part.ts';

/** The form for cards. */
export const cardPart: Part<typeof card> = part(() => import('./card.ts'));
