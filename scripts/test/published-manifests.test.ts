import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { checkPackage, createPackageFromTarballData } from '@arethetypeswrong/core';
import { publint } from 'publint';
import { formatMessage } from 'publint/utils';
import { describe, expect, inject, it } from 'vitest';
import { publishedPackages } from '../packed/pack.ts';
import { isNightly } from '../nightly.ts';

// Tests package.json and the tarball of each package, as a registry receives them.

const root = fileURLToPath(new URL('../../', import.meta.url));
const readJson = (path: string) => JSON.parse(readFileSync(join(root, path), 'utf8'));
const { repository, bugs, author, license } = readJson('package.json');
const repositoryUrl = repository.url.replace(/^git\+(.*)\.git$/, '$1');
const tarballs = inject('tarballs');

describe.each(publishedPackages)('package %s', (name) => {
  const directory = `packages/${name}`;
  const manifest = readJson(`${directory}/package.json`);
  const tarball = readFileSync(join(tarballs, `${name}.tgz`));

  it('the manifest has the repository, home page and bug address of the workspace', () => {
    expect(manifest).toMatchObject({
      author,
      license,
      bugs,
      repository: { ...repository, directory },
      homepage: `${repositoryUrl}/tree/main/${directory}#readme`,
      publishConfig: { access: 'public' },
    });
    expect(manifest.keywords.length).toBeGreaterThan(2);
  });

  it('the manifest accepts compatible newer versions of its dependencies', () => {
    for (const range of Object.values(manifest.dependencies ?? {}))
      expect(range).toMatch(/^(\^\d|workspace:\^$)/);
  });

  it('the README has absolute links, and its links to the repository have a target', () => {
    const prose = readFileSync(join(root, directory, 'README.md'), 'utf8').replaceAll(
      /^ *```[\s\S]*?^ *```$/gm,
      '',
    );
    const links = [...prose.matchAll(/\]\(([^)\s]+)(?: ["'][^)]*)?\)/g)].map(([, link = '']) => link);
    expect(links.filter((link) => !/^(https:|#)/.test(link))).toEqual([]);
    const repositoryLinks = links.filter((link) => link.startsWith(repositoryUrl));
    const brokenLinks = repositoryLinks.filter((link) => {
      const [, path = ''] = /\/(?:blob|tree)\/main\/([^#]*)/.exec(link) ?? [];
      return path === '' || !existsSync(join(root, path));
    });
    expect(brokenLinks).toEqual([]);
  });

  it('publint finds no defect in the package', async () => {
    const { messages, pkg } = await publint({ pack: { tarball: toArrayBuffer(tarball) }, strict: true });
    expect(messages.map((message) => formatMessage(message, pkg))).toEqual([]);
  });

  if (isNightly)
    it('the types of the package match its ES modules', async () => {
      const result = await checkPackage(createPackageFromTarballData(tarball));
      // The packages are ES modules. CommonJS loads them with import(), and since Node 22.13 with require().
      const problems = result.types === false ? [] : result.problems;
      const isExpected = ({ kind }: { readonly kind: string }): boolean => kind === 'CJSResolvesToESM';
      const unexpectedProblems = problems.filter((problem) => !isExpected(problem) && !isOfNode10(problem));
      expect(unexpectedProblems).toEqual([]);
    });
});

/** True for a problem of `node10`: the module resolution of TypeScript that does not support `exports`. */
function isOfNode10(problem: object): boolean {
  return 'resolutionKind' in problem && problem.resolutionKind === 'node10';
}

function toArrayBuffer({ buffer, byteOffset, byteLength }: Buffer): ArrayBuffer {
  // The buffer of a file is never a SharedArrayBuffer.
  return (buffer as ArrayBuffer).slice(byteOffset, byteOffset + byteLength);
}
