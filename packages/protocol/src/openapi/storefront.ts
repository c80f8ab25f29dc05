import type { z } from 'zod';
import { callbackBody } from '../callback.ts';
import { defaultProfile, type GatewayProfile } from '../profile.ts';
import { cardRequest, startRequest } from '../storefront.ts';
import * as schemas from '../storefront-schemas.ts';
import { contentOf, refTo, schemaOf, type Json, type JsonObject, type OpenApiDocument } from './document.ts';

/** What <pgw-checkout> and the shop's server say to each other, as an OpenAPI 3.1 document. */
export function storefrontDocument(profile: GatewayProfile = defaultProfile): OpenApiDocument {
  return {
    openapi: '3.1.0',
    info: {
      title: 'pgw checkout',
      version: 'v1',
      description:
        'The routes of the checkout middleware, relative to its mount. Amounts are integers of minor units. Generated from the storefront schemas of @pgw/protocol.',
    },
    servers: [{ url: '/pgw', description: 'mountPath of the checkout' }],
    paths: { ...scriptPaths, ...checkoutPaths, ...healthPaths, ...gatewayPaths(profile) },
    components: {
      schemas: Object.fromEntries(components.map(([name, schema, side]) => [name, schemaOf(schema, side)])),
    },
  };
}

const components: readonly (readonly [name: string, schema: z.ZodType, side: 'input' | 'output'])[] = [
  ['StartRequest', startRequest, 'input'],
  ['StartResponse', schemas.startResponse, 'output'],
  ['CardRequest', cardRequest, 'input'],
  ['CardResponse', schemas.cardResponse, 'output'],
  ['Session', schemas.storefrontSession, 'output'],
  ['Banks', schemas.storefrontBanks, 'output'],
  ['Payment', schemas.storefrontPayment, 'output'],
  ['Problem', schemas.storefrontProblem, 'output'],
  ['CallbackBody', callbackBody, 'input'],
];

const problem: JsonObject = {
  description: 'A problem (RFC 9457); `code` is stable, see docs/errors.md.',
  content: contentOf(refTo('Problem'), 'application/problem+json'),
};

const order = parameter('order', 'query', 'Id of the order, at most 200 characters.');

const startForm: JsonObject = {
  type: 'object',
  properties: {
    order: { type: 'string', minLength: 1, maxLength: 200 },
    channel: { type: 'integer', description: "Left out: the gateway's page asks." },
    bank: { type: 'string', minLength: 1, maxLength: 100 },
    shownAmount: {
      type: 'integer',
      exclusiveMinimum: 0,
      description: 'The total that was shown; another one starts nothing.',
    },
    shownCurrencyCode: { type: 'string', minLength: 3, maxLength: 3 },
    lang: { type: 'string', maxLength: 35, description: 'Of the page that asks for a bank, BCP 47.' },
    category: { type: 'string' },
  },
  required: ['order'],
  additionalProperties: false,
};

const checkoutPaths: JsonObject = {
  '/session': {
    get: {
      operationId: 'getSession',
      summary: "The order's summary and the ways to pay it",
      parameters: [order],
      responses: responsesOf(200, 'Everything the element needs to draw itself.', 'Session'),
    },
  },
  '/channels/{channelId}/banks': {
    get: {
      operationId: 'getBanks',
      summary: 'The banks of a channel that asks for one',
      parameters: [parameter('channelId', 'path', 'Id of the channel.', { type: 'integer' }), order],
      responses: responsesOf(200, 'The banks, in the order in which they are shown.', 'Banks'),
    },
  },
  '/payments': {
    post: {
      operationId: 'startPayment',
      summary: 'Start a payment: the shop prices the order, the browser names none',
      requestBody: { required: true, content: contentOf(refTo('StartRequest')) },
      responses: responsesOf(201, 'The payment, and how the browser leaves.', 'StartResponse'),
    },
  },
  '/start': {
    post: {
      operationId: 'startPaymentByForm',
      summary: "Start a payment from a plain form of the shop's own pages, where no script runs",
      requestBody: {
        required: true,
        content: contentOf(startForm, 'application/x-www-form-urlencoded'),
      },
      responses: {
        200: { description: 'A page that asks for the bank.', content: { 'text/html': {} } },
        303: { description: 'On to the payment page.' },
        default: problem,
      },
    },
  },
  '/payments/{reference}/card': {
    post: {
      operationId: 'payByCard',
      summary: 'Send the card of a payment, encrypted with the key that its start has answered; once',
      parameters: [parameter('reference', 'path', "The payment's own reference.")],
      requestBody: { required: true, content: contentOf(refTo('CardRequest')) },
      responses: responsesOf(
        200,
        'What became of the card, or where its bank asks for more.',
        'CardResponse',
      ),
    },
  },
  '/payments/{reference}': {
    get: {
      operationId: 'getPayment',
      summary: "The server's word on a payment",
      parameters: [parameter('reference', 'path', "The payment's own reference.")],
      responses: responsesOf(200, 'The payment.', 'Payment'),
    },
  },
  '/payments/{reference}/redirect': {
    get: {
      operationId: 'runRedirectScript',
      summary: "The page that runs the gateway's redirection script, apart from the pages of the shop",
      parameters: [parameter('reference', 'path', "The payment's own reference.")],
      responses: {
        200: { description: 'The page with the script and a link.', content: { 'text/html': {} } },
        303: { description: 'The payment is over, or has no script: on to its outcome or to its address.' },
        default: problem,
      },
    },
  },
};

