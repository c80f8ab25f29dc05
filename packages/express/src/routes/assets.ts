import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { PgwError } from '@pgw/protocol';
import type { Request, Response } from 'express';
import { CheckoutProblem } from '../payments/problem.ts';

interface Asset {
  readonly body: Buffer;
  readonly etag: string;
}

const folder = fileURLToPath(new URL('../../assets', import.meta.url));

/**
 * GET /checkout.js and what it loads when needed, /checkout/<name>.js: the element's own scripts, read once at boot. Kept by
 * browsers for five minutes, then checked by their tag. Readable from any origin: they hold nothing of the shop.
 */
export function assets() {
  const known = readAssets();
  return (req: Request, res: Response): void => {
    const asset = known.get(req.path);
    if (asset === undefined)
      throw new CheckoutProblem('not-found', `The checkout has no script ${req.path}.`);
    res.set({
      'Content-Type': 'text/javascript; charset=utf-8',
      'Cache-Control': 'public, max-age=300, stale-while-revalidate=86400',
      'Access-Control-Allow-Origin': '*',
      'Cross-Origin-Resource-Policy': 'cross-origin',
      'X-Content-Type-Options': 'nosniff',
      ETag: asset.etag,
    });
    if (req.fresh) res.status(304).end();
    else res.send(asset.body);
  };
}

/** The build puts the scripts of @pgw/checkout into this package. */
function readAssets(): ReadonlyMap<string, Asset> {
  try {
    const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) =>
      file.endsWith('.js'),
    );
    if (!files.includes('checkout.js')) throw new Error('checkout.js is missing.');
    return new Map(
      files.map((file) => [`/${file.replaceAll(sep, '/')}`, assetOf(readFileSync(join(folder, file)))]),
    );
  } catch (cause) {
    throw new PgwError(
      'invalid-configuration',
      `The element's script is missing in ${folder}. Build the workspace (pnpm run build), or reinstall @pgw/express.`,
      { cause },
    );
  }
}

function assetOf(body: Buffer): Asset {
  const etag = `"${createHash('sha256').update(body).digest('base64url').slice(0, 27)}"`;
  return { body, etag };
}
