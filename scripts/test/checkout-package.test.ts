import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

// @pgw/checkout as those meet it who install it.

const root = fileURLToPath(new URL('../../', import.meta.url));
const checkout = join(root, 'packages', 'checkout');

/** Runs a module in a Node of its own, where there is neither page nor browser. */
function inNode(module: string): string {
  return execFileSync(process.execPath, ['--input-type=module', '--eval', module], {
    cwd: checkout,
    encoding: 'utf8',
  });
}

describe('@pgw/checkout', () => {
  it('is imported in Node without a page, and defining there does nothing', () => {
    const said = inNode(`
      const { PgwCheckout, PgwPaymentStatus } = await import('./dist/index.js');
      await import('./dist/define.js');
      console.log(typeof PgwCheckout, typeof PgwPaymentStatus, typeof globalThis.document);
    `);
    expect(said.trim()).toBe('function function undefined');
  });

  it('has a manifest that says what the sources say', () => {
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

  it('has a manifest that names every attribute the elements watch', () => {
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

  it('tells React, Vue and Svelte what it takes and fires, and nothing else', () => {
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

/** The analyzer joins its folder to the one it runs in. */
function relativeTo(folder: string): string {
  return join('..', '..', '..', '..', '..', '..', folder);
}
