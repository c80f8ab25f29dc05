import { execFile } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { createShellEnvironment, installWithNpm } from './install.mjs';

const runFile = promisify(execFile);
const drawnPages = fileURLToPath(new URL('../../docs/server-drawn-pages.md', import.meta.url));
const nextDocument = fileURLToPath(new URL('../../docs/frameworks/next.md', import.meta.url));

/** A framework, whose app is in a document. */
export interface Framework {
  readonly name: string;
  /** The path of its own document. */
  readonly document?: string;
  /** Its heading in docs/server-drawn-pages.md, whose files replace those of its own document. */
  readonly section?: string;
  readonly dependencies: readonly string[];
  /** The path of the module that the examples share, if the app has it. */
  readonly sharedModule?: string;
  /** The path of the page that is paid. */
  readonly page: string;
  /** Settings of a new app of the framework, by path. */
  readonly settings: Readonly<Record<string, string>>;
  readonly build: readonly string[];
  readonly start: readonly [string, ...string[]];
  /** Matches the output of the started server. */
  readonly ready: RegExp;
  /** Whether React hydrates the page. */
  readonly isHydrated: boolean;
  /** A page of the test, which Next.js opens without a new document. */
  readonly nextPage?: string;
}

const compilerOptions = {
  target: 'es2022',
  lib: ['es2023', 'dom', 'dom.iterable'],
  module: 'esnext',
  moduleResolution: 'bundler',
  jsx: 'react-jsx',
  strict: true,
  skipLibCheck: true,
  noEmit: true,
};

const react = ['react@19.3.1', 'react-dom@19.3.1', '@types/react@19', '@types/react-dom@19'];

/** The app of docs/frameworks/next.md, with the settings of `npx create-next-app`. */
export const nextApp: Framework = {
  name: 'Next.js',
  document: nextDocument,
  page: '/orders/A1',
  dependencies: ['next@16.4.6', ...react, 'typescript@5.9.3', '@types/node@24'],
  settings: {
    'tsconfig.json': JSON.stringify({
      compilerOptions: {
        ...compilerOptions,
        target: 'es2017',
        lib: ['dom', 'dom.iterable', 'esnext'],
        paths: { '@/*': ['./src/*'] },
      },
      include: ['next-env.d.ts', '**/*.ts', '**/*.tsx', '.next/types/**/*.ts'],
      exclude: ['node_modules'],
    }),
    'src/app/icon.svg': '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1" />',
    'src/app/layout.tsx': `import type { ReactNode } from 'react';
export default function Layout({ children }: { children: ReactNode }) {
  return <html lang="en"><body>{children}</body></html>;
}`,
  },
  build: ['next', 'build'],
  start: ['next', 'start'],
  ready: /Ready/,
  isHydrated: true,
};

/** Writes a `next.config.ts` with the line that docs/frameworks/next.md adds to it. */
export function writeNextConfig(config: object): string {
  const [line] = /serverExternalPackages: .*?\],/.exec(readFileSync(nextDocument, 'utf8')) ?? [];
  if (line === undefined) throw new Error(`${nextDocument} has no line for next.config.ts.`);
  return `export default { ${line} ...${JSON.stringify(config)} };`;
}