const healthWord = (status: 'ok' | 'failing'): JsonObject =>
  contentOf({ type: 'object', properties: { status: { const: status } }, required: ['status'] });

const healthPaths: JsonObject = {
  '/health': {
    get: {
      operationId: 'getHealth',
      summary: 'Whether this process can serve payments, for load balancers',
      responses: {
        200: { description: 'It can.', content: healthWord('ok') },
        503: { description: 'It cannot.', content: healthWord('failing') },
      },
    },
  },
};

const script: JsonObject = {
  200: { description: 'The script, with an ETag.', content: { 'text/javascript': {} } },
  304: { description: 'The browser has it.' },
};

/** The element's own scripts: the one that a page names, and what that one loads when it is needed. */
const scriptPaths: JsonObject = {
  '/checkout.js': {
    get: { operationId: 'getScript', summary: "The element's script, for every browser", responses: script },
  },
  '/checkout.mjs': {
    get: { operationId: 'getModule', summary: "The element's script, as a module", responses: script },
  },
  '/manifest.json': {
    get: {
      operationId: 'getManifest',
      summary: 'The name, the integrity and the size of each script',
      responses: { 200: { description: 'The manifest, with an ETag.', content: { 'application/json': {} } } },
    },
  },
  '/checkout/{name}': {
    get: {
      operationId: 'getScriptPart',
      summary: 'A part of the script that is loaded when it is needed, such as a language',
      parameters: [parameter('name', 'path', 'Name of the part, as the manifest has it.')],
      responses: { ...script, 404: problem },
    },
  },
};

/** What the gateway calls and where it sends the browser; the names are the profile's. */
function gatewayPaths({ headers, returnParameters }: GatewayProfile): JsonObject {
  const signature = parameter(headers.signature, 'header', 'Over the callback URL and the body.');
  const returned = [
    parameter(returnParameters.referenceCode, 'query', 'Unsigned: it names a payment and proves nothing.'),
    { ...parameter(returnParameters.transactionNumber, 'query', 'Unsigned as well.'), required: false },
  ];
  return {
    '/callback': {
      post: {
        operationId: 'receiveCallback',
        summary: 'The gateway tells that a payment has changed',
        parameters: [signature],
        requestBody: { required: true, content: contentOf(refTo('CallbackBody')) },
        responses: {
          200: { description: 'Stored; it need not be sent again.' },
          default: problem,
        },
      },
    },
    '/return': {
      get: {
        operationId: 'returnBrowser',
        summary: 'The browser is back from the gateway',
        parameters: returned,
        responses: {
          200: { description: 'The result as a page.', content: { 'text/html': {} } },
          303: { description: "On to the shop's order page." },
          404: { description: 'No such payment, as a page.', content: { 'text/html': {} } },
        },
      },
    },
  };
}

function responsesOf(status: number, description: string, component: string): JsonObject {
  return { [status]: { description, content: contentOf(refTo(component)) }, default: problem };
}

function parameter(
  name: string,
  place: 'query' | 'path' | 'header',
  description: string,
  schema: Json = { type: 'string' },
): JsonObject {
  return { name, in: place, required: true, description, schema };
}
