import { refundStatus as statusOf, type Endpoints } from '@pgw/protocol';
import type { Command } from 'commander';
import { minorUnits, money } from '../arguments.ts';
import type { GatewayAnswer } from '../../call.ts';
import { answerOf, type Register } from '../context.ts';
import { list, table } from '../table.ts';

interface RefundOptions {
  readonly reason: string;
  readonly amount?: number;
  readonly full?: boolean;
}

/** `pgw refund`: returns the money of a payment. All of it only when that is said, so that a forgotten amount is no accident. */
export const refund: Register = (program, contextOf) => {
  program
    .command('refund')
    .description('Return the money of a successful payment: --full, or an --amount of it.')
    .argument('<transaction>', 'transaction number of the payment')
    .requiredOption('--reason <text>', 'why')
    .option('--amount <minor>', 'part to return, in minor units', minorUnits)
    .option('--full', 'return all of it')
    .action(async (transactionNumber: string, options: RefundOptions, command: Command) => {
      const { reason, amount } = options;
      if ((amount === undefined) === (options.full !== true)) {
        command.error('error: give either --amount <minor> or --full');
      }
      const context = contextOf(command);
      const { signal } = context.terminal;
      const input = { transactionNumber, reason, amount };
      const record = answerOf(
        await context.withGateway((gateway) => gateway.attempt.refundPayment(input, { signal })),
      );
      context.print(record, () => refundView(record));
    });
};

/** `pgw refund-status`: what became of a refund. */
export const refundStatus: Register = (program, contextOf) => {
  program
    .command('refund-status')
    .description('Ask what became of a refund.')
    .argument('<transaction>', 'transaction number of the payment')
    .action(async (transactionNumber: string, _options, command: Command) => {
      const context = contextOf(command);
      const { signal } = context.terminal;
      const record = await context.withGateway((gateway) =>
        gateway.queryRefund({ transactionNumber }, { signal }),
      );
      context.print(record, () => refundView(record));
    });
};

type RefundRecord = GatewayAnswer<Endpoints['queryRefund']>;

function refundView(record: RefundRecord): string {
  const summary = list([
    ['transaction', record.transactionNumber],
    ['refund', record.refundTransactionNumber],
    ['reference', record.referenceCode],
    ['status', statusText(record.refundStatus)],
    ['amount', money(record.amount, record.currencyCode)],
    ['gateway says', record.responseMessage],
  ]);
  if (record.refundPaymentList.length < 2) return summary;
  const entries = table(record.refundPaymentList, [
    { title: 'TRANSACTION', cell: ({ transactionNumber }) => transactionNumber },
    { title: 'AMOUNT', cell: ({ amount, currencyCode }) => money(amount, currencyCode) },
    { title: 'STATUS', cell: ({ refundStatus: status }) => statusText(status) },
    { title: 'REASON', cell: ({ refundReason }) => refundReason },
  ]);
  return `${summary}\n\n${entries}`;
}

function statusText(status: number): string {
  const { name, isFinal } = statusOf(status);
  return `${status} ${name}${isFinal ? '' : ' (ask again later)'}`;
}
