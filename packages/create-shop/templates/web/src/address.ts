/**
 * Returns the visitor's address, which the proxy in front of the server appends to `X-Forwarded-For`. The server listens
 * on 127.0.0.1 only, so without a proxy the visitor is on this machine.
 */
export function readAddress({ headers }: { readonly headers: Pick<Headers, 'get'> }): string {
  return headers.get('x-forwarded-for')?.split(',').at(-1)?.trim() ?? '127.0.0.1';
}
