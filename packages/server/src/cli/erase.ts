import { exitCodes, UsageError, type EraseArguments } from './arguments.ts';
import type { Shop, Terminal } from './reconcile.ts';

/** Erases the personal data of an order or a payout, after a confirmation. */
export async function runErase(
  { account, isConfirmed, ...subject }: EraseArguments,
  { checkout }: Shop,
  { stdout, confirm }: Terminal,
): Promise<number> {
  if (!isConfirmed && confirm === undefined) throw new UsageError('Without a terminal, erase needs --yes.');
  const name = subject.order === undefined ? `payout ${subject.payout}` : `order ${subject.order}`;
  const question = `Erase the names, numbers, texts and messages of ${name}? They cannot be restored. [y/N] `;
  if (!isConfirmed && !(await confirm?.(question))) return exitCodes.failed;
  const { payments, operations } = await checkout.operator.erase({
    ...(subject.order === undefined ? { payout: subject.payout } : { order: subject.order }),
    ...(account !== undefined && { account }),
  });
  stdout.write(
    `Erased: payments ${payments}, refunds, captures and payouts ${operations}. References, numbers of transactions and amounts are kept.\n`,
  );
  return exitCodes.success;
}
