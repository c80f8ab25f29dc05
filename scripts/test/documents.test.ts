import { spawnSync } from 'node:child_process';
import {
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  clerksModule,
  documentedServers,
  nextRoute,
  readServerWithOffice,
  type DocumentedServer,
} from '../../packages/office/test/documented-lines.ts';
import { frameworkTypes } from '../checks/framework-types.ts';

// Checks that the code in the documents compiles with the installed packages, and that every link has a
// target.

const root = fileURLToPath(new URL('../../', import.meta.url));
const documents = globSync('**/*.md', {
  cwd: root,
  exclude: (path) =>
    /node_modules|^[.]|[.]api[.]md$|^docs-site.(?:generated|dist)$|[\\/]published$/.test(path),
});
const readText = (document: string): string => readFileSync(join(root, document), 'utf8');

/** Variables that code for a server uses without a declaration. A block can declare its own. */
const serverGlobals = `
  import type { Checkout } from '@pgw/express';
  import type { CheckoutOptions } from '@pgw/server';
  import type { EmbeddedTransaction } from '@pgw/server/stores/embedded';
  import type { GatewayClientOptions, GatewayClient } from '@pgw/client';
  import type { Application, Request, Response } from 'express';
  declare global {
    const baseUrl: string, merchantId: string, secretKey: string, userName: string, password: string;
    const options: GatewayClientOptions, gateway: GatewayClient, myFetch: typeof fetch;
    const app: Application, req: Request, res: Response, checkout: Checkout;
    const nonce: string, orderId: string, customerId: string, cardId: string, reference: string, transactionNumber: string;
    const express: typeof import('express');
    const settings: Pick<CheckoutOptions<EmbeddedTransaction>, 'gateway' | 'publicUrl' | 'merchant' | 'resolveOrder' | 'onPaid'>;
    const randomBytes: typeof import('node:crypto').randomBytes;
    const createGatewayClient: typeof import('@pgw/client').createGatewayClient;
    const waitUntil: (work: Promise<unknown>) => void;
    const Bun: {
      serve(options: { port: number; fetch: (request: globalThis.Request) => Promise<globalThis.Response> }): {
        requestIP(request: globalThis.Request): { address: string } | null;
      };
    };
    const readVisitor: (req: Request) => string | undefined, renderOrder: (order: object) => string;
    const findOrder: (id: string, visitor: string | undefined) => object | undefined;
    const rawBody: Uint8Array, storedCallbackUrl: string, secret: string, PORT: string, PGW_PUBLIC_URL: string;
  }
`;

/** Variables that scripts of a web page use without a declaration. */
const browserGlobals = `
  import type { PgwCheckout } from '@pgw/checkout';
  declare global {
    const checkout: PgwCheckout;
    const reserveStock: (order: string) => Promise<void>;
    interface ParentNode { querySelector(selectors: '#terms'): HTMLInputElement | null }
  }
`;

/** The packages that the code can import, with their folders in this repository. */
const packageFolders = {
  '@pgw/checkout': 'packages/checkout',
  '@pgw/client': 'packages/client',
  '@pgw/express': 'packages/express',
  '@pgw/office': 'packages/office',
  '@pgw/protocol': 'packages/protocol',
  '@pgw/sandbox': 'packages/sandbox',
  '@pgw/server': 'packages/server',
  '@hono/node-server': 'packages/server/node_modules/@hono/node-server',
  '@opentelemetry/api': 'packages/server/node_modules/@opentelemetry/api',
  '@opentelemetry/context-async-hooks': 'packages/server/node_modules/@opentelemetry/context-async-hooks',
  '@playwright/test': 'packages/sandbox/node_modules/@playwright/test',
  '@types/compression': 'node_modules/@types/compression',
  '@types/express': 'packages/server/node_modules/@types/express',
  '@types/express-session': 'node_modules/@types/express-session',
  '@types/node': 'node_modules/@types/node',
  '@types/pg': 'packages/server/node_modules/@types/pg',
  '@types/react': 'packages/checkout/node_modules/@types/react',
  compression: 'node_modules/compression',
  'express-rate-limit': 'node_modules/express-rate-limit',
  'express-session': 'node_modules/express-session',
  fastify: 'packages/server/node_modules/fastify',
  helmet: 'node_modules/helmet',
  hono: 'packages/server/node_modules/hono',
  pg: 'packages/server/node_modules/pg',
  pino: 'packages/server/node_modules/pino',
  'prom-client': 'packages/server/node_modules/prom-client',
  svelte: 'packages/checkout/node_modules/svelte',
  undici: 'packages/client/node_modules/undici',
  vue: 'packages/checkout/node_modules/vue',
};

interface Block {
  readonly document: string;
  /** The line of the document where the code begins, from 1. */
  readonly line: number;
  readonly language: string;
  readonly code: string;
}

function listBlocks(document: string): Block[] {
  return [...readText(document).matchAll(/^( *)```(\w+)\n([\s\S]*?)^ *```$/gm)].map(
    ({ index, input, 1: indent = '', 2: language = '', 3: code = '' }) => ({
      document,
      line: input.slice(0, index).split('\n').length + 1,
      language,
      code: code.replaceAll(new RegExp(`^${indent}`, 'gm'), ''),
    }),
  );
}

