import { createOnce } from '@pgw/protocol/internal';
import * as z from '@pgw/protocol/zod';
import type { Payment } from '../../../model/payments/payment.ts';
import type { PaymentChange, PaymentUpdateChange } from '../../../model/payments/payment-change.ts';
import { toRowShape, type Column } from '../columns.ts';
import { paymentFields, paymentGroups, type Tables } from '../schema.ts';

/** A row of the table of payments, without its key. A payment has groups of fields, and the table has flat columns. */
type PaymentRow = Omit<Tables['pgwPayments'], 'referenceKey'>;

type Values = Readonly<Record<string, unknown>>;

const fields = new Map(Object.entries<Column>(paymentFields));
const groups = new Map(
  Object.entries(paymentGroups).map(([groupName, group]) => {
    const columns = Object.entries<Column>(group.fields).map(([field, column]) => ({
      field,
      name: group.columnOf(field),
      column,
    }));
    return [groupName, { isOptional: group.isOptional, columns }] as const;
  }),
);

// If a type error here names a field, add the field to `paymentFields` or `paymentGroups` of `schema.ts`.
const getPaymentSchema = createOnce<z.ZodType<Payment>>(() =>
  z.object({ ...toRowShape(paymentFields), ...toRowShape(paymentGroups) }),
);

/** Reads a payment. Its row is validated, so that a row that was edited by hand and is invalid is detected. */
export function readPayment(row: unknown): Payment {
  // The schema validates each value.
  const values = row as Values;
  const nestedValues: Record<string, unknown> = { ...values };
  for (const [name, { isOptional, columns }] of groups) {
    const isAbsent = isOptional && columns.every((column) => values[column.name] === null);
    nestedValues[name] = isAbsent
      ? null
      : Object.fromEntries(columns.map((column) => [column.field, values[column.name]]));
  }
  return getPaymentSchema().parse(nestedValues);
}

/** Converts a payment to its row. */
export function toPaymentRow(payment: Payment): PaymentRow {
  // A payment has every field, so the result has every column.
  return toChangedColumns(payment) as PaymentRow;
}

/** Converts a change to the columns that it writes. Only its own members count: a library may add members to all objects. */
export function toChangedColumns(change: PaymentChange | PaymentUpdateChange): Partial<PaymentRow> {
  const row: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(change)) {
    if (value === undefined) continue;
    const column = fields.get(name);
    if (column !== undefined) row[name] = column.encode(value);
    else writeGroup(row, name, value as Values | null);
  }
  // The names and types are those of the columns.
  return row;
}

/** Adds the columns of a group, which is an object, or null if it is optional. */
function writeGroup(row: Record<string, unknown>, groupName: string, group: Values | null): void {
  for (const { field, name, column } of groups.get(groupName)?.columns ?? []) {
    const value = group === null ? null : Object.hasOwn(group, field) ? group[field] : undefined;
    if (value !== undefined) row[name] = value === null ? null : column.encode(value);
  }
}
