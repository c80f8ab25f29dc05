import { PgwError } from '@pgw/protocol';
import { joinUrl } from '@pgw/protocol/internal';
import type { Configuration } from './configuration.ts';

/** Sends a request to a page of a sandbox. `path` begins with a slash. A redirect is not followed: it leads to another program. */
export async function fetchSandbox(
  configuration: Configuration,
  path: string,
  init: RequestInit = {},
): Promise<Response> {
  const { baseUrl } = configuration.requireClientOptions();
  const url = joinUrl(baseUrl, path);
  try {
    return await fetch(url, { ...init, redirect: 'manual' });
  } catch (cause) {
    const message = `No sandbox responds at ${baseUrl}. Start it with npx pgw-sandbox, or set PGW_BASE_URL.`;
    throw new PgwError('gateway-unreachable', message, { cause });
  }
}

/** Creates the error of a program that responds with this HTTP status and is not a sandbox. */
export function createNoSandboxError(configuration: Configuration, status: number): PgwError {
  const { baseUrl } = configuration.requireClientOptions();
  return new PgwError(
    'invalid-configuration',
    `${baseUrl} is not a sandbox of this version (HTTP ${status}). This command works only with pgw-sandbox.`,
  );
}
