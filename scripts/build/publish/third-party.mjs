// The libraries in a bundle: their licenses and their list for security scanners.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** Licenses that allow a copy in an MIT package when their text accompanies it. */
const allowedLicenses = ['MIT', 'ISC', 'BSD-2-Clause', 'BSD-3-Clause', '0BSD'];

/**
 * Returns the libraries of these modules by name, each with name, version, license and license text. Throws when a license
 * is not allowed or has no text.
 */
export function listBundledLibraries(moduleIds) {
  const folders = new Set(moduleIds.filter((id) => id.includes('node_modules')).map(findPackageFolder));
  return [...folders].map(readLibrary).toSorted((a, b) => (a.name < b.name ? -1 : 1));
}

function findPackageFolder(path) {
  const folder = dirname(path);
  if (folder === path) throw new Error('A bundled module is in no package.');
  const manifest = join(folder, 'package.json');
  // Some packages have a package.json without a name in the folder of a format.
  return existsSync(manifest) && 'version' in readJson(manifest) ? folder : findPackageFolder(folder);
}

function readLibrary(folder) {
  const { name, version, license, repository } = readJson(join(folder, 'package.json'));
  const file = readdirSync(folder).find((entry) => /^licen[cs]e(\.(md|txt))?$/i.test(entry));
  if (!allowedLicenses.includes(license) || file === undefined)
    throw new Error(
      `${name} cannot be bundled: its license ${license} is not in the list of allowed licenses, or its text is missing.`,
    );
  return { name, version, license, repository, text: readFileSync(join(folder, file), 'utf8').trim() };
}

/** Returns the text of THIRD-PARTY-LICENSES. */
export function createLicenses(packageName, libraries) {
  const heading = `${packageName} contains code of these packages.\n`;
  const sections = libraries.map(
    ({ name, version, license, text }) => `${'-'.repeat(80)}\n${name} ${version} (${license})\n\n${text}\n`,
  );
  return [heading, ...sections].join('\n');
}

/** Returns the bundled libraries as a CycloneDX bill of materials. It has no date, so that a build can be repeated. */
export function createBillOfMaterials({ name, version, license }, libraries) {
  const createComponent = (component) => ({
    ...component,
    'bom-ref': createPackageUrl(component),
    purl: createPackageUrl(component),
  });
  const components = libraries.map((library) =>
    createComponent({
      type: 'library',
      name: library.name,
      version: library.version,
      licenses: [{ license: { id: library.license } }],
    }),
  );
  const main = createComponent({ type: 'library', name, version, licenses: [{ license: { id: license } }] });
  return {
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    version: 1,
    metadata: { component: main },
    components,
    dependencies: [{ ref: main['bom-ref'], dependsOn: components.map(({ purl }) => purl) }],
  };
}

function createPackageUrl({ name, version }) {
  return `pkg:npm/${name.replace('@', '%40')}@${version}`;
}

function readJson(path) {
  return JSON.parse(readFileSync(path, 'utf8'));
}