export const frameworks: readonly Framework[] = [
  {
    ...nextApp,
    section: 'Next.js',
    nextPage: '/other',
    settings: {
      ...nextApp.settings,
      'next.config.ts': writeNextConfig({ cacheComponents: true }),
      'src/app/other/page.tsx': `'use client';\nexport default function Other() { return <h1>Other</h1>; }`,
    },
  },
  {
    name: 'React Router',
    section: 'React Router',
    page: '/checkout/A1',
    dependencies: [
      ...['react-router', '@react-router/node', '@react-router/dev', '@react-router/serve'].map(
        (name) => `${name}@8.4.0`,
      ),
      ...react,
      'isbot@5',
      'vite@8',
    ],
    sharedModule: 'app/lib/checkout.server.ts',
    settings: {
      'tsconfig.json': JSON.stringify({
        compilerOptions: { ...compilerOptions, paths: { '~/*': ['./app/*'] } },
      }),
      'vite.config.ts': `import { reactRouter } from '@react-router/dev/vite';
export default { plugins: [reactRouter()], resolve: { tsconfigPaths: true } };`,
    },
    build: ['react-router', 'build'],
    start: ['react-router-serve', 'build/server/index.js'],
    ready: /\[react-router-serve\] http/,
    isHydrated: true,
  },
  {
    name: 'Astro',
    section: 'Astro',
    page: '/checkout/A1',
    dependencies: ['astro@7.3.5', '@astrojs/node@11.1.6'],
    sharedModule: 'src/lib/checkout.ts',
    settings: {
      'tsconfig.json': JSON.stringify({
        compilerOptions: { ...compilerOptions, paths: { '@/*': ['./src/*'] } },
      }),
    },
    build: ['astro', 'build'],
    start: ['node', 'dist/server/entry.mjs'],
    ready: /listening on/,
    isHydrated: false,
  },
];

/** Writes the app of the document, installs the framework and the tarballs, and builds the app. */
export async function buildPages(framework: Framework, folder: string, tarballs: string): Promise<void> {
  writeApp(framework, folder);
  const packages = ['protocol', 'client', 'server', 'sandbox', 'checkout'].map((name) =>
    join(tarballs, `${name}.tgz`),
  );
  await installWithNpm(folder, [...packages, ...framework.dependencies]);
  await runFile('npx', ['--no-install', ...framework.build], {
    cwd: folder,
    env: frameworkEnvironment,
  }).catch((error: unknown) => {
    const { stdout = '', stderr = '' } = error as { stdout?: string; stderr?: string };
    throw new Error(`${stdout}${stderr}`, { cause: error });
  });
}

/** Writes the files of the document, and the settings of a new app. */
export function writeApp({ document, section, settings, sharedModule }: Framework, folder: string): void {
  const { 'lib/checkout.ts': shared = '' } = readFiles(readDrawnPages(undefined));
  const files = {
    'package.json': '{ "private": true, "type": "module" }',
    ...(document !== undefined && readFiles(readFileSync(document, 'utf8'))),
    ...(section !== undefined && readFiles(readDrawnPages(section))),
    ...settings,
    ...(sharedModule !== undefined && { [sharedModule]: shared }),
  };
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
}

const frameworkEnvironment = {
  ...createShellEnvironment(),
  NEXT_TELEMETRY_DISABLED: '1',
  ASTRO_TELEMETRY_DISABLED: '1',
};

/** Reads a section of docs/server-drawn-pages.md. The section `undefined` is the text before the first heading. */
function readDrawnPages(section: string | undefined): string {
  const sections = readFileSync(drawnPages, 'utf8').split(/^## /m);
  const text = sections.find((one, index) =>
    section === undefined ? index === 0 : one.startsWith(`${section}\n`),
  );
  if (text === undefined) throw new Error(`${drawnPages} has no section ${section}.`);
  return text;
}

/** The settings of docs/start.md, with which the apps of the documents are started. */
export const createEnvironment = (url: string, gateway: string): Readonly<Record<string, string>> => ({
  PGW_PUBLIC_URL: url,
  PGW_BASE_URL: gateway,
  PGW_MERCHANT_ID: '1001',
  PGW_SECRET_KEY: 'sandbox-secret-key',
  PGW_USER: 'merchant@sandbox.example',
  PGW_PASSWORD: 'sandbox-password',
});

/** Finds the blocks of code whose first line has the path of a file. */
function readFiles(text: string): Record<string, string> {
  const blocks = [...text.matchAll(/^```\w+\n((?:---\n)?(?:\/\/|<!--) (\S+)(?: -->)?\n[\s\S]*?)^```$/gm)];
  return Object.fromEntries(blocks.map(([, code = '', path = '']) => [path, code]));
}
