import type { Request, Response } from 'express';
import { codings, type Asset, type AssetFiles, type Coding } from '../assets/asset-files.ts';
import { CheckoutProblem } from '../payments/problem.ts';

const fiveMinutes = 'public, max-age=300, stale-while-revalidate=86400';
const immutable = 'public, max-age=31536000, immutable';

/**
 * GET /checkout.js, /checkout.mjs, /manifest.json and /checkout/<name>: the element's own files, compressed
 * by the build. Browsers cache names with a hash without limit, and the others for five minutes; then they
 * revalidate by the ETag. Readable from any origin, because the files contain nothing of the shop.
 */
export function assets({ byPath }: AssetFiles) {
  return (req: Request, res: Response): void => {
    const asset = byPath.get(req.path);
    if (asset === undefined) throw new CheckoutProblem('not-found', `The checkout has no file ${req.path}.`);
    const coding = codingFor(asset, req);
    res.set({
      'Content-Type': asset.contentType,
      'Cache-Control': asset.isHashed ? immutable : fiveMinutes,
      'Access-Control-Allow-Origin': '*',
      'Cross-Origin-Resource-Policy': 'cross-origin',
      'X-Content-Type-Options': 'nosniff',
      Vary: 'Accept-Encoding',
      ETag: `"${asset.tag}-${coding}"`,
    });
    if (coding !== 'identity') res.set('Content-Encoding', coding);
    if (req.fresh) res.status(304).end();
    else res.send(asset.bodies[coding]);
  };
}

/** The smallest coding that the browser accepts. */
function codingFor({ bodies }: Asset, req: Request): Coding {
  const isTaken = (coding: Coding): boolean => req.acceptsEncodings(coding, 'identity') === coding;
  return codings.find((coding) => bodies[coding] !== undefined && isTaken(coding)) ?? 'identity';
}
