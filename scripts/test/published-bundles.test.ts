import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { builtinModules, SourceMap } from 'node:module';
import { tmpdir } from 'node:os';
import { join, posix } from 'node:path';
import { promisify } from 'node:util';
import { createPackageFromTarballData } from '@arethetypeswrong/core';
import { parseSync } from 'oxc-parser';
import { afterAll, beforeAll, describe, expect, inject, it, test } from 'vitest';
import { z } from 'zod';
import { measureInstalled } from '../packed/installed-size.ts';
import { installWithNpm } from '../packed/install.mjs';
import { isNightly } from '../nightly.ts';

// Tests the packages that are published as a bundle: `scripts/build/publish` writes them.

const manifestSchema = z.object({
  name: z.string(),
  dependencies: z.record(z.string(), z.string()).default({}),
  peerDependencies: z.record(z.string(), z.string()).default({}),
  imports: z.record(z.string(), z.unknown()).default({}),
});
const billSchema = z.object({
  bomFormat: z.literal('CycloneDX'),
  components: z.array(z.object({ name: z.string(), version: z.string(), purl: z.string() })),
});
const mapSchema = z.object({
  version: z.literal(3),
  file: z.string(),
  names: z.array(z.string()),
  sources: z.array(z.string()),
  mappings: z.string(),
});

/** The packages, with their dependencies after the installation and with the libraries that their bundles contain. */
const packages: Readonly<Record<string, { dependencies: readonly string[]; bundled: readonly string[] }>> = {
  protocol: { dependencies: [], bundled: ['zod'] },
  client: { dependencies: ['@pgw/protocol', 'undici'], bundled: [] },
  server: {
    dependencies: ['@pgw/client', '@pgw/protocol'],
    bundled: ['content-type', 'csv-parse', 'csv-stringify', 'jose', 'kysely', 'negotiator', 'uqr'],
  },
  sandbox: { dependencies: ['@pgw/protocol', 'express'], bundled: ['csv-stringify', 'uqr'] },
  office: { dependencies: ['@pgw/client', '@pgw/protocol', '@pgw/server'], bundled: [] },
  cli: { dependencies: ['@pgw/client', '@pgw/protocol'], bundled: ['commander', 'eventsource-parser'] },
};

function readTarball(name: string) {
  const tarball = createPackageFromTarballData(readFileSync(join(inject('tarballs'), `${name}.tgz`)));
  const root = `/node_modules/@pgw/${name}`;
  return {
    files: tarball.listFiles(root).map((file) => posix.relative(root, file)),
    read: (file: string): string => tarball.readFile(posix.join(root, file)),
    has: (file: string): boolean => tarball.fileExists(posix.join(root, file)),
  };
}

/** Returns the packages that the code or the declarations import. */
function listImportedPackages(file: string, code: string): string[] {
  const { staticImports, staticExports } = parseSync(file, code).module;
  const names = [
    ...staticImports.map(({ moduleRequest }) => moduleRequest.value),
    ...staticExports.flatMap(({ entries }) =>
      entries.map(({ moduleRequest }) => moduleRequest?.value ?? '.'),
    ),
    ...[...code.matchAll(/\bimport\(["']([^"'\n]+)["']\)/g)].map(([, name = '']) => name),
  ];
  return names
    .filter((name) => !name.startsWith('.'))
    .map((name) => /^(@[^/]+\/)?[^/]+/.exec(name)?.[0] ?? name);
}

