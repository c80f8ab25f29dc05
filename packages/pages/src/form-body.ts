/**
 * Parses the body of a form. Undefined if it is none. The parser is that of Node for `Response`, which reads files too.
 */
export async function readFormBody(body: Buffer, contentType: string): Promise<FormData | undefined> {
  const headers = { 'content-type': contentType };
  return new Response(new Uint8Array(body), { headers }).formData().catch(() => undefined);
}
