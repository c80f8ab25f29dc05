import { endpoints } from '@pgw/protocol';
import { createRefusal } from '../responses.ts';
import { isRefusal } from '../ledger/services.ts';
import { createHandler } from './handler.ts';
import { toRefundRecord } from './refund-record.ts';

/** Returns all refunds for the number of a payment, or one refund for its own number. */
export const queryRefund = createHandler(
  endpoints.queryRefund,
  ({ transactionNumber }, { gateway, tenant }) => {
    gateway.ledger.expireOverdue();
    const found = gateway.ledger.refunds.query(tenant.id, transactionNumber);
    if (isRefusal(found)) throw createRefusal(found.code, found.message);
    return toRefundRecord(found.payment, found.refunds);
  },
  { hasBareFaults: true },
);
