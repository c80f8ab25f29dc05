import type { AssetFiles } from '../assets/asset-files.ts';
import type { ManifestFile } from '../assets/manifest.ts';
import type { PublicAddresses } from '../../options/public-addresses.ts';
import { renderStartTag } from './html.ts';

/** The number of characters of the script's hash in its URL. */
const versionLength = 12;

/** The properties of the page that contains a script tag. */
export interface ScriptTagOptions {
  readonly addresses: PublicAddresses;
  readonly nonce?: string | undefined;
}

/**
 * Renders the classic script tag, for every browser. The URL changes with the content, so that a cached copy
 * always matches the integrity. With `isFallback`, only browsers without modules load it.
 */
export function renderClassicScriptTag(
  { manifest }: AssetFiles,
  { isFallback = false, ...options }: ScriptTagOptions & { readonly isFallback?: boolean },
): string {
  const file = manifest.files['checkout.js'];
  const version = file?.integrity.slice('sha384-'.length, 'sha384-'.length + versionLength) ?? '';
  const src = options.addresses.path(`/checkout.js?v=${encodeURIComponent(version)}`);
  const { nonce } = options;
  return `${renderStartTag('script', { src, integrity: file?.integrity, nonce, nomodule: isFallback, defer: isFallback })}</script>`;
}

/**
 * Renders the module script tag, for browsers with modules. They do not request the classic script, which only
 * loads the same module.
 */
export function renderModuleScriptTag(
  { manifest }: AssetFiles,
  options: ScriptTagOptions,
): string | undefined {
  const file = manifest.files['core'];
  if (file === undefined) return undefined;
  const src = toUrl(file, options);
  return `${renderStartTag('script', { type: 'module', src, integrity: file.integrity, nonce: options.nonce })}</script>`;
}

/**
 * Renders the preload tag of a lazy module, such as a language. Returns an empty list for an unknown module.
 */
export function renderPreloadTags(
  { manifest }: AssetFiles,
  name: string,
  options: ScriptTagOptions,
  fetchpriority?: 'low',
): readonly string[] {
  // A form can send any language, including the name of a property that every object has.
  const file = Object.hasOwn(manifest.files, name) ? manifest.files[name] : undefined;
  if (file === undefined || !file.path.endsWith('.mjs')) return [];
  const { nonce } = options;
  const href = toUrl(file, options);
  return [
    renderStartTag('link', { rel: 'modulepreload', href, integrity: file.integrity, nonce, fetchpriority }),
  ];
}

function toUrl({ path }: ManifestFile, { addresses }: ScriptTagOptions): string {
  return addresses.path(`/${path}`);
}
