import type { AssetFiles } from '../assets/asset-files.ts';
import type { ManifestFile } from '../assets/manifest.ts';
import type { PublicAddresses } from '../options/public-addresses.ts';
import { tag } from './html.ts';

/** The page for which a script tag is made. */
export interface ScriptPlace {
  readonly addresses: PublicAddresses;
  readonly nonce?: string | undefined;
}

/**
 * The classic script tag, for every browser. Its URL changes with its content, so that a cached copy always
 * matches the integrity.
 */
export function classicTag({ manifest }: AssetFiles, place: ScriptPlace, isFallback = false): string {
  const file = manifest.files['checkout.js'];
  const version = file?.integrity.slice('sha384-'.length, 'sha384-'.length + 12) ?? '';
  const src = place.addresses.path(`/checkout.js?v=${encodeURIComponent(version)}`);
  const { nonce } = place;
  return `${tag('script', { src, integrity: file?.integrity, nonce, nomodule: isFallback, defer: isFallback })}</script>`;
}

/** The module script tag, for browsers with modules. It saves the request for the loader. */
export function moduleTag({ manifest }: AssetFiles, place: ScriptPlace): string | undefined {
  const file = manifest.files['core'];
  if (file === undefined) return undefined;
  const src = addressOf(file, place);
  return `${tag('script', { type: 'module', src, integrity: file.integrity, nonce: place.nonce })}</script>`;
}

/** A preload tag for a lazy module, such as a language. Empty when there is no such module. */
export function preloadTag(
  { manifest }: AssetFiles,
  name: string,
  place: ScriptPlace,
  fetchpriority?: 'low',
): readonly string[] {
  // A form can send any language, including the name of a property that every object has.
  const file = Object.hasOwn(manifest.files, name) ? manifest.files[name] : undefined;
  if (file === undefined || !file.path.endsWith('.mjs')) return [];
  const [href, { nonce }] = [addressOf(file, place), place];
  return [tag('link', { rel: 'modulepreload', href, integrity: file.integrity, nonce, fetchpriority })];
}

function addressOf({ path }: ManifestFile, { addresses }: ScriptPlace): string {
  return addresses.path(`/${path}`);
}
