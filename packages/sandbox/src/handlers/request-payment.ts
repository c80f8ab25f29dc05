import { duplicateTransactionCode, endpoints, redirectionType } from '@pgw/protocol';
import { refuse } from '../answers.ts';
import { findChannel } from '../catalogue/catalogue.ts';
import type { Payment } from '../ledger/rows.ts';
import { handler } from './handler.ts';
import { orderOf } from './order.ts';

/** Opens a payment and says where the customer's browser goes: the bank page, or the hosted page to choose. */
export const requestPayment = handler(endpoints.requestPayment, (request, { gateway, tenant }) => {
  const { now, paymentLifetimeMs } = gateway.settings;
  const payment = gateway.ledger.openPayment(
    orderOf(request, { tenant, expiresAt: now() + paymentLifetimeMs }),
  );
  if (payment === undefined) throw refuse(duplicateTransactionCode, 'Duplicate Transaction');
  return {
    currencyCode: payment.currencyCode,
    amount: payment.amount,
    transactionNumber: payment.transactionNumber,
    channelId: payment.channelId,
    ...redirectionOf(payment, gateway.url()),
    transactionExpired: new Date(payment.expiresAt).toISOString(),
  };
});

function redirectionOf(
  payment: Payment,
  baseUrl: string,
): { redirectionType: number; redirectUrl: string; clientScript: string | null } {
  const { transactionNumber, isHosted } = payment;
  const redirectUrl = `${baseUrl}/${isHosted ? 'pay' : 'bank'}/${transactionNumber}`;
  if (findChannel(payment.channelId)?.leavesBy !== 'script')
    return { redirectionType: redirectionType.url, redirectUrl, clientScript: null };
  const clientScript = formScript(`${baseUrl}/wallet/${transactionNumber}`);
  return { redirectionType: redirectionType.script, redirectUrl, clientScript };
}

/** A script that leaves the page by posting a form, as some wallets ask for. */
function formScript(action: string): string {
  return [
    '(function () {',
    "  var form = document.createElement('form');",
    "  form.method = 'POST';",
    `  form.action = ${JSON.stringify(action)};`,
    "  form.style.display = 'none';",
    "  var field = document.createElement('input');",
    "  field.type = 'hidden';",
    "  field.name = 'source';",
    "  field.value = 'checkout';",
    '  form.appendChild(field);',
    '  document.body.appendChild(form);',
    '  form.submit();',
    '})();',
  ].join('\n');
}
