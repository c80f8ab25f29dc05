/** Where the banks of a channel are asked for. */
export function banksUrl(endpoint: string, channelId: number, order: string): string {
  return `${endpoint}/channels/${String(channelId)}/banks?order=${encodeURIComponent(order)}`;
}
