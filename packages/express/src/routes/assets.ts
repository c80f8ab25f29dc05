import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { PgwError } from '@pgw/protocol';
import type { Request, Response } from 'express';

/** GET /checkout.js: the element's own script. Kept by browsers for five minutes, then checked by its tag. */
export function script() {
  const body = readScript();
  const etag = `"${createHash('sha256').update(body).digest('base64url').slice(0, 27)}"`;
  return (req: Request, res: Response): void => {
    res.set({
      'Content-Type': 'text/javascript; charset=utf-8',
      'Cache-Control': 'public, max-age=300, stale-while-revalidate=86400',
      'X-Content-Type-Options': 'nosniff',
      ETag: etag,
    });
    if (req.fresh) res.status(304).end();
    else res.send(body);
  };
}

/** The build puts the script of @pgw/checkout into this package. */
function readScript(): Buffer {
  const file = new URL('../../assets/checkout.js', import.meta.url);
  try {
    return readFileSync(file);
  } catch (cause) {
    throw new PgwError(
      'invalid-configuration',
      `The element's script is missing at ${fileURLToPath(file)}. Build the workspace (pnpm run build), or reinstall @pgw/express.`,
      { cause },
    );
  }
}
