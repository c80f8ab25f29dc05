export interface ManifestFile {
  /** The path below the mount, such as `checkout/core-1a2b3c4d.mjs`. */
  readonly path: string;
  /** For the attribute `integrity` of a tag: `sha384-…`. */
  readonly integrity: string;
  /** The size of the file in bytes, uncompressed and compressed. */
  readonly bytes: number;
  readonly gzip: number;
  readonly brotli: number;
}

/** The manifest that the build of the element writes. */
export interface Manifest {
  readonly version: string;
  /** By logical name: `checkout.js`, `checkout.mjs`, `core`, `style`, `ms`, … */
  readonly files: Readonly<Record<string, ManifestFile>>;
}
