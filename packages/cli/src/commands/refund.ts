import { refundStatus, type Endpoints } from '@pgw/protocol';
import type { Command } from 'commander';
import { parseMinorUnits, formatMoney, addTenantOption } from '../arguments.ts';
import type { GatewayResponse } from '@pgw/client';
import type { DefineCommand } from '../context.ts';
import { formatList, formatTable } from '../table.ts';

interface RefundOptions {
  readonly reason: string;
  readonly amount?: number | undefined;
  readonly full?: boolean | undefined;
  readonly tenantId?: number | undefined;
}

/**
 * Defines `pgw refund`, which refunds a payment. A full refund requires --full, so that a forgotten
 * --amount does not refund the whole payment.
 */
export const defineRefund: DefineCommand = (command, createContext) => {
  command
    .usage('<transaction> --reason <text> (--full | --amount <minor>) [options]')
    .argument('<transaction>', 'transaction number of the payment')
    .requiredOption('--reason <text>', 'reason of the refund')
    .option('--amount <minor>', 'amount to refund, in minor units', parseMinorUnits)
    .option('--full', 'refund the whole payment');
  addTenantOption(command).action(
    async (transactionNumber: string, options: RefundOptions, parsedCommand: Command) => {
      const { reason, amount, tenantId } = options;
      if ((amount === undefined) === (options.full !== true)) {
        parsedCommand.error('error: give either --amount <minor> or --full');
      }
      const context = createContext();
      const input = { transactionNumber, reason, amount, tenantId };
      const record = await context.requireResponse(({ attempt }, callOptions) =>
        attempt.refundPayment(input, callOptions),
      );
      context.print(record, () => formatRefund(record));
    },
  );
};

/** Defines `pgw refund-status`, which queries the refunds of a payment. */
export const defineRefundStatus: DefineCommand = (command, createContext) => {
  command.argument('<transaction>', 'transaction number of the payment');
  addTenantOption(command).action(
    async (transactionNumber: string, { tenantId }: Pick<RefundOptions, 'tenantId'>) => {
      const context = createContext();
      const record = await context.callGateway((gateway, callOptions) =>
        gateway.queryRefund({ transactionNumber, tenantId }, callOptions),
      );
      context.print(record, () => formatRefund(record));
    },
  );
};

type RefundRecord = GatewayResponse<Endpoints['queryRefund']>;

function formatRefund(record: RefundRecord): string {
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
