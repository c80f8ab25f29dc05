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

// Checks that the code in the documents compiles with the installed packages, and that every link has a
// target.

const root = fileURLToPath(new URL('../../', import.meta.url));
const pages = globSync('**/*.md', {
  cwd: root,
  exclude: (path) => /node_modules|^[.]|[.]api[.]md$/.test(path),
});
const textOf = (page: string): string => readFileSync(join(root, page), 'utf8');

/** Variables that code for a server uses without a declaration. A block can declare its own. */
const onServer = `
  import type { Checkout } from '@pgw/express';
  import type { GatewayClientOptions, GatewayClient } from '@pgw/client';
  import type { Application, Request, Response } from 'express';
  declare global {
    const baseUrl: string, merchantId: string, secretKey: string, userName: string, password: string;
    const options: GatewayClientOptions, gateway: GatewayClient, myFetch: typeof fetch;
    const app: Application, req: Request, res: Response, checkout: Checkout;
    const nonce: string, orderId: string, customerId: string, cardId: string, reference: string, transactionNumber: string;
    const express: typeof import('express');
    const randomBytes: typeof import('node:crypto').randomBytes;
    const createGatewayClient: typeof import('@pgw/client').createGatewayClient;
    const rawBody: Uint8Array, storedCallbackUrl: string, secret: string;
  }
`;

/** Variables that scripts in a page use without a declaration. */
const inPage = `
  import type { PgwCheckout } from '@pgw/checkout';
  declare global {
    const checkout: PgwCheckout;
    const reserveStock: (order: string) => Promise<void>;
    interface ParentNode { querySelector(selectors: '#terms'): HTMLInputElement | null }
  }
`;

/** The packages in a shop's node_modules, and their folders in this repository. */
const installed = {
  '@pgw/checkout': 'packages/checkout',
  '@pgw/client': 'packages/client',
  '@pgw/express': 'packages/express',
  '@pgw/protocol': 'packages/protocol',
  '@pgw/sandbox': 'packages/sandbox',
  '@types/express': 'packages/express/node_modules/@types/express',
  '@types/node': 'node_modules/@types/node',
  '@types/react': 'packages/checkout/node_modules/@types/react',
  svelte: 'packages/checkout/node_modules/svelte',
  undici: 'packages/client/node_modules/undici',
  vue: 'packages/checkout/node_modules/vue',
};

interface Block {
  readonly page: string;
  /** The line of the page where the code begins, from 1. */
  readonly line: number;
  readonly language: string;
  readonly code: string;
}

function blocksOf(page: string): Block[] {
  return [...textOf(page).matchAll(/^( *)```(\w+)\n([\s\S]*?)^ *```$/gm)].map(
    ({ index, input, 1: indent = '', 2: language = '', 3: code = '' }) => ({
      page,
      line: input.slice(0, index).split('\n').length + 1,
      language,
      code: code.replaceAll(new RegExp(`^${indent}`, 'gm'), ''),
    }),
  );
}

describe('the code on the pages', () => {
  // The first page has modules with other dependencies, and your-database.test.ts compiles them. The second
  // page calls a package that is not published.
  const ownExamples = ['docs/your-database.md', 'examples/back-office/README.md'];
  const blocks = pages.filter((page) => !ownExamples.includes(page)).flatMap(blocksOf);
  const ofServer = blocks.filter(({ language }) => /^tsx?$/.test(language));
  const ofPage = blocks.filter(({ language }) => language === 'js');
  let shop: string;

  beforeAll(() => {
    shop = mkdtempSync(join(tmpdir(), 'pgw-pages-'));
    for (const [name, place] of Object.entries(installed)) {
      const link = join(shop, 'node_modules', name);
      mkdirSync(dirname(link), { recursive: true });
      symlinkSync(join(root, place), link, 'junction');
    }
    writeFileSync(join(shop, 'package.json'), '{ "type": "module" }');
  });
  afterAll(() => {
    rmSync(shop, { recursive: true });
  });

  it('is found in the pages', () => {
    expect(ofServer.length).toBeGreaterThan(15);
    expect(ofPage.length).toBeGreaterThan(5);
  });

  it('compiles, for a server and for frameworks', () => {
    expect(defectsOf(ofServer, { folder: join(shop, 'server'), given: onServer, isStrict: true })).toBe('');
  });

  // Scripts in a page do not check whether an element is null.
  it('compiles for scripts in a page', () => {
    expect(defectsOf(ofPage, { folder: join(shop, 'page'), given: inPage, isStrict: false })).toBe('');
  });
});

interface Surroundings {
  readonly folder: string;
  readonly given: string;
  readonly isStrict: boolean;
}

/**
 * Compiles each block as a module. Returns the compiler's messages with the pages and lines of the blocks.
 */
function defectsOf(blocks: readonly Block[], { folder, given, isStrict }: Surroundings): string {
  mkdirSync(folder);
  writeFileSync(join(folder, 'given.ts'), given);
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
  };
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions }));
  const names = new Map<string, Block>();
  for (const block of blocks) {
    const name = `${block.page.replaceAll(/[^\w]/g, '_')}_${block.line}.${block.language}`;
    names.set(name, block);
    // A part of a handler may contain a return statement.
    const isPiece = /^(if .*)?return\b/m.test(block.code);
    const code = isPiece ? `void async function () {${block.code}};` : block.code;
    writeFileSync(join(folder, name), `${code}\nexport {};\n`);
  }
  const tsc = join(root, 'node_modules', 'typescript', 'bin', 'tsc');
  const { stdout } = spawnSync(process.execPath, [tsc, '--pretty', 'false'], {
    cwd: folder,
    encoding: 'utf8',
  });
  return stdout.replaceAll(/^(\S+?)\((\d+),\d+\)/gm, (_, name: string, line: string) => {
    const block = names.get(name);
    return block === undefined ? `${name}:${line}` : `${block.page}:${block.line + Number(line) - 1}`;
  });
}

describe('the links of the pages', () => {
  it('have a target', () => {
    const dead = pages.flatMap((page) =>
      linksOf(page)
        .filter((link) => !hasTarget(page, link))
        .map((link) => `${page}: ${link}`),
    );
    expect(dead).toEqual([]);
  });
});

const proseOf = (page: string): string => textOf(page).replaceAll(/^( *)```[\s\S]*?^ *```$/gm, '');

function linksOf(page: string): string[] {
  return [...proseOf(page).matchAll(/\]\(([^)\s]+)\)/g)]
    .map(([, link = '']) => link)
    .filter((link) => !/^[a-z]+:/.test(link));
}

function hasTarget(page: string, link: string): boolean {
  const [path = '', anchor] = link.split('#');
  const target = path === '' ? join(root, page) : resolve(root, dirname(page), path);
  if (!existsSync(target)) return false;
  return anchor === undefined || anchorsOf(proseOf(target.slice(root.length))).has(anchor);
}

/** The anchors that GitHub derives from headings. */
function anchorsOf(prose: string): Set<string> {
  return new Set(
    [...prose.matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) =>
      heading
        .toLowerCase()
        .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
        .replaceAll(' ', '-'),
    ),
  );
}
