import type * as card from './card.ts';
import { part, type Part } from './part.ts';
import type * as result from './result.ts';
import type * as start from './start.ts';

export type CardContent = typeof card;
export type ResultContent = typeof result;
export type StartContent = typeof start;

/** The way to the bank, outcomes, the return page, failures, the time limit: everything that comes after the list. */
export const resultPart: Part<ResultContent> = part(() => import('./result.ts'));

/** What a press of Pay, a search or a choice leads to. */
export const startPart: Part<StartContent> = part(() => import('./start.ts'));

/** The form for cards. */
export const cardPart: Part<CardContent> = part(() => import('./card.ts'));
