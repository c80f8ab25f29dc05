import { endpoints } from '@pgw/protocol';
import { refuse } from '../responses.ts';
import { isRefusal } from '../ledger/parts.ts';
import { handler } from './handler.ts';
import { refundRecordOf } from './refund-record.ts';

/** Returns the refunds of a payment, by the number of the payment or of one refund. */
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
