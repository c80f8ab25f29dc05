import { execFileSync, spawnSync } from 'node:child_process';
import {
  existsSync,
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

// What the pages show a merchant's engineer: the code compiles against the packages as they are installed, and every link leads somewhere.

const root = fileURLToPath(new URL('../../', import.meta.url));
const pages = execFileSync('git', ['ls-files', '*.md'], { cwd: root, encoding: 'utf8' }).trim().split('\n');
const textOf = (page: string): string => readFileSync(join(root, page), 'utf8');

/** What the pages take as given, in the words of the pages: a block that declares one of these itself has its own. */
const given = `
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

/** As a shop has them in its node_modules, and where they lie here. */
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
  /** Of its first line of code, from 1. */
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
  const blocks = pages.flatMap(blocksOf).filter(({ language }) => /^tsx?$/.test(language));
  let shop: string;

  beforeAll(() => {
    shop = mkdtempSync(join(tmpdir(), 'pgw-pages-'));
    for (const [name, place] of Object.entries(installed)) {
      const link = join(shop, 'node_modules', name);
      mkdirSync(dirname(link), { recursive: true });
      symlinkSync(join(root, place), link, 'junction');
    }
    writeFileSync(join(shop, 'given.ts'), given);
    writeFileSync(join(shop, 'package.json'), '{ "type": "module" }');
    writeFileSync(
      join(shop, 'tsconfig.json'),
      JSON.stringify({
        compilerOptions: {
          target: 'es2024',
          module: 'nodenext',
          lib: ['es2024', 'dom', 'dom.iterable'],
          types: ['node'],
          jsx: 'react-jsx',
          strict: true,
          noEmit: true,
          skipLibCheck: true,
        },
      }),
    );
  });
  afterAll(() => {
    rmSync(shop, { recursive: true });
  });

  it('is found', () => {
    expect(blocks.length).toBeGreaterThan(15);
  });

  it('compiles', () => {
    const names = new Map<string, Block>();
    for (const block of blocks) {
      const name = `${block.page.replaceAll(/[^\w]/g, '_')}_${block.line}.${block.language}`;
      names.set(name, block);
      writeFileSync(join(shop, name), `${block.code}\nexport {};\n`);
    }
    const tsc = join(root, 'node_modules', 'typescript', 'bin', 'tsc');
    const { stdout } = spawnSync(process.execPath, [tsc, '--pretty', 'false'], {
      cwd: shop,
      encoding: 'utf8',
    });
    const where = (name: string, line: string): string => {
      const block = names.get(name);
      return block === undefined ? `${name}:${line}` : `${block.page}:${block.line + Number(line) - 1}`;
    };
    expect(stdout.replaceAll(/^(\S+?)\((\d+),\d+\)/gm, (_, name, line) => where(name, line))).toBe('');
  }, 120_000);
});

describe('the links of the pages', () => {
  it('lead somewhere', () => {
    const dead = pages.flatMap((page) =>
      linksOf(page)
        .filter((link) => !leadsSomewhere(page, link))
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

function leadsSomewhere(page: string, link: string): boolean {
  const [path = '', anchor] = link.split('#');
  const target = path === '' ? join(root, page) : resolve(root, dirname(page), path);
  if (!existsSync(target)) return false;
  return anchor === undefined || anchorsOf(proseOf(target.slice(root.length))).has(anchor);
}

/** As GitHub makes them of headings. */
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