describe('code in the documents', () => {
  // your-database.test.ts compiles the first document, because its code has other dependencies. The lines of the second one are compiled in
  // the servers of the documents.
  const excludedDocuments = ['docs/your-database.md', 'docs/office.md'];
  const blocks = documents.filter((document) => !excludedDocuments.includes(document)).flatMap(listBlocks);
  const serverBlocks = [
    ...blocks.filter(({ language }) => /^tsx?$/.test(language)),
    ...listServersWithOffice(),
  ];
  const browserBlocks = blocks.filter(({ language }) => language === 'js');
  let folder: string;

  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'pgw-pages-'));
    for (const [name, packageFolder] of Object.entries(packageFolders)) {
      const link = join(folder, 'node_modules', name);
      mkdirSync(dirname(link), { recursive: true });
      symlinkSync(join(root, packageFolder), link, 'junction');
    }
    writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
  });
  afterAll(() => {
    rmSync(folder, { recursive: true });
  });

  it('the documents contain code for servers and for web pages', () => {
    expect(serverBlocks.length).toBeGreaterThan(15);
    expect(browserBlocks.length).toBeGreaterThan(5);
  });

  it('the code for servers and frameworks in the documents compiles', () => {
    expect(
      compileBlocks(serverBlocks, { folder: join(folder, 'server'), globals: serverGlobals, isStrict: true }),
    ).toBe('');
  });

  // This code is not compiled in strict mode, because scripts of a web page do not check whether an element is
  // null.
  it('the code in the documents for scripts of a web page compiles', () => {
    expect(
      compileBlocks(browserBlocks, {
        folder: join(folder, 'page'),
        globals: browserGlobals,
        isStrict: false,
      }),
    ).toBe('');
  });
});

/** The servers of the documents with the lines of docs/office.md. */
function listServersWithOffice(): Block[] {
  const block = (document: string, code: string): Block => ({ document, line: 0, language: 'ts', code });
  const servers = Object.keys(documentedServers) as DocumentedServer[];
  const route = nextRoute.replaceAll('@/clerks', './clerks.ts');
  return [
    ...servers
      // It is JavaScript, and the server of docs/start.md is the same in TypeScript.
      .filter((document) => document !== 'packages/express/README.md')
      .map((document) => block(`${document} with the office`, readServerWithOffice(document))),
    block('docs/office.md, route.ts', route),
  ];
}

interface CompileOptions {
  readonly folder: string;
  /** A module with the variables that the blocks use without a declaration. */
  readonly globals: string;
  readonly isStrict: boolean;
}

/**
 * Compiles each block as a module. Returns the compiler's messages with the documents and lines of the blocks.
 */
function compileBlocks(blocks: readonly Block[], { folder, globals, isStrict }: CompileOptions): string {
  mkdirSync(folder);
  writeFileSync(join(folder, 'globals.ts'), globals);
  writeFileSync(join(folder, 'frameworks.d.ts'), frameworkTypes);
  writeFileSync(join(folder, 'clerks.ts'), clerksModule);
  const compilerOptions = {
    target: 'es2024',
    module: 'nodenext',
    lib: ['es2024', 'dom', 'dom.iterable'],
    types: ['node'],
    jsx: 'react-jsx',
    allowJs: true,
    checkJs: true,
    strict: isStrict,
    noEmit: true,
    skipLibCheck: true,
    allowImportingTsExtensions: true,
  };
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions }));
  const names = new Map<string, Block>();
  for (const block of blocks) {
    const name = `${block.document.replaceAll(/[^\w]/g, '_')}_${block.line}.${block.language}`;
    names.set(name, block);
    // A block with a return statement is the body of a function.
    const isFunctionBody = /^(if .*)?return\b/m.test(block.code);
    const code = isFunctionBody ? `void async function () {${block.code}};` : block.code;
    writeFileSync(join(folder, name), `${code}\nexport {};\n`);
  }
  const tsc = join(root, 'node_modules', 'typescript', 'bin', 'tsc');
  const { stdout } = spawnSync(process.execPath, [tsc, '--pretty', 'false'], {
    cwd: folder,
    encoding: 'utf8',
  });
  return stdout.replaceAll(/^(\S+?)\((\d+),\d+\)/gm, (_, name: string, line: string) => {
    const block = names.get(name);
    return block === undefined ? `${name}:${line}` : `${block.document}:${block.line + Number(line) - 1}`;
  });
}

describe('links in the documents', () => {
  it('every link in the documents has a target', () => {
    const brokenLinks = documents.flatMap((document) =>
      listLinks(document)
        .filter((link) => !hasTarget(document, link))
        .map((link) => `${document}: ${link}`),
    );
    expect(brokenLinks).toEqual([]);
  });
});

const readProse = (document: string): string =>
  readText(document).replaceAll(/^( *)```[\s\S]*?^ *```$/gm, '');

function listLinks(document: string): string[] {
  return [...readProse(document).matchAll(/\]\(([^)\s]+)(?: ["'][^)]*)?\)/g)]
    .map(([, link = '']) => link)
    .filter((link) => !/^[a-z]+:/.test(link));
}

function hasTarget(document: string, link: string): boolean {
  const [path = '', anchor] = link.split('#');
  const target = path === '' ? join(root, document) : resolve(root, dirname(document), path);
  if (!existsSync(target)) return false;
  return anchor === undefined || listAnchors(readProse(target.slice(root.length))).has(anchor);
}

/** The anchors that GitHub derives from headings. */
function listAnchors(prose: string): Set<string> {
  return new Set(
    [...prose.matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) =>
      heading
        .toLowerCase()
        .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
        .replaceAll(' ', '-'),
    ),
  );
}
