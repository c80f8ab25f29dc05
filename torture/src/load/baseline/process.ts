// The baseline: a minimal receiver of callbacks in its own process, with which the checkout is compared. Express
// reads the raw body, inserts one row and sends a 200. With a gateway URL, the receiver also queries the gateway
// for each callback: a safe receiver does not trust callbacks.
import { createServer } from 'node:http';
import express, { type Request, type Response } from 'express';
import { listen } from '../../network/server.ts';
import { openPool } from '../../shop/storage.ts';
import { createQuery } from './query.ts';

const pool = openPool(process.env['PGW_TORTURE_URL'] ?? '', Number(process.env['PGW_TORTURE_CONNECTIONS']));
await pool.query('create table if not exists torture_baseline (body text not null, at bigint not null)');
const gatewayUrl = process.env['PGW_TORTURE_GATEWAY'] ?? '';
const query = gatewayUrl === '' ? undefined : createQuery(gatewayUrl);
let handledCount = 0;
const app = express();
async function receive(req: Request, res: Response): Promise<void> {
  // `express.raw` sets a Buffer.
  const body = (req.body as Buffer).toString('utf8');
  await pool.query('insert into torture_baseline (body, at) values ($1, $2)', [body, Date.now()]);
  res.status(200).json({ received: true });
  await query?.(body);
  handledCount += 1;
}
app.post('/pgw/callback', express.raw({ type: () => true }), receive);
const url = await listen(createServer(app));
process.on('disconnect', () => process.exit(0));
process.on('message', (message) => {
  if (message === 'close') process.disconnect();
  if (message === 'cpu') process.send?.({ cpu: process.cpuUsage() });
  if (message === 'handled-count') process.send?.({ handledCount });
});
process.send?.({ url });
