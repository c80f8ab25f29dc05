import { formatAmount } from '@pgw/pages';
import { t } from '../language/language.ts';
import type { ReconciliationSummary } from '@pgw/server/operator';

/** Describes the result of a reconciliation for the clerk. */
export function describeReconciliation({
  queried,
  changed,
  failed,
  withoutNumber,
}: {
  readonly queried: number;
  readonly changed: number;
  readonly failed: number;
  readonly withoutNumber: readonly string[];
}): string {
  const texts = [t`Queried ${formatPaymentCount(queried)}; ${changed} changed.`];
  if (failed > 0)
    texts.push(t`The gateway’s response for ${formatPaymentCount(failed)} was invalid. See the log.`);
  if (withoutNumber.length > 0)
    texts.push(
      t`The gateway may have received money for ${withoutNumber.join(', ')}. Look them up at the gateway, then adopt each paid one by its number.`,
    );
  return texts.join(' ');
}

function formatPaymentCount(number: number): string {
  return number === 1 ? t('1 payment') : t`${number} payments`;
}

/** Describes the counts and sums of a kind of records. */
export function describeTotals({ totals }: ReconciliationSummary): string[] {
  return totals.map(
    ({ records, recordSum, shopCount, shopSum, currencyCode }) =>
      t`File: ${records} payments, ${formatAmount({ amount: recordSum, currencyCode })}. Shop: ${shopCount} payments, ${formatAmount({ amount: shopSum, currencyCode })}.`,
  );
}
