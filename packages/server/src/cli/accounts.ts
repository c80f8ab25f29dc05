import { toPrintable } from '@pgw/protocol/internal';
import { isWrongAccount, type StoredAccount } from '../model/ports/account-store.ts';
import { exitCodes, UsageError, type AccountArguments } from './arguments.ts';
import type { Shop, Terminal } from './reconcile.ts';

/** Shows the accounts of the store of a checkout. `add` then adds the account of this checkout. */
export async function runAccounts(
  { accounts: command, isConfirmed }: AccountArguments,
  { checkout }: Shop,
  { stdout, confirm }: Terminal,
): Promise<number> {
  // A store of other accounts refuses the checkout, and can be listed.
  const refusal = await checkout.ready.then(
    () => undefined,
    (error: unknown) => error,
  );
  if (refusal !== undefined && !isWrongAccount(refusal)) throw refusal;
  const accounts = await checkout.operator.accounts.list();
  stdout.write(`The accounts of the store, and their open work:\n${accounts.map(format).join('')}`);
  if (refusal === undefined) {
    if (command === 'add') stdout.write('The store has the account of this checkout.\n');
    return exitCodes.success;
  }
  stdout.write(`${toPrintable(refusal.message)}\n`);
  if (command === 'list') return exitCodes.failed;
  if (!isConfirmed && confirm === undefined)
    throw new UsageError('Without a terminal, accounts add needs --yes.');
  const question =
    'Add the account of this checkout to this store? Its payments are kept apart from the others. [y/N] ';
  if (!isConfirmed && !(await confirm?.(question))) return exitCodes.failed;
  await checkout.operator.accounts.add();
  stdout.write('The account was added. Start the shop again.\n');
  return exitCodes.success;
}

function format({ merchantId, origin, environment, sweptAt, ...work }: StoredAccount): string {
  const mark = environment === 'staging' ? ' (test, no real money)' : '';
  const name = merchantId === null ? 'no owner yet' : `merchant ${merchantId} at ${origin ?? ''}${mark}`;
  const swept = sweptAt === null ? 'never swept' : `last swept ${new Date(sweptAt).toISOString()}`;
  const { id, openPayments, openOperations, dueCalls } = work;
  return (
    `  ${id}. ${toPrintable(name)}: ${openPayments} open payments, ${openOperations} open refunds, captures and payouts, ` +
    `${dueCalls} due callbacks and hooks; ${swept}\n`
  );
}
