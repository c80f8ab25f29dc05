import type * as banks from './banks.ts';
import type * as card from './card.ts';
import { part, type Part } from './part.ts';
import type * as result from './result.ts';
import type * as start from './start.ts';

export type BanksContent = typeof banks;
export type CardContent = typeof card;
export type ResultContent = typeof result;
export type StartContent = typeof start;

/** What follows from the list: a choice, a press of Pay, and what happens while it stands. */
export const startPart: Part<StartContent> = part(() => import('./start.ts'));

/** The way to the bank, outcomes, the return page, failures, the time limit: everything that comes after the list. */
export const resultPart: Part<ResultContent> = part(() => import('./result.ts'));

/** The banks of a channel. */
export const banksPart: Part<BanksContent> = part(() => import('./banks.ts'));

/** The form for cards. */
export const cardPart: Part<CardContent> = part(() => import('./card.ts'));

/** What is said to the developer of a shop. */
export function loadAdvice(): Promise<typeof import('./advice.ts')> {
  return import('./advice.ts');
}