describe.each(Object.entries(packages))('the published package %s', (name, { dependencies, bundled }) => {
  const { files, read, has } = readTarball(name);
  const manifest = manifestSchema.parse(JSON.parse(read('package.json')));

  it('depends only on packages that are not in its bundle', () => {
    expect(Object.keys(manifest.dependencies).toSorted()).toEqual(dependencies);
  });

  it('lists the libraries of its bundle, with their licenses', () => {
    if (bundled.length === 0) return expect(has('bundled.cdx.json')).toBe(false);
    const { components } = billSchema.parse(JSON.parse(read('bundled.cdx.json')));
    expect(components.map((component) => component.name)).toEqual(bundled);
    for (const component of components) {
      expect(component.purl).toBe(`pkg:npm/${component.name}@${component.version}`);
      expect(read('THIRD-PARTY-LICENSES')).toContain(`\n${component.name} ${component.version} (MIT)\n`);
    }
  });

  it('imports only its dependencies and modules of Node, in its code and in its types', () => {
    const allowed = [
      ...builtinModules,
      // The package itself, and its modules that the manifest names by #.
      manifest.name,
      ...Object.keys({ ...manifest.imports, ...manifest.dependencies, ...manifest.peerDependencies }),
    ];
    const imported = files
      .filter((file) => /^dist\/.*(\.js|\.d\.ts)$/.test(file))
      .flatMap((file) => listImportedPackages(file, read(file)).map((library) => [library, file]));
    expect(imported.length).toBeGreaterThan(2);
    expect(
      imported.filter(([library = '']) => !library.startsWith('node:') && !allowed.includes(library)),
    ).toEqual([]);
  });

  it('has a source for each file that its source maps name', () => {
    const maps = files.filter((file) => file.endsWith('.js.map'));
    expect(maps.length).toBeGreaterThan(0);
    const sources = maps.flatMap((file) =>
      mapSchema
        .parse(JSON.parse(read(file)))
        .sources.map((source) => posix.join(posix.dirname(file), source)),
    );
    expect(sources.length).toBeGreaterThan(3);
    expect(sources.filter((source) => !has(source))).toEqual([]);
  });
});

if (isNightly)
  describe('the installed packages', () => {
    const shop = mkdtempSync(join(tmpdir(), 'pgw-installed-'));
    beforeAll(async () => {
      writeFileSync(join(shop, 'package.json'), '{ "private": true, "type": "module" }');
      const names = ['protocol', 'client', 'server', 'express', 'sandbox'];
      const tarballs = names.map((name) => join(inject('tarballs'), `${name}.tgz`));
      await installWithNpm(shop, [...tarballs, 'express@5.3.0']);
    });
    afterAll(() => rmSync(shop, { recursive: true, force: true }));

    it('have at most 8 MB and four dependencies for @pgw/express', () => {
      const { bytes, dependencies } = measureInstalled('@pgw/express', join(shop, 'package.json'));
      expect(dependencies.toSorted()).toEqual(['@pgw/client', '@pgw/protocol', '@pgw/server', 'undici']);
      expect(bytes).toBeGreaterThan(1e6);
      expect(bytes).toBeLessThanOrEqual(8e6);
    });

    it('name the command that installs Playwright, in a shop without it', async () => {
      const program = `
      await import('@pgw/sandbox/testing');
      await import('@pgw/sandbox/playwright').catch((error) => console.log(error.code, error.message));`;
      const args = ['--no-warnings', '--input-type=module', '--eval', program];
      // NODE_PATH has the packages of this workspace.
      const env = { ...process.env, NODE_PATH: '' };
      const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: shop, env });
      expect(stdout).toBe(
        'invalid-configuration @pgw/sandbox/playwright needs @playwright/test, which is not installed. Run: npm install --save-dev @playwright/test\n',
      );
    });

    it('share the classes of their errors and one zod', async () => {
      const program = `
      import { PgwError } from '@pgw/protocol';
      import * as client from '@pgw/client';
      import { profileOverrides } from '@pgw/protocol/internal';
      import * as z from '@pgw/protocol/zod';
      import { createCheckout } from '@pgw/express';
      import { memoryStore } from '@pgw/server/stores/memory';
      import * as memory from '@pgw/express/stores/memory';
      import { createSandbox } from '@pgw/sandbox';
      const catchError = async (call) => { try { await call(); } catch (error) { return error; } };
      const errors = await Promise.all([
        catchError(() => client.createGatewayClient({})),
        catchError(() => createCheckout({})),
        catchError(() => createSandbox({ port: 'x' })),
      ]);
      console.log(JSON.stringify([
        ...errors.map((error) => error.constructor === PgwError),
        client.PgwError === PgwError,
        profileOverrides.constructor === z.custom().constructor,
        memoryStore === memory.memoryStore,
      ]));`;
      const args = ['--no-warnings', '--input-type=module', '--eval', program];
      const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: shop });
      expect(JSON.parse(stdout)).toEqual(Array.from({ length: 6 }, () => true));
    });
  });

