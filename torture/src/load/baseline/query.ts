import { createHmac } from 'node:crypto';
import { Pool } from 'undici';
import { merchant } from '../../gateway/gateway.ts';

const path = '/api/services/app/PaymentGateway/Query';

/**
 * Returns a function that queries the gateway for the transaction of a callback and compares the amounts. The
 * function uses no code of the checkout.
 */
export function createQuery(gatewayUrl: string): (callback: string) => Promise<void> {
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
      throw new Error('The record of the gateway differs from the callback.');
  };
}
