// Writes the folder `published` of a package, which is packed in place of the package itself.
import { cpSync, existsSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { bundlePackage } from './bundle.mjs';
import { createManifest } from './manifest.mjs';
import { rewriteSourceMap } from './source-maps.mjs';
import { createBillOfMaterials, createLicenses, listBundledLibraries } from './third-party.mjs';
import { copyTypes } from './types.mjs';

/** Replaces the folder that `publishConfig.directory` names. The package must be compiled. */
export async function writePublished(folder, manifest) {
  const output = join(folder, manifest.publishConfig.directory);
  rmSync(output, { recursive: true, force: true });
  const files = await bundlePackage({ folder, output, manifest });
  const modules = new Map(files.map(({ fileName, moduleIds = [] }) => [fileName, moduleIds]));
  const maps = files.filter(({ fileName }) => fileName.endsWith('.map'));
  const sources = new Set([
    ...maps.flatMap(({ fileName }) => rewriteSourceMap({ folder, output, fileName })),
    ...copyTypes({ folder, output, manifest }),
  ]);
  for (const source of sources) cpSync(join(folder, 'src', source), join(output, 'src', source));
  for (const file of listCopiedFiles(manifest))
    if (existsSync(join(folder, file))) cpSync(join(folder, file), join(output, file), { recursive: true });
  const libraries = listBundledLibraries([...modules.values()].flat());
  writeFileSync(join(output, 'package.json'), toJson(createManifest(manifest, modules)));
  if (libraries.length === 0) return;
  writeFileSync(join(output, 'THIRD-PARTY-LICENSES'), createLicenses(manifest.name, libraries));
  writeFileSync(join(output, 'bundled.cdx.json'), toJson(createBillOfMaterials(manifest, libraries)));
}

/** The files of the package other than its code. */
function listCopiedFiles({ files }) {
  return ['README.md', ...files.filter((file) => !/^(dist|src)$|^!/.test(file))];
}

function toJson(value) {
  return `${JSON.stringify(value, undefined, 2)}\n`;
}
