import pg from 'pg';

/**
 * Creates the database of a shop on the server of a URL, and resolves with its URL. The gateway of each run has its own address, and a
 * store has the payments of one gateway.
 */
export async function createDatabase(serverUrl, shopName) {
  const name = `shop-${shopName}`;
  const client = new pg.Client({ connectionString: serverUrl });
  await client.connect();
  await client.query(`create database ${client.escapeIdentifier(name)}`);
  await client.end();
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  return url.href;
}
