import type { Money } from '@pgw/protocol';
import { formatMoney } from '../../format.ts';

/** What an operation did. */
export interface OperationReport {
  /** The message for the reader. */
  readonly message?: string | undefined;
  /** The query parameters with which the page shows a refused form again. */
  readonly parameters?: Readonly<Record<string, string>> | undefined;
}

/**
 * Returns true when a form was sent for a state that has changed since, as by a double click. `seen` is what the form
 * had, and is empty for a program that sends no form.
 */
export function isOutdated(seen: string, current: number): boolean {
  return seen !== '' && seen !== String(current);
}

/** Formats a sum with the integer that requests contain: `RM 44.50 (sent as 4450)`. */
export function formatSum(money: Money): string {
  return `${formatMoney(money)} (sent as ${money.amount})`;
}
