import { createGatewayClient } from '@pgw/client';
import { createCheckout } from '@pgw/express';
import express from 'express';

const gateway = createGatewayClient({
  baseUrl: 'http://127.0.0.1:4010',
  merchantId: '1001',
  secretKey: 'sandbox-secret-key',
  credentials: { userName: 'merchant@sandbox.example', password: 'sandbox-password' },
});
const checkout = createCheckout({
  gateway,
  publicUrl: 'http://127.0.0.1:3001',
  merchant: 'Two Mugs',
  resolveOrder: (orderId) =>
    /^A\d+$/.test(orderId) ? { amount: 12345, currencyCode: 'MYR', description: 'Two mugs' } : undefined,
  onPaid: (payment) => console.log(`Order ${payment.orderId} is paid: send the mugs.`),
});
const app = express();
app.use('/pgw', checkout.router);
app.use(express.static('public'));
app.listen(3001, '127.0.0.1', () => console.log('Two Mugs is open at http://127.0.0.1:3001'));
