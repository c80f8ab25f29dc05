import { refundStatus } from '@pgw/protocol';
import type { Command } from 'commander';
import { addTenantOption, parseMinorUnits } from '../arguments.ts';
import type { DefineCommand, ResponseOf } from '../context.ts';
import { formatList, formatMoney, formatTable } from '../table.ts';

interface RefundOptions {
  readonly reason: string;
  readonly amount?: number | undefined;
  readonly full?: boolean | undefined;
  readonly tenantId?: number | undefined;
}

/** A full refund requires --full, so that a forgotten --amount does not refund the whole payment. */
export const defineRefund: DefineCommand = (command, createContext) => {
  command
    .usage('<transaction> --reason <text> (--full | --amount <minor>) [options]')
    .argument('<transaction>', 'transaction number of the payment')
    .requiredOption('--reason <text>', 'reason of the refund')
    .option('--amount <minor>', 'amount to refund, in minor units', parseMinorUnits)
    .option('--full', 'refund the whole payment');
  addTenantOption(command).action(
    async (transactionNumber: string, options: RefundOptions, parsedCommand: Command) => {
      const { full = false, ...fields } = options;
      if ((fields.amount === undefined) !== full)
        parsedCommand.error('error: give either --amount <minor> or --full');
      const context = createContext();
      const record = await context.request('refundPayment', { transactionNumber, ...fields });
      context.print(record, () => formatRefund(record));
    },
  );
};

export const defineRefundStatus: DefineCommand = (command, createContext) => {
  command.argument('<transaction>', 'transaction number of the payment');
  addTenantOption(command).action(
    async (transactionNumber: string, { tenantId }: Pick<RefundOptions, 'tenantId'>) => {
      const context = createContext();
      const record = await context.request('queryRefund', { transactionNumber, tenantId });
      context.print(record, () => formatRefund(record));
    },
  );
};

function formatRefund(record: ResponseOf<'queryRefund'>): string {
  const summary = formatList([
    ['transaction', record.transactionNumber],
    ['refund', record.refundTransactionNumber],
    ['reference', record.referenceCode],
    ['status', formatStatus(record.refundStatus)],
    ['amount', formatMoney(record.amount, record.currencyCode)],
    ['gateway message', record.responseMessage],
  ]);
  if (record.refundPaymentList.length < 2) return summary;
  const entries = formatTable(record.refundPaymentList, [
    { title: 'TRANSACTION', cell: ({ transactionNumber }) => transactionNumber },
    { title: 'AMOUNT', cell: ({ amount, currencyCode }) => formatMoney(amount, currencyCode) },
    { title: 'STATUS', cell: ({ refundStatus: status }) => formatStatus(status) },
    { title: 'REASON', cell: ({ refundReason }) => refundReason },
  ]);
  return `${summary}\n\n${entries}`;
}

function formatStatus(status: number): string {
  const { name, isFinal } = refundStatus(status);
  return `${status} ${name}${isFinal ? '' : ' (query again later)'}`;
}
