import { stringify } from 'csv-stringify/sync';
import type { Difference } from './settlement-record.ts';

const differenceTitles = [
  'Type',
  'Kind',
  'Fields',
  'TransactionNumber',
  'ReferenceCode',
  'ShopAmount',
  'GatewayAmount',
  'ShopCurrency',
  'GatewayCurrency',
  'ShopState',
  'GatewayState',
] as const;

export function formatDifferenceCsvHead(): string {
  return stringify([[...differenceTitles]]);
}

/** Amounts are in minor units. Texts that a spreadsheet would treat as a formula are escaped. */
export function formatDifferenceCsvLine({ type, kind, fields, shop, gateway }: Difference): string {
  const cells = [
    type,
    kind,
    fields.join(' '),
    gateway?.transactionNumber ?? shop?.transactionNumber,
    gateway?.reference ?? shop?.reference,
    shop?.amount,
    gateway?.amount,
    shop?.currencyCode,
    gateway?.currencyCode,
    shop?.state,
    gateway?.state,
  ];
  return stringify([cells], { escape_formulas: true });
}
