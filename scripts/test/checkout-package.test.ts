import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

// @pgw/checkout as an installed package.

const root = fileURLToPath(new URL('../../', import.meta.url));
const checkout = join(root, 'packages', 'checkout');

/** Runs a module in a separate Node process, without a page or browser. */
function inNode(module: string): string {
  return execFileSync(process.execPath, ['--input-type=module', '--eval', module], {
    cwd: checkout,
    encoding: 'utf8',
  });
}

describe('@pgw/checkout', () => {
  it('can be imported in Node, where define does nothing', () => {
    const said = inNode(`
      const { PgwCheckout, PgwPaymentStatus } = await import('./dist/index.js');
      await import('./dist/define.js');
      console.log(typeof PgwCheckout, typeof PgwPaymentStatus, typeof globalThis.document);
    `);
    expect(said.trim()).toBe('function function undefined');
  });

  it('has a manifest that matches the sources', () => {
    const fresh = mkdtempSync(join(tmpdir(), 'pgw-manifest-'));
    const cem = join(checkout, 'node_modules', '@custom-elements-manifest', 'analyzer', 'cem.js');
    const config = 'custom-elements-manifest.config.mjs';
    execFileSync(
      process.execPath,
      [cem, 'analyze', '--config', config, '--outdir', relativeTo(fresh), '--quiet'],
      { cwd: checkout },
    );
    const read = (folder: string): unknown =>
      JSON.parse(readFileSync(join(folder, 'custom-elements.json'), 'utf8'));
    const kept = read(checkout);
    const now = read(fresh);
    rmSync(fresh, { recursive: true });
    expect(kept, 'Run: pnpm --filter @pgw/checkout run manifest').toEqual(now);
  });

  it('has a manifest with every observed attribute', () => {
    const observed = JSON.parse(
      inNode(`
        const { PgwCheckout, PgwPaymentStatus } = await import('./dist/index.js');
        console.log(JSON.stringify([PgwCheckout.observedAttributes, PgwPaymentStatus.observedAttributes]));
      `),
    );
    const { modules } = JSON.parse(readFileSync(join(checkout, 'custom-elements.json'), 'utf8'));
    const named = ['pgw-checkout', 'pgw-payment-status'].map((tag) =>
      modules
        .flatMap(({ declarations }: { declarations: Declaration[] }) => declarations)
        .find(({ tagName }: Declaration) => tagName === tag)
        ?.attributes.map(({ name }: { name: string }) => name)
        .sort(),
    );
    expect(named).toEqual(observed.map((names: string[]) => [...names].sort()));
  });

  it('names its manifest in package.json', () => {
    const { customElements } = JSON.parse(readFileSync(join(checkout, 'package.json'), 'utf8'));
    expect(customElements).toBe('custom-elements.json');
  });

  it('names the same parts in its manifest and its README', () => {
    const { modules } = JSON.parse(readFileSync(join(checkout, 'custom-elements.json'), 'utf8'));
    const named = modules
      .flatMap(({ declarations }: { declarations: Declaration[] }) => declarations)
      .find(({ tagName }: Declaration) => tagName === 'pgw-checkout')
      .cssParts.map(({ name }: { name: string }) => name);
    const [, parts = ''] = readFileSync(join(checkout, 'README.md'), 'utf8').split(/^## Parts$|^## Tokens$/m);
    const documented = [...parts.matchAll(/`([a-z-]+)`/g)].map(([, name = '']) =>
      name.startsWith('-') ? `screen${name}` : name,
    );
    expect(new Set(documented)).toEqual(new Set(named));
  });

  it('has types that compile in a project without the types of Node', () => {
    const tsc = join(root, 'node_modules', 'typescript', 'bin', 'tsc');
    const { status, stdout } = spawnSync(process.execPath, [tsc, '-p', 'test/consumer'], {
      cwd: checkout,
      encoding: 'utf8',
    });
    expect(stdout).toBe('');
    expect(status).toBe(0);
  });

  it('has types for React, Vue and Svelte with exactly its attributes and events', () => {
    const tsc = join(root, 'node_modules', 'typescript', 'bin', 'tsc');
    const { status, stdout } = spawnSync(process.execPath, [tsc, '-p', 'test/frameworks'], {
      cwd: checkout,
      encoding: 'utf8',
    });
    expect(stdout).toBe('');
    expect(status).toBe(0);
  });
});

interface Declaration {
  readonly tagName?: string;
  readonly attributes: readonly { readonly name: string }[];
}

/** The analyzer resolves its folder against the working directory. */
function relativeTo(folder: string): string {
  return join('..', '..', '..', '..', '..', '..', folder);
}
