import { endpoints } from '@pgw/protocol';
import { refuse } from '../responses.ts';
import { isRefusal } from '../ledger/parts.ts';
import { handler } from './handler.ts';
import { refundRecordOf } from './refund-record.ts';

/** Returns all refunds for the number of a payment, or one refund for its own number. */
export const queryRefund = handler(
  endpoints.queryRefund,
  ({ transactionNumber }, { gateway, tenant }) => {
    gateway.ledger.expireOverdue();
    const found = gateway.ledger.refunds.query(tenant.id, transactionNumber);
    if (isRefusal(found)) throw refuse(found.code, found.message);
    return refundRecordOf(found.payment, found.refunds);
  },
  { hasBareFaults: true },
);
