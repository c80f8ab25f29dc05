// package.json as the registry receives it.
import { isInstalled } from './libraries.mjs';

/**
 * Returns the manifest of the published folder: without the libraries that are bundled, and without everything that only
 * the workspace uses. `modules` maps a file of `dist` to the sources in it.
 */
export function createManifest(manifest, modules) {
  const { scripts: _scripts, devDependencies: _devDependencies, exports, publishConfig, ...rest } = manifest;
  const { directory: _directory, linkDirectory: _linkDirectory, ...publication } = publishConfig;
  return {
    ...rest,
    publishConfig: publication,
    sideEffects: listSideEffects(manifest, modules),
    exports: Object.fromEntries(Object.entries(exports).map(([name, entry]) => [name, dropSources(entry)])),
    ...(manifest.imports && { imports: dropTypes(manifest.imports) }),
    dependencies: Object.fromEntries(
      Object.entries(manifest.dependencies).filter(([name]) => isInstalled(name)),
    ),
    files: [
      ...manifest.files.filter((file) => !file.startsWith('!')),
      'THIRD-PARTY-LICENSES',
      'bundled.cdx.json',
    ],
  };
}

/** The declarations of the modules that only the package imports are not published. */
function dropTypes(imports) {
  return Object.fromEntries(Object.entries(imports).map(([name, { default: file }]) => [name, file]));
}

/** The sources of a bundle are in its source maps, and cannot be loaded without the libraries. */
function dropSources(entry) {
  if (typeof entry === 'string') return entry;
  const { 'pgw-source': _source, ...targets } = entry;
  return targets;
}

/** Names the files of the bundle that contain a source with side effects. */
function listSideEffects({ sideEffects }, modules) {
  if (!Array.isArray(sideEffects)) return sideEffects;
  const sources = sideEffects.map((path) => path.replace(/^\.\//, ''));
  return [...modules]
    .filter(([, ids]) => ids.some((id) => sources.some((source) => id.endsWith(`/${source}`))))
    .map(([file]) => `./dist/${file}`);
}
