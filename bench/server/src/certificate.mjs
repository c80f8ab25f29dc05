// A self-signed certificate for localhost: two of the SDKs need TLS.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Paths of a new certificate and its key; undefined if openssl is missing. */
export function makeCertificate() {
  const folder = mkdtempSync(join(tmpdir(), 'pgw-bench-tls-'));
  const [certificate, key] = [join(folder, 'certificate.pem'), join(folder, 'key.pem')];
  const made = '-x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2';
  const named = '-subj /CN=localhost -addext subjectAltName=DNS:localhost';
  const words = ['req', ...made.split(' '), ...named.split(' ')];
  const { status } = spawnSync('openssl', [...words, '-keyout', key, '-out', certificate]);
  const remove = () => rmSync(folder, { recursive: true, force: true });
  if (status === 0) return { certificate, key, remove };
  remove();
  return undefined;
}
