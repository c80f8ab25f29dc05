/** True for a URL whose host is a loopback address, such as `http://localhost` or `http://127.0.0.1:3000`. */
export function isLoopback(url: string): boolean {
  const host = URL.canParse(url) ? new URL(url).hostname : '';
  return host === 'localhost' || host === '[::1]' || /^127(\.\d+){3}$/.test(host);
}
