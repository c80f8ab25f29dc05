import { codings, type AssetFiles, type Coding } from '../assets/asset-files.ts';
import { CheckoutProblem } from '../../model/problem.ts';
import { negotiate, type HttpRequest, type Handler } from '../route.ts';

const cachedForFiveMinutes = 'public, max-age=300, stale-while-revalidate=86400';
const immutable = 'public, max-age=31536000, immutable';

/**
 * GET /checkout.js, /checkout.mjs, /manifest.json and /checkout/<name>: the files of the element, which pages of
 * any origin can read.
 */
export function createAssetsHandler({ find }: AssetFiles): Handler {
  return async ({ request }) => {
    const asset = await find(request.path);
    if (asset === undefined)
      throw new CheckoutProblem('not-found', `The checkout has no file ${request.path}.`);
    const coding = chooseCoding(request);
    const etag = `"${asset.contentHash}-${coding}"`;
    const headers: Record<string, string> = {
      'Content-Type': asset.contentType,
      'Cache-Control': asset.isHashed ? immutable : cachedForFiveMinutes,
      'Access-Control-Allow-Origin': '*',
      'Cross-Origin-Resource-Policy': 'cross-origin',
      'X-Content-Type-Options': 'nosniff',
      Vary: 'Accept-Encoding',
      ETag: etag,
    };
    if (coding !== 'identity') headers['Content-Encoding'] = coding;
    if (isCached(request, etag)) return { status: 304, headers, body: undefined };
    const body = asset.encode(coding);
    headers['Content-Length'] = String(body.byteLength);
    return { status: 200, headers, body };
  };
}

function chooseCoding(request: HttpRequest): Coding {
  const negotiator = negotiate(request);
  const isAccepted = (coding: Coding): boolean => negotiator.encoding([coding, 'identity']) === coding;
  return codings.find(isAccepted) ?? 'identity';
}

/** Whether the browser has the file already (RFC 9110, 13.1.2), and does not reload it without the cache. */
function isCached(request: HttpRequest, etag: string): boolean {
  if (/\bno-cache\b/.test(request.header('cache-control') ?? '')) return false;
  const tags = (request.header('if-none-match') ?? '').split(',').map((tag) => tag.trim());
  return tags.some((tag) => tag === '*' || tag.replace(/^W\//, '') === etag);
}
