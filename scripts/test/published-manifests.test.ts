import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { checkPackage, createPackageFromTarballData } from '@arethetypeswrong/core';
import { publint } from 'publint';
import { formatMessage } from 'publint/utils';
import { describe, expect, inject, it } from 'vitest';
import { publishedPackages } from '../packed/pack.mjs';

// The packages as a registry receives them: package.json and the content of the tarball.

const root = fileURLToPath(new URL('../../', import.meta.url));
const read = (path: string) => JSON.parse(readFileSync(join(root, path), 'utf8'));
const { repository, bugs, author, license } = read('package.json');
const address = repository.url.replace(/^git\+(.*)\.git$/, '$1');
const tarballs = inject('tarballs');

describe.each(publishedPackages)('the package %s', (name) => {
  const directory = `packages/${name}`;
  const manifest = read(`${directory}/package.json`);
  const tarball = readFileSync(join(tarballs, `${name}.tgz`));

  it('has the repository, home page and bug address of the workspace', () => {
    expect(manifest).toMatchObject({
      author,
      license,
      bugs,
      repository: { ...repository, directory },
      homepage: `${address}/tree/main/${directory}#readme`,
      publishConfig: { access: 'public' },
    });
    expect(manifest.keywords.length).toBeGreaterThan(2);
  });

  it('accepts compatible newer versions of its dependencies', () => {
    for (const range of Object.values(manifest.dependencies ?? {}))
      expect(range).toMatch(/^(\^\d|workspace:\^$)/);
  });

  it('has a README with absolute links, and links to the repository have a target', () => {
    const prose = readFileSync(join(root, directory, 'README.md'), 'utf8').replaceAll(
      /^ *```[\s\S]*?^ *```$/gm,
      '',
    );
    const links = [...prose.matchAll(/\]\(([^)\s]+)\)/g)].map(([, link = '']) => link);
    expect(links.filter((link) => !/^(https:|#)/.test(link))).toEqual([]);
    const own = links.filter((link) => link.startsWith(address));
    const dead = own.filter((link) => {
      const [, path = ''] = /\/(?:blob|tree)\/main\/([^#]*)/.exec(link) ?? [];
      return path === '' || !existsSync(join(root, path));
    });
    expect(dead).toEqual([]);
  });

  it('has no defect that publint finds', async () => {
    const { messages, pkg } = await publint({ pack: { tarball: exactBuffer(tarball) }, strict: true });
    expect(messages.map((message) => formatMessage(message, pkg))).toEqual([]);
  });

  it('has types that match its modules, for ES modules', async () => {
    const result = await checkPackage(createPackageFromTarballData(tarball));
    // The packages are ES modules only: CommonJS loads them with import(), or with require() from Node 22.13.
    const problems = result.types === false ? [] : result.problems;
    const isExpected = ({ kind }: { readonly kind: string }): boolean => kind === 'CJSResolvesToESM';
    const ofEsModules = problems.filter((problem) => !isExpected(problem) && !isOfNode10(problem));
    expect(ofEsModules).toEqual([]);
  });
});

/** The resolution of TypeScript before it supported `exports`. */
function isOfNode10(problem: object): boolean {
  return 'resolutionKind' in problem && problem.resolutionKind === 'node10';
}

function exactBuffer({ buffer, byteOffset, byteLength }: Buffer): ArrayBuffer {
  // A file that was read completely has its own ArrayBuffer, never a shared one.
  return (buffer as ArrayBuffer).slice(byteOffset, byteOffset + byteLength);
}
