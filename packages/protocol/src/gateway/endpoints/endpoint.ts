import type { z } from 'zod';
import { PgwError } from '../../errors.ts';
import { createOnce } from '../create-once.ts';
import type { EndpointName, GatewayProfile } from '../profile.ts';

/** An operation of the gateway. The client, the sandbox and the OpenAPI document use this definition. */
export interface Endpoint<
  Name extends EndpointName = EndpointName,
  Request extends z.ZodObject = z.ZodObject,
  Response extends z.ZodType = z.ZodType,
> {
  /** Key in {@link endpoints} and in the paths of the profile. */
  readonly name: Name;
  /** A short description. */
  readonly summary: string;
  /** The HTTP method. */
  readonly method: 'GET' | 'POST';
  /**
   * Schema of the JSON body of a POST, or of the query of a GET with camelCase names. Unknown names are
   * refused.
   */
  readonly request: Request;
  /** Schema of the payload, without the envelope. Unknown properties are kept. */
  readonly response: Response;
  /**
   * True when the interface documents the response in the `result` envelope. The client accepts the response
   * with and without it.
   */
  readonly hasDocumentedEnvelope: boolean;
  /** False for the login, which needs neither signature nor token. */
  readonly isSigned: boolean;
  /** True for an operation that only reads. The client may send it again when no response arrives. */
  readonly isReadOnly: boolean;
  /**
   * Known fault codes, in ascending order. In addition, every signed operation can return 1 (rejected
   * signature).
   */
  readonly faults: readonly number[];
}

/** By default, an endpoint is signed, and has no known faults. */
interface Definition<Name extends EndpointName, Request extends z.ZodObject, Response extends z.ZodType>
  extends
    Pick<Endpoint<Name>, 'name' | 'summary' | 'method' | 'hasDocumentedEnvelope' | 'isReadOnly'>,
    Partial<Pick<Endpoint, 'isSigned' | 'faults'>> {
  readonly request: () => Request;
  readonly response: () => Response;
}

/** A schema is created when it is first read, because creating all of them takes longer than the rest of the import. */
export function endpoint<Name extends EndpointName, Request extends z.ZodObject, Response extends z.ZodType>(
  definition: Definition<Name, Request, Response>,
): Endpoint<Name, Request, Response> {
  const request = createOnce(definition.request);
  const response = createOnce(definition.response);
  return {
    isSigned: true,
    faults: [],
    ...definition,
    get request() {
      return request();
    },
    get response() {
      return response();
    },
  };
}

/** Returns the absolute URL of an endpoint, without a query. The signature covers this URL. */
export function endpointUrl(baseUrl: string, name: EndpointName, profile: GatewayProfile): string {
  return joinUrl(baseUrl, profile.paths[name]);
}

/** Joins the address of a server and a path that begins with a slash. The address may end with slashes and white space. */
export function joinUrl(address: string, path: string): string {
  if (/[?#]/.test(address))
    throw new PgwError(
      'invalid-configuration',
      `An address before ${path} must not have a query or a fragment.`,
    );
  return `${address.trim().replace(/\/+$/, '')}${path}`;
}

/** True for the name or the address of this machine, as `URL.hostname` has it or without brackets. */
export function isLoopback(host: string): boolean {
  return /^(?:localhost|\[::1\]|::1|127(?:\.\d+){3})$/.test(host);
}
