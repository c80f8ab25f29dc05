import type { ServerModule } from '@pgw/protocol/internal';
import type { Manifest } from './manifest.ts';

// The types of `#assets`, which scripts/build/embed-widget.mjs writes to packages/server/assets.

export const manifest: Manifest;
/** The text of the element's initial styles. */
export const styles: string;
/** The files by their path below the mount, such as `/checkout.js`: a hash of the content, and the content for brotli in base64. */
export function loadFiles(): Promise<{
  readonly files: Readonly<Record<string, readonly [contentHash: string, brotli: string]>>;
}>;
/** The module that renders the list on the server. */
export function loadServerModule(): Promise<ServerModule>;
