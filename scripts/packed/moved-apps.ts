import { cpSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { nextApp, writeNextConfig, type Framework } from './drawn-pages.ts';

/** An app whose output is moved to another folder, and started there by Node. */
export interface MovedApp extends Framework {
  /** Moves the output of the build from the folder of the app. */
  readonly move: (from: string, to: string) => void;
}

const getDocument = (name: string): string =>
  fileURLToPath(new URL(`../../docs/frameworks/${name}.md`, import.meta.url));

/** Moves the output of `output: 'standalone'`, with the static files that Next.js leaves to the deployment. */
export function moveStandalone(from: string, to: string): void {
  cpSync(join(from, '.next/static'), join(from, '.next/standalone/.next/static'), { recursive: true });
  renameSync(join(from, '.next/standalone'), to);
}

/** The app of Next.js with a static shell, as `npx create-next-app` makes it, or without. */
const nextApps = [true, false].map((cacheComponents): MovedApp => ({
  ...nextApp,
  name: `Next.js with cacheComponents: ${cacheComponents}`,
  settings: {
    ...nextApp.settings,
    'next.config.ts': writeNextConfig({ output: 'standalone', cacheComponents }),
  },
  start: ['node', 'server.js'],
  move: moveStandalone,
}));

export const movedApps: readonly MovedApp[] = [
  ...nextApps,
  {
    name: 'Nuxt',
    page: '/checkout/A1',
    document: getDocument('nuxt'),
    // Nuxt 4.5.2 cannot be built with Vite 8.4.0.
    dependencies: ['nuxt@4.5.2', 'vite@8.3.8'],
    sharedModule: 'server/utils/checkout.ts',
    settings: {},
    build: ['nuxt', 'build'],
    start: ['node', 'server/index.mjs'],
    ready: /Listening on/,
    isHydrated: false,
    move: (from, to) => renameSync(join(from, '.output'), to),
  },
  {
    name: 'SvelteKit',
    page: '/checkout/A1',
    document: getDocument('sveltekit'),
    dependencies: [
      '@sveltejs/kit@3.2.0',
      '@sveltejs/adapter-node@6.0.1',
      '@sveltejs/vite-plugin-svelte@7.3.1',
      'svelte@5.57.3',
      'vite@8',
      'typescript@6.0.3',
      '@types/node@22',
    ],
    sharedModule: 'src/lib/server/checkout.ts',
    settings: {},
    build: ['vite', 'build'],
    start: ['node', 'build/index.js'],
    ready: /Listening on/,
    isHydrated: false,
    move: (from, to) => renameSync(from, to),
  },
];
