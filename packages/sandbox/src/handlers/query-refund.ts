import { endpoints } from '@pgw/protocol';
import { createRefusal } from './responses.ts';
import { isRefusal } from '../ledger/services.ts';
import { createHandler } from './handler.ts';
import { toRefundRecord } from './fields/refund-record.ts';

/** Returns all refunds for the number of a payment, or a single refund for the number of that refund. */
export const queryRefund = createHandler(
  endpoints.queryRefund,
  ({ transactionNumber }, { gateway, tenant }) => {
    gateway.ledger.applyDueChanges();
    const result = gateway.ledger.refunds.query(tenant.id, transactionNumber);
    if (isRefusal(result)) throw createRefusal(result.code, result.message);
    return toRefundRecord(result.payment, result.refunds);
  },
  { hasRefusalsWithoutEnvelope: true },
);
