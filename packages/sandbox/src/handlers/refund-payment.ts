import { endpoints } from '@pgw/protocol';
import { refuse } from '../responses.ts';
import { isRefusal } from '../ledger/parts.ts';
import { refundFaults } from '../ledger/refund-rules.ts';
import { isObject } from '../names.ts';
import type { Tenant } from '../options.ts';
import { handler, type Handler } from './handler.ts';
import { refundRecordOf } from './refund-record.ts';

const missingFieldCode = 2044;

const checked = handler(
  endpoints.refundPayment,
  (request, { gateway, tenant }) => {
    const { ledger } = gateway;
    const { transactionNumber, reason, amount } = request;
    ledger.expireOverdue();
    const refundRequest = {
      tenantId: tenant.id,
      transactionNumber,
      reason,
      amount,
      isSameDay: (a: number, b: number) => dayOf(a, tenant) === dayOf(b, tenant),
    };
    const refund = ledger.refunds.request(refundRequest);
    if (isRefusal(refund)) throw refuse(refund.code, refund.message);
    const payment = ledger.payments.find(transactionNumber);
    if (payment === undefined) throw refuse(refundFaults.notFound, 'Transaction Not Found');
    return refundRecordOf(payment, [refund]);
  },
  { isStrict: true, hasBareFaults: true },
);

/**
 * Refunds a payment in full or in part. A missing reason and an amount of 0 or less are refused with separate
 * codes.
 */
export const refundPayment: Handler = {
  ...checked,
  respond: (request, context) => {
    if (isObject(request)) {
      const { reason, amount } = request;
      if (reason === undefined || (typeof reason === 'string' && reason.trim() === ''))
        throw refuse(missingFieldCode, 'Missing Require Field: reason');
      if (typeof amount === 'number' && amount <= 0)
        throw refuse(refundFaults.failed, 'Refund amount cannot be 0.');
    }
    return checked.respond(request, context);
  },
};

function dayOf(time: number, { timeZone = 'Asia/Kuala_Lumpur' }: Tenant): string {
  return new Intl.DateTimeFormat('en-CA', { timeZone }).format(time);
}
