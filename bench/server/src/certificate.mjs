// Creates a self-signed certificate for localhost, because two of the SDKs need TLS.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * Creates a certificate and a key. Returns their paths and a function that removes both files, or undefined if
 * openssl is missing.
 */
export function createCertificate() {
  const folder = mkdtempSync(join(tmpdir(), 'pgw-bench-tls-'));
  const [certificate, key] = [join(folder, 'certificate.pem'), join(folder, 'key.pem')];
  const keyOptions = '-x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2';
  const nameOptions = '-subj /CN=localhost -addext subjectAltName=DNS:localhost';
  const options = ['req', ...keyOptions.split(' '), ...nameOptions.split(' ')];
  const { status } = spawnSync('openssl', [...options, '-keyout', key, '-out', certificate]);
  const remove = () => rmSync(folder, { recursive: true, force: true });
  if (status === 0) return { certificate, key, remove };
  remove();
  return undefined;
}
