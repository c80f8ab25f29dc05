// baseline.mjs with a store. It stores the payment before the request and the response after it. Each write is
// on disk before the next step.
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import express from 'express';
import { Pool } from 'undici';
import { createSignedRequest, requestPaymentPath, toBrowserResponse } from './by-hand.mjs';

export function create({ httpOrigin }) {
  const folder = mkdtempSync(join(process.env['PGW_BENCH_FOLDER'] ?? tmpdir(), 'pgw-bench-'));
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
  const database = new DatabaseSync(join(folder, 'payments.db'));
  database.exec('pragma journal_mode = wal; pragma synchronous = full');
  database.exec('create table payments (id text primary key, state text not null, response text)');
  const insert = database.prepare("insert into payments (id, state) values (?, 'created')");
  const update = database.prepare("update payments set state = 'open', response = ? where id = ?");
  const pool = new Pool(httpOrigin, { connections: 64, pipelining: 1 });
  const app = express();
  app.use(express.json());
  app.post('/pgw/payments', async (request, response) => {
    const id = randomUUID();
    insert.run(id);
    const { body, headers } = createSignedRequest(httpOrigin, request);
    const gatewayResponse = await pool.request({ path: requestPaymentPath, method: 'POST', headers, body });
    const result = toBrowserResponse(await gatewayResponse.body.json());
    update.run(JSON.stringify(result), id);
    response.status(201).json(result);
  });
  return app;
}
