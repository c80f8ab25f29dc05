import { endpoints } from '@pgw/protocol';
import { isObject } from '@pgw/protocol/internal';
import { createRefusal } from './responses.ts';
import { isRefusal } from '../ledger/services.ts';
import { refundFaults } from '../ledger/refunds/refund-rules.ts';
import { createSameDayCheck } from '../ledger/refunds/same-day.ts';
import { createHandler, type Handler } from './handler.ts';
import { toRefundRecord } from './fields/refund-record.ts';

const missingFieldCode = 2044;

const validatedHandler = createHandler(
  endpoints.refundPayment,
  (request, { gateway, tenant }) => {
    const { ledger } = gateway;
    const { transactionNumber, reason, amount } = request;
    ledger.applyDueChanges();
    const refundRequest = {
      tenantId: tenant.id,
      transactionNumber,
      reason,
      amount,
      isSameDay: createSameDayCheck(tenant),
    };
    const refund = ledger.refunds.request(refundRequest);
    if (isRefusal(refund)) throw createRefusal(refund.code, refund.message);
    const payment = ledger.payments.find(transactionNumber);
    if (payment === undefined) throw createRefusal(refundFaults.notFound, 'Transaction Not Found');
    return toRefundRecord(payment, [refund]);
  },
  { isStrict: true, hasRefusalsWithoutEnvelope: true },
);

/** A missing reason and an amount of 0 or less are refused with separate codes. */
export const refundPayment: Handler = {
  ...validatedHandler,
  respond: (request, context) => {
    if (isObject(request)) {
      const { reason, amount } = request;
      if (reason === undefined || (typeof reason === 'string' && reason.trim() === ''))
        throw createRefusal(missingFieldCode, 'Missing Require Field: reason');
      if (typeof amount === 'number' && amount <= 0)
        throw createRefusal(refundFaults.failed, 'Refund amount cannot be 0.');
    }
    return validatedHandler.respond(request, context);
  },
};
