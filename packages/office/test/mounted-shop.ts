import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createSandbox } from '@pgw/sandbox';
import { expect, onTestFinished } from 'vitest';
import { findFreePort } from '../../../scripts/free-port.mjs';
import { fromSources } from '../../../scripts/from-sources.mjs';
import { linkPackages } from '../../../scripts/packed/database/examples.ts';
import { startProgram } from '../../../scripts/packed/program.ts';
import { createShop } from '../../create-shop/src/create-shop.ts';
import { openBrowser } from '../../create-shop/test/linked-shop.ts';
import { clerkSettings } from './clerk-at-work.ts';
import {
  clerksModule,
  documentedServers,
  pasteOffice,
  readServerWithOffice,
  type DocumentedServer,
} from './documented-lines.ts';
import { useOrdersOfPostgres } from './orders-on-postgres.ts';

// The servers of the documents and of the templates, with the lines of docs/office.md. Each is started as a developer does.

const packageFolders = {
  ...Object.fromEntries(
    ['client', 'express', 'office', 'server'].map((name) => [`@pgw/${name}`, `packages/${name}`]),
  ),
  ...Object.fromEntries(
    ['@fastify/formbody', '@hono/node-server', 'cookie', 'express', 'fastify', 'hono'].map((name) => [
      name,
      `packages/create-shop/node_modules/${name}`,
    ]),
  ),
  pg: 'packages/server/node_modules/pg',
};

/** A server, and how a shopper gets an order of RM 128.90 in it. */
interface Server {
  /** Writes the files with the office, and returns the path of the server. */
  readonly write: (folder: string) => string;
  /** The file with the options of the checkout. */
  readonly optionsFile: string;
  readonly placeOrder: (send: ReturnType<typeof openBrowser>) => Promise<string>;
}

const ofDocument = (document: DocumentedServer): Server => {
  const { file } = documentedServers[document];
  return {
    write: (folder) => {
      writeFileSync(join(folder, 'package.json'), '{ "private": true, "type": "module" }');
      writeFileSync(join(folder, 'clerks.ts'), clerksModule);
      writeFileSync(join(folder, file), readServerWithOffice(document));
      return file;
    },
    optionsFile: file,
    placeOrder: () => Promise.resolve('A1'),
  };
};

const ofTemplate = (template: 'express' | 'fastify' | 'hono', framework: string): Server => ({
  write: (folder) => {
    createShop({ folder, template });
    const file = join(folder, 'src/server.ts');
    writeFileSync(join(folder, 'src/clerks.ts'), clerksModule);
    writeFileSync(file, pasteOffice(readFileSync(file, 'utf8'), framework));
    return 'src/server.ts';
  },
  optionsFile: 'src/settings.ts',
  placeOrder: async (send) => {
    const body = new URLSearchParams({ product: 'two-mugs' });
    const { headers } = await send('/orders', { method: 'POST', body });
    return headers.get('location')?.replace('/checkout/', '') ?? '';
  },
});

const servers = {
  'packages/express/README.md': ofDocument('packages/express/README.md'),
  'the template fastify': ofTemplate('fastify', 'Fastify'),
  'docs/start.md': ofDocument('docs/start.md'),
  'docs/frameworks/fastify.md': ofDocument('docs/frameworks/fastify.md'),
  'docs/frameworks/hono.md': ofDocument('docs/frameworks/hono.md'),
  'docs/frameworks/node.md': ofDocument('docs/frameworks/node.md'),
  'the template express': ofTemplate('express', 'Express'),
  'the template hono': ofTemplate('hono', 'Hono'),
};
export type ServerName = keyof typeof servers;
export const serverNames = Object.keys(servers) as ServerName[];

/** Starts the shop until the end of the test. With the URL of a database, its orders and payments are on PostgreSQL. */
export async function startShop(name: ServerName, databaseUrl?: string) {
  const { write, optionsFile, placeOrder } = servers[name];
  const sandbox = await createSandbox({ port: 0 });
  const folder = mkdtempSync(join(tmpdir(), 'pgw-office-'));
  onTestFinished(async () => {
    await sandbox.close();
    rmSync(folder, { recursive: true, force: true });
  });
  const entry = write(folder);
  linkPackages(folder, packageFolders);
  if (databaseUrl !== undefined) useOrdersOfPostgres(folder, optionsFile);
  const port = await findFreePort();
  const url = `http://127.0.0.1:${port}`;
  // The server of the README has its addresses in the code.
  const path = join(folder, entry);
  const code = readFileSync(path, 'utf8')
    .replace("publicUrl: 'http://127.0.0.1:3000'", `publicUrl: '${url}'`)
    .replace("baseUrl: 'http://127.0.0.1:4010'", `baseUrl: '${sandbox.url}'`)
    .replace(
      "app.listen(3000, '127.0.0.1')",
      `app.listen(${port}, '127.0.0.1', () => console.log('Open ${url}'))`,
    );
  writeFileSync(path, code);
  const env = {
    ...clerkSettings,
    PORT: String(port),
    PGW_PUBLIC_URL: url,
    PGW_BASE_URL: sandbox.url,
    PGW_MERCHANT_ID: '1001',
    PGW_SECRET_KEY: 'sandbox-secret-key',
    PGW_USER: 'merchant@sandbox.example',
    PGW_PASSWORD: 'sandbox-password',
    ...(databaseUrl === undefined ? {} : { DATABASE_URL: databaseUrl }),
  };
  const program = [process.execPath, ...fromSources, entry] as const;
  const { stop } = await startProgram(program, { cwd: folder, env, ready: /Open http/ });
  onTestFinished(stop);
  const send = openBrowser(url, '127.0.0.1');
  const order = await placeOrder(send);
  expect(order).toMatch(/^(A1|\d{10})$/);
  return { url, sandbox, order, send, stop };
}
