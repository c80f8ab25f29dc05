import type { AssetFiles } from '../assets/asset-files.ts';
import type { ManifestFile } from '../assets/manifest.ts';
import type { PublicAddresses } from '../options/public-addresses.ts';
import { tag } from './html.ts';

export interface ScriptPlace {
  readonly addresses: PublicAddresses;
  readonly nonce?: string | undefined;
}

/** The one tag for every browser. Its address changes with its content, so that no cached copy meets a newer integrity. */
export function classicTag({ manifest }: AssetFiles, place: ScriptPlace, isFallback = false): string {
  const file = manifest.files['checkout.js'];
  const version = file?.integrity.slice('sha384-'.length, 'sha384-'.length + 12) ?? '';
  const src = place.addresses.path(`/checkout.js?v=${encodeURIComponent(version)}`);
  const { nonce } = place;
  return `${tag('script', { src, integrity: file?.integrity, nonce, nomodule: isFallback, defer: isFallback })}</script>`;
}

/** The module itself, for browsers with modules: nothing is loaded to find out what to load. */
export function moduleTag({ manifest }: AssetFiles, place: ScriptPlace): string | undefined {
  const file = manifest.files['core'];
  if (file === undefined) return undefined;
  const src = addressOf(file, place);
  return `${tag('script', { type: 'module', src, integrity: file.integrity, nonce: place.nonce })}</script>`;
}

/** Fetches a part before it is asked for, such as a language; nothing when there is no such part. */
export function preloadTag(
  { manifest }: AssetFiles,
  name: string,
  place: ScriptPlace,
  fetchpriority?: 'low',
): readonly string[] {
  // A visitor's form may name any language, also one that every object has a property of.
  const file = Object.hasOwn(manifest.files, name) ? manifest.files[name] : undefined;
  if (file === undefined || !file.path.endsWith('.mjs')) return [];
  const [href, { nonce }] = [addressOf(file, place), place];
  return [tag('link', { rel: 'modulepreload', href, integrity: file.integrity, nonce, fetchpriority })];
}

function addressOf({ path }: ManifestFile, { addresses }: ScriptPlace): string {
  return addresses.path(`/${path}`);
}
