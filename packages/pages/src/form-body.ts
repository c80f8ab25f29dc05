/**
 * Parses the body of a form. Undefined if it is none. The parser is that of Node for `Response`, which reads files too.
 */
export async function readFormBody(body: Buffer, contentType: string): Promise<FormData | undefined> {
  const headers = { 'content-type': contentType };
  return new Response(new Uint8Array(body), { headers }).formData().catch(() => undefined);
}

/** Returns the text of a form field, trimmed and cut to 2,000 characters. Empty for a value that is no text. */
export function toFieldText(value: unknown): string {
  return typeof value === 'string' ? value.trim().slice(0, 2000) : '';
}

/** Reads a text field of a parsed form or query. Empty if it is missing. */
export function readField(fields: unknown, name: string): string {
  return typeof fields === 'object' && fields !== null ? toFieldText(Reflect.get(fields, name)) : '';
}
