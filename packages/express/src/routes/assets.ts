import type { Request, Response } from 'express';
import { codings, type Asset, type AssetFiles, type Coding } from '../assets/asset-files.ts';
import { CheckoutProblem } from '../payments/problem.ts';

const cachedForFiveMinutes = 'public, max-age=300, stale-while-revalidate=86400';
const immutable = 'public, max-age=31536000, immutable';

/**
 * GET /checkout.js, /checkout.mjs, /manifest.json and /checkout/<name>: the files of the element, compressed
 * by the build. Browsers cache a file with a hash in its name for a year. They cache the other files for five
 * minutes and then revalidate them by the ETag. Pages of any origin can read the files, because the files
 * contain nothing of the shop.
 */
export function createAssetsHandler({ byPath }: AssetFiles) {
  return (req: Request, res: Response): void => {
    const asset = byPath.get(req.path);
    if (asset === undefined) throw new CheckoutProblem('not-found', `The checkout has no file ${req.path}.`);
    const coding = chooseCoding(asset, req);
    res.set({
      'Content-Type': asset.contentType,
      'Cache-Control': asset.isHashed ? immutable : cachedForFiveMinutes,
      'Access-Control-Allow-Origin': '*',
      'Cross-Origin-Resource-Policy': 'cross-origin',
      'X-Content-Type-Options': 'nosniff',
      Vary: 'Accept-Encoding',
      ETag: `"${asset.contentHash}-${coding}"`,
    });
    if (coding !== 'identity') res.set('Content-Encoding', coding);
    if (req.fresh) {
      res.status(304).end();
      return;
    }
    const body = asset.bodies[coding];
    // An app may have replaced `res.send`.
    res.set('Content-Length', String(body?.byteLength ?? 0)).end(body);
  };
}

/** Returns the smallest coding that the browser accepts. */
function chooseCoding({ bodies }: Asset, req: Request): Coding {
  const isAccepted = (coding: Coding): boolean => req.acceptsEncodings(coding, 'identity') === coding;
  return codings.find((coding) => bodies[coding] !== undefined && isAccepted(coding)) ?? 'identity';
}