test('the source map of a bundle leads to the line of a function', () => {
  const { files, read } = readTarball('server');
  const file = files.find((path) => /^dist\/main-\w+\.js$/.test(path)) ?? '';
  const lines = read(file).split('\n');
  const line = lines.findIndex((text) => text.includes('function parseSettings('));
  const map = mapSchema.parse(JSON.parse(read(`${file}.map`)));
  const entry = new SourceMap({ ...map, sourcesContent: [], sourceRoot: '' }).findEntry(
    line,
    (lines[line] ?? '').indexOf('parseSettings('),
  );
  if (!('originalSource' in entry)) throw new Error('The function is not in the source map.');
  expect(entry.originalSource).toBe('../src/options/settings.ts');
  const source = read(posix.join('dist', entry.originalSource)).split('\n');
  expect(source[entry.originalLine]).toContain('function parseSettings');
});

test('the entry for edge runtimes loads no module of Node', () => {
  const { read } = readTarball('server');
  const loaded = new Set<string>();
  const visit = (file: string): void => {
    if (loaded.has(file)) return;
    loaded.add(file);
    if (!file.startsWith('dist/')) return;
    const { staticImports } = parseSync(file, read(file)).module;
    for (const { moduleRequest } of staticImports)
      visit(
        moduleRequest.value.startsWith('.')
          ? posix.join(posix.dirname(file), moduleRequest.value)
          : moduleRequest.value,
      );
  };
  visit('dist/adapters/web/edge.js');
  expect(
    [...loaded].filter((file) => !/^dist\/(adapters\/web\/edge|edge-runtime-\w+)\.js$/.test(file)),
  ).toEqual([]);
});

test('an import of @pgw/server loads one file of it besides the entry, and so does @pgw/protocol', () => {
  for (const name of ['server', 'protocol']) {
    const { staticImports, staticExports } = parseSync(
      'index.js',
      readTarball(name).read('dist/index.js'),
    ).module;
    const local = [
      ...staticImports.map(({ moduleRequest }) => moduleRequest.value),
      ...staticExports.flatMap(({ entries }) =>
        entries.map(({ moduleRequest }) => moduleRequest?.value ?? ''),
      ),
    ].filter((specifier) => specifier.startsWith('.'));
    expect([...new Set(local)]).toEqual([expect.stringMatching(/^\.\/main-\w+\.js$/)]);
  }
});

/** The bytes of the file that an import of the package loads, at most. The time of an import depends on it. The compiler of zod is 54 kB. */
const startLimits: Readonly<Record<string, number>> = { protocol: 340_000, server: 925_000 };

test.each(Object.entries(startLimits))('the start of the package %s has at most %i bytes', (name, limit) => {
  const { files, read } = readTarball(name);
  const file = files.find((path) => /^dist\/main-\w+\.js$/.test(path)) ?? '';
  const { length } = Buffer.from(read(file));
  expect(length).toBeGreaterThan(limit / 2);
  expect(length).toBeLessThanOrEqual(limit);
});

test('zod and kysely are in one package each', () => {
  const containing = (library: string): string[] =>
    Object.entries(packages).flatMap(([name, { bundled }]) => (bundled.includes(library) ? [name] : []));
  expect([containing('zod'), containing('kysely')]).toEqual([['protocol'], ['server']]);
});
