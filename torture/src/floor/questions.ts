import { createHmac } from 'node:crypto';
import { Pool } from 'undici';
import { merchant } from '../gateway/gateway.ts';

const path = '/api/services/app/PaymentGateway/Query';

/** Asks the gateway about a callback's transaction by hand, with nothing of ours between: signs, sends, parses, compares. */
export function questions(gatewayUrl: string): (callback: string) => Promise<void> {
  const pool = new Pool(gatewayUrl, { connections: 64 });
  return async (callback) => {
    const { transactionNumber, amount } = JSON.parse(callback) as Record<string, unknown>;
    const timestamp = Date.now();
    const message = `${gatewayUrl}${path}{"timestamp":${timestamp},"transactionNumber":"${String(transactionNumber)}"}`;
    const { statusCode, body } = await pool.request({
      method: 'GET',
      path: `${path}?TransactionNumber=${String(transactionNumber)}&Timestamp=${timestamp}`,
      headers: {
        'Abp-TenantId': merchant.merchantId,
        Authorization: `Bearer ${merchant.token}`,
        'cap-signature': createHmac('sha256', merchant.secretKey).update(message.toLowerCase()).digest('hex'),
      },
    });
    const record = (await body.json()) as Record<string, unknown>;
    if (statusCode !== 200 || record['amount'] !== amount)
      throw new Error('The gateway says something else.');
  };
}
