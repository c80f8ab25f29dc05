import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { createEditorData } from '../../packages/checkout/build/editor-data.mjs';
import { selectCases } from '../nightly.ts';

// Tests @pgw/checkout as an installed package.

const root = fileURLToPath(new URL('../../', import.meta.url));
const checkout = join(root, 'packages', 'checkout');

/** Runs a module in a separate Node process and returns its output. */
function runInNode(module: string): string {
  return execFileSync(process.execPath, ['--input-type=module', '--eval', module], {
    cwd: checkout,
    encoding: 'utf8',
  });
}

describe('@pgw/checkout', () => {
  const { exports } = JSON.parse(readFileSync(join(checkout, 'package.json'), 'utf8'));
  const entries = Object.keys(exports).map((entry) =>
    // Of the files for script tags, only the loader is meant for an import.
    `@pgw/checkout${entry.slice(1)}`.replace('*', 'checkout.js'),
  );

  it('every entry can be imported on a server, which has no DOM', () => {
    const imports = entries.map((entry) =>
      entry.endsWith('.json') ? `import('${entry}', { with: { type: 'json' } })` : `import('${entry}')`,
    );
    const output = runInNode(`
      const modules = await Promise.all([${imports.join()}]);
      console.log(modules.map((module) => typeof module).join(), typeof globalThis.document);
    `);
    expect(entries.length).toBeGreaterThan(5);
    expect(output.trim()).toBe(`${entries.map(() => 'object').join()} undefined`);
  });

  it('@pgw/checkout exports the classes of the elements on a server', () => {
    const output = runInNode(`
      const { PgwCheckout, PgwPaymentStatus } = await import('@pgw/checkout');
      console.log(typeof PgwCheckout, typeof PgwPaymentStatus);
    `);
    expect(output.trim()).toBe('function function');
  });

  it('the custom elements manifest matches the sources', () => {
    const newFolder = mkdtempSync(join(tmpdir(), 'pgw-manifest-'));
    const cem = join(checkout, 'node_modules', '@custom-elements-manifest', 'analyzer', 'cem.js');
    const config = 'custom-elements-manifest.config.mjs';
    // The analyzer accepts no absolute path.
    const relativeFolder = relative(checkout, newFolder);
    execFileSync(
      process.execPath,
      [cem, 'analyze', '--config', config, '--outdir', relativeFolder, '--quiet'],
      { cwd: checkout },
    );
    const read = (folder: string): unknown =>
      JSON.parse(readFileSync(join(folder, 'custom-elements.json'), 'utf8'));
    const currentManifest = read(checkout);
    const newManifest = read(newFolder);
    rmSync(newFolder, { recursive: true });
    expect(currentManifest, 'Run in packages/checkout: npm run manifest').toEqual(newManifest);
  });

  it('the files for editors match the manifest', () => {
    for (const [name, data] of Object.entries(createEditorData()))
      expect(
        JSON.parse(readFileSync(join(checkout, name), 'utf8')),
        'Run in packages/checkout: npm run manifest',
      ).toEqual(
        // `npm run manifest` writes the version of that day.
        'version' in data && typeof data.version === 'string'
          ? { ...data, version: expect.any(String) }
          : data,
      );
  });

  it('editors complete the tags, the attributes and their values', () => {
    const { tags } = createEditorData()['vscode.html-custom-data.json'];
    expect(tags.map(({ name }) => name)).toEqual(['pgw-checkout', 'pgw-payment-status']);
    const theme = tags[0]?.attributes.find(({ name }) => name === 'theme');
    expect(theme?.values?.map(({ name }) => name)).toEqual(['auto', 'light', 'dark']);
  });

  it('the custom elements manifest has every observed attribute', () => {
    const observedAttributes = JSON.parse(
      runInNode(`
        const { PgwCheckout, PgwPaymentStatus } = await import('./dist/index.js');
        console.log(JSON.stringify([PgwCheckout.observedAttributes, PgwPaymentStatus.observedAttributes]));
      `),
    );
    const { modules } = JSON.parse(readFileSync(join(checkout, 'custom-elements.json'), 'utf8'));
    const manifestAttributes = ['pgw-checkout', 'pgw-payment-status'].map((tag) =>
      modules
        .flatMap(({ declarations }: { declarations: Declaration[] }) => declarations)
        .find(({ tagName }: Declaration) => tagName === tag)
        ?.attributes.map(({ name }: { name: string }) => name)
        .sort(),
    );
    expect(manifestAttributes).toEqual(observedAttributes.map((names: string[]) => [...names].sort()));
  });

  it('package.json contains the path of the custom elements manifest', () => {
    const { customElements } = JSON.parse(readFileSync(join(checkout, 'package.json'), 'utf8'));
    expect(customElements).toBe('custom-elements.json');
  });

  const projects = [
    [
      'the types for React, Vue and Svelte have exactly the attributes and events of the elements',
      'test/frameworks',
    ],
    ['the types of @pgw/checkout compile in a project without the types of Node', 'test/consumer'],
  ] as const;
  it.each(selectCases(projects, 1))('%s', (_title, project) => {
    const tsc = join(root, 'node_modules', 'typescript', 'bin', 'tsc');
    const options = { cwd: checkout, encoding: 'utf8' } as const;
    const { status, stdout } = spawnSync(process.execPath, [tsc, '-p', project], options);
    expect(stdout).toBe('');
    expect(status).toBe(0);
  });
});

interface Declaration {
  readonly tagName?: string;
  readonly attributes: readonly { readonly name: string }[];
}
