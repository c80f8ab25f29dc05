import type { z } from 'zod';
import type { EndpointName, GatewayProfile } from '../profile.ts';

/** One operation of the gateway: what the client, the sandbox and the documents are driven by. */
export interface Endpoint<
  Name extends EndpointName = EndpointName,
  Request extends z.ZodObject = z.ZodObject,
  Response extends z.ZodType = z.ZodType,
> {
  /** Key in the endpoint table and in the profile's paths. */
  readonly name: Name;
  /** What it does, in a few words. */
  readonly summary: string;
  readonly method: 'GET' | 'POST';
  /** What travels: the JSON body of a POST, or the query of a GET under its camelCase names. Unknown names are refused. */
  readonly request: Request;
  /** The payload once the envelope is off. Unknown properties are kept. */
  readonly response: Response;
  /** Whether the interface documents the answer inside the `result` envelope. Readers accept both. */
  readonly isWrapped: boolean;
  /** False for the one call that needs neither signature nor token. */
  readonly isSigned: boolean;
  /** True for calls that only read, which may be sent again after a lost answer. */
  readonly isRead: boolean;
  /** Codes that its refusals are known to have, ascending. A rejected signature (1) may come of every signed one. */
  readonly faults: readonly number[];
}

/** Keeps the exact types of an endpoint while checking its shape. */
export function endpoint<Name extends EndpointName, Request extends z.ZodObject, Response extends z.ZodType>(
  definition: Endpoint<Name, Request, Response>,
): Endpoint<Name, Request, Response> {
  return definition;
}

/** The absolute URL of an endpoint, without query: also the URL that is signed. */
export function endpointUrl(baseUrl: string, name: EndpointName, profile: GatewayProfile): string {
  return `${baseUrl.replace(/\/+$/, '')}${profile.paths[name]}`;
}
