import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { findFreePort } from '../../../scripts/free-port.mjs';
import { fromSources } from '../../../scripts/from-sources.mjs';
import { isNightly } from '../../../scripts/nightly.ts';
import { createShop, type Template } from '../src/create-shop.ts';

// Starts the servers of the templates with the packages of this workspace, and sends requests as several browsers.

const root = fileURLToPath(new URL('../../../', import.meta.url));
/** The packages that the servers of the templates import. */
const packageNames = [
  '@fastify/formbody',
  '@hono/node-server',
  '@pgw/client',
  '@pgw/express',
  '@pgw/server',
  'cookie',
  'express',
  'fastify',
  'hono',
];

/** Creates a shop in a new folder, without an installation. */
function createLinkedShop(template: Template): string {
  const folder = mkdtempSync(join(tmpdir(), 'pgw-template-'));
  createShop({ folder, template });
  mkdirSync(join(folder, 'dist/assets'), { recursive: true });
  // `npm run build` writes this page.
  writeFileSync(join(folder, 'dist/index.html'), '<!doctype html><title>Two Mugs</title>');
  for (const name of packageNames) {
    const link = join(folder, 'node_modules', name);
    mkdirSync(dirname(link), { recursive: true });
    symlinkSync(join(root, 'packages/create-shop/node_modules', name), link, 'junction');
  }
  return folder;
}

export interface LinkedShop {
  readonly url: string;
  /** Ends the server and deletes its folder. */
  readonly stop: () => void;
}

export interface StartOptions {
  /** The address of the sandbox. */
  readonly gateway: string;
  /** Default: the address of the server. */
  readonly publicUrl?: string;
  /** Environment variables that replace those of the sandbox. */
  readonly settings?: Readonly<Record<string, string>>;
  /** Runs `npm start` with the settings in `.env`, and not in the environment. */
  readonly areSettingsInFile?: boolean;
}

/** Starts the server of a template. Rejects with its output if it ends. */
export async function startLinkedShop(
  template: Template,
  { gateway, publicUrl, settings: changedSettings, areSettingsInFile = false }: StartOptions,
): Promise<LinkedShop> {
  const folder = createLinkedShop(template);
  const port = await findFreePort();
  const url = `http://127.0.0.1:${port}`;
  const settings = {
    PGW_BASE_URL: gateway,
    PGW_MERCHANT_ID: '1001',
    PGW_SECRET_KEY: 'sandbox-secret-key',
    PGW_USER: 'merchant@sandbox.example',
    PGW_PASSWORD: 'sandbox-password',
    PGW_PUBLIC_URL: publicUrl ?? url,
    PORT: String(port),
    ...changedSettings,
  };
  if (areSettingsInFile) {
    const lines = Object.entries(settings).map(([variable, value]) => `${variable}=${value}`);
    writeFileSync(join(folder, '.env'), lines.join('\n'));
  }
  const child = spawn(process.execPath, readCommand(folder, areSettingsInFile), {
    cwd: folder,
    env: { ...process.env, ...(areSettingsInFile ? {} : settings) },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  await new Promise<void>((resolve, reject) => {
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (text: Buffer) => {
        output += text.toString();
        if (output.includes('Open http')) resolve();
      });
    child.once('close', () => reject(new Error(`The shop has ended: ${output}`)));
  });
  const stop = (): void => {
    child.kill('SIGKILL');
    rmSync(folder, { recursive: true, force: true });
  };
  return { url, stop };
}

/** The arguments of Node that start the server, as in the script `start` of the shop. */
function readCommand(folder: string, isScript: boolean): readonly string[] {
  // The template has this script.
  const { scripts } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as {
    scripts: { start: string };
  };
  const [, ...args] = isScript ? scripts.start.split(' ') : ['node', 'src/server.ts'];
  return [...fromSources, ...args];
}

/** A browser with its own cookies. `address` is the visitor's address, which the proxy of the shop sends. */
export function openBrowser(url: string, address: string) {
  const cookies = new Map<string, string>();
  return async (path: string, init: RequestInit = {}): Promise<Response> => {
    const site = { 'sec-fetch-site': 'same-origin' };
    const headers = new Headers({ 'x-forwarded-for': address, ...site, ...init.headers });
    if (cookies.size > 0) headers.set('cookie', [...cookies].map((pair) => pair.join('=')).join('; '));
    const response = await fetch(new URL(path, url), { redirect: 'manual', ...init, headers });
    for (const cookie of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
      cookies.set(name, value);
    }
    return response;
  };
}

export type Browser = ReturnType<typeof openBrowser>;

export interface Routes {
  readonly orderPath: (id: string) => string;
  /** Places an order and returns its id. */
  readonly placeOrder: (browser: Browser) => Promise<string>;
  readonly formPath: string;
}

/** The routes of the templates whose server renders the pages. */
const pageRoutes: Routes = {
  orderPath: (id) => `/orders/${id}`,
  formPath: '/orders',
  placeOrder: async (browser) => {
    const body = new URLSearchParams({ product: 'two-mugs' });
    const response = await browser('/orders', { method: 'POST', body });
    return response.headers.get('location')?.replace('/checkout/', '') ?? '';
  },
};

/** The routes of the templates whose pages are built with Vite. */
const jsonRoutes: Routes = {
  orderPath: (id) => `/api/orders/${id}`,
  formPath: '/api/orders',
  placeOrder: async (browser) => {
    const headers = { 'content-type': 'application/json' };
    const body = JSON.stringify({ product: 'two-mugs' });
    const response = await browser('/api/orders', { method: 'POST', headers, body });
    const { id } = (await response.json()) as { readonly id: string };
    return id;
  },
};

// The template for Vue has the server of the template for React.
const serverTemplates = [
  ['express', pageRoutes],
  ['fastify', pageRoutes],
  ['hono', pageRoutes],
  ['react', jsonRoutes],
] as const;

/** All templates in the nightly run, and otherwise these. Each template is in some test of every run. */
export const selectTemplates = (...names: readonly Template[]) =>
  serverTemplates.filter(([name]) => isNightly || names.includes(name));
