import { escapeHtml } from '@pgw/protocol/html';
import type { AssetFiles } from '../assets/asset-files.ts';
import type { ManifestFile } from '../assets/manifest.ts';
import type { PublicAddresses } from '../../options/addresses.ts';

/** An attribute is omitted if its value is undefined or false. */
export function renderStartTag(
  name: string,
  attributes: Readonly<Record<string, string | boolean | undefined>> = {},
): string {
  const attributeTexts = Object.entries(attributes).map(([attribute, value]) => {
    if (value === undefined || value === false) return '';
    return value === true ? ` ${attribute}` : ` ${attribute}="${escapeHtml(value)}"`;
  });
  return `<${name}${attributeTexts.join('')}>`;
}

/**
 * Converts data to JSON that cannot end a script element. It is ASCII, because programs that rewrite pages garble
 * other characters.
 */
export function toScriptJson(data: unknown): string {
  return JSON.stringify(data).replaceAll(
    /[<\u007f-\uffff]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

const versionLength = 12;

export interface ScriptTagOptions {
  readonly addresses: PublicAddresses;
  readonly nonce?: string | undefined;
}

/**
 * The browser requests the module without waiting for the loader, which loads the legacy build if the module cannot
 * run.
 */
export function renderScriptTags(assets: AssetFiles, options: ScriptTagOptions): readonly string[] {
  const { files } = assets.manifest;
  const { nonce, addresses } = options;
  const { core, 'checkout.js': loader } = files;
  // The URL changes with the content, so that a cached copy always matches the integrity.
  const version = loader?.integrity.slice('sha384-'.length, 'sha384-'.length + versionLength) ?? '';
  const src = addresses.path(`/checkout.js?v=${encodeURIComponent(version)}`);
  return [
    ...(core
      ? [renderScript({ type: 'module', src: toUrl(core, options), integrity: core.integrity, nonce })]
      : []),
    renderScript({ src, integrity: loader?.integrity, nonce, async: core !== undefined }),
  ];
}

function renderScript(attributes: Parameters<typeof renderStartTag>[1]): string {
  return `${renderStartTag('script', attributes)}</script>`;
}

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
