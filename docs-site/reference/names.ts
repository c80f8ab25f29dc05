/** The generated pages: the name of the file in `docs-site/generated`, and the title in the sidebar. */
export const referencePages: Readonly<Record<string, string>> = {
  options: 'Options',
  elements: 'Elements',
  events: 'Events of a checkout',
  cli: 'Commands',
  http: 'HTTP',
  'api-server': 'API of @pgw/server',
  'api-client': 'API of @pgw/client',
  'api-checkout': 'API of @pgw/checkout',
  'api-sandbox': 'API of @pgw/sandbox',
  'api-protocol': 'API of @pgw/protocol',
};
