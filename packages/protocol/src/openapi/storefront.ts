import type { z } from 'zod';
import { callbackBody } from '../callback.ts';
import { defaultProfile, type GatewayProfile } from '../profile.ts';
import { cardRequest, startRequest } from '../storefront-requests.ts';
import * as schemas from '../storefront-schemas.ts';
import { contentOf, refTo, schemaOf, type Json, type JsonObject, type OpenApiDocument } from './document.ts';

/**
 * Creates the OpenAPI 3.1 document of the routes of the checkout middleware. Without a profile, the default
 * profile is used.
 */
export function storefrontDocument(profile: GatewayProfile = defaultProfile): OpenApiDocument {
  return {
    openapi: '3.1.0',
    info: {
      title: 'pgw checkout',
      version: 'v1',
      description:
        'The routes of the checkout middleware, relative to its mount path. Amounts are integers in minor units. Generated from the storefront schemas of @pgw/protocol.',
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
  ['PaymentStatus', schemas.storefrontPaymentStatus, 'output'],
  ['Problem', schemas.storefrontProblem, 'output'],
  ['CallbackBody', callbackBody, 'input'],
];

const problem: JsonObject = {
  description: 'Problem details (RFC 9457) with a stable `code`, see docs/errors.md.',
  content: contentOf(refTo('Problem'), 'application/problem+json'),
};

const order = parameter('order', 'query', 'Id of the order, at most 200 characters.');

const startForm: JsonObject = {
  type: 'object',
  properties: {
    order: { type: 'string', minLength: 1, maxLength: 200 },
    channel: { type: 'integer', description: "Omitted: the shopper chooses on the gateway's page." },
    bank: { type: 'string', minLength: 1, maxLength: 100 },
    shownAmount: {
      type: 'integer',
      exclusiveMinimum: 0,
      description: 'The total that was shown. The start is refused when the total has changed.',
    },
    shownCurrencyCode: { type: 'string', minLength: 3, maxLength: 3 },
    lang: {
      type: 'string',
      maxLength: 35,
      description: 'Language of the page on which the shopper chooses a bank, BCP 47.',
    },
    category: { type: 'string', description: 'The bank filter of the form. The server ignores it.' },
  },
  required: ['order'],
  additionalProperties: false,
};

const checkoutPaths: JsonObject = {
  '/session': {
    get: {
      operationId: 'getSession',
      summary: 'The order and the channels',
      parameters: [order],
      responses: responsesOf(200, 'The data that the element renders.', 'Session'),
    },
  },
  '/channels/{channelId}/banks': {
    get: {
      operationId: 'getBanks',
      summary: 'The banks of a channel',
      parameters: [parameter('channelId', 'path', 'Id of the channel.', { type: 'integer' }), order],
      responses: responsesOf(200, 'The banks, in the order in which they are shown.', 'Banks'),
    },
  },
  '/payments': {
    post: {
      operationId: 'startPayment',
      summary: 'Start a payment. The server determines the price',
      requestBody: { required: true, content: contentOf(refTo('StartRequest')) },
      responses: responsesOf(201, 'The payment and the redirect.', 'StartResponse'),
    },
  },
  '/start': {
    post: {
      operationId: 'startPaymentByForm',
      summary: 'Start a payment by an HTML form, without a script',
      requestBody: {
        required: true,
        content: contentOf(startForm, 'application/x-www-form-urlencoded'),
      },
      responses: {
        200: { description: 'A page on which the shopper chooses a bank.', content: { 'text/html': {} } },
        303: { description: 'The redirect to the payment page.' },
        default: problem,
      },
    },
  },
  '/payments/{reference}/card': {
    post: {
      operationId: 'payByCard',
      summary: 'Send the card of a payment once, encrypted with the key of the start response',
      parameters: [parameter('reference', 'path', 'The reference of the payment.')],
      requestBody: { required: true, content: contentOf(refTo('CardRequest')) },
      responses: responsesOf(
        200,
        "The payment, and the redirect to the bank's authentication if it is needed.",
        'CardResponse',
      ),
    },
  },
  '/payments/{reference}': {
    get: {
      operationId: 'getPayment',
      summary: 'Get a payment',
      parameters: [parameter('reference', 'path', 'The reference of the payment.')],
      responses: {
        200: {
          description: 'The payment. Without the cookie of the payment, only its reference and state.',
          content: contentOf({ anyOf: [refTo('Payment'), refTo('PaymentStatus')] }),
        },
        default: problem,
      },
    },
  },
  '/payments/{reference}/redirect': {
    get: {
      operationId: 'runRedirectScript',
      summary: "A page that runs the gateway's redirection script, separate from the pages of the shop",
      parameters: [parameter('reference', 'path', 'The reference of the payment.')],
      responses: {
        200: { description: 'The page with the script and a link.', content: { 'text/html': {} } },
        303: {
          description:
            'A redirect: to the result if the payment has ended or the browser has no cookie of the payment, or to the URL of the gateway if the gateway sent no script.',
        },
        default: problem,
      },
    },
  },
  '/payments/{reference}/qr': {
    get: {
      operationId: 'getQrCode',
      summary: 'The QR code of the URL that opens the payment on a phone, for a browser with the cookie',
      parameters: [parameter('reference', 'path', 'The reference of the payment.')],
      responses: {
        200: { description: 'The QR code. Caches must not store it.', content: { 'image/svg+xml': {} } },
        default: problem,
      },
    },
  },
  '/payments/{reference}/phone/{token}': {
    get: {
      operationId: 'openOnPhone',
      summary: 'Open a payment on a phone. The QR code contains this URL',
      parameters: [
        parameter('reference', 'path', 'The reference of the payment.'),
        parameter('token', 'path', 'The token of the QR code.'),
      ],
      responses: {
        303: {
          description:
            'The redirect to the payment, or to the result of an ended payment. The response sets a cookie that identifies the browser of the phone.',
        },
        default: problem,
      },
    },
  },
};

const healthContent = (status: 'ok' | 'failing'): JsonObject =>
  contentOf({ type: 'object', properties: { status: { const: status } }, required: ['status'] });

const healthPaths: JsonObject = {
  '/health': {
    get: {
      operationId: 'getHealth',
      summary: 'Health of this process, for load balancers',
      responses: {
        200: { description: 'Payments can be served.', content: healthContent('ok') },
        503: { description: 'Payments cannot be served.', content: healthContent('failing') },
      },
    },
  },
};

const scriptResponses: JsonObject = {
  200: { description: 'The script, with an ETag.', content: { 'text/javascript': {} } },
  304: { description: 'The cached script is current.' },
};

/** The scripts of the element: the entry, and the modules that it loads on demand. */
const scriptPaths: JsonObject = {
  '/checkout.js': {
    get: {
      operationId: 'getScript',
      summary: "The element's script, for every browser",
      responses: scriptResponses,
    },
  },
  '/checkout.mjs': {
    get: {
      operationId: 'getModule',
      summary: "The element's script, as a module",
      responses: scriptResponses,
    },
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
      operationId: 'getLazyModule',
      summary: 'A module that the script loads on demand, such as a language',
      parameters: [parameter('name', 'path', 'Name of the module in the manifest.')],
      responses: { ...scriptResponses, 404: problem },
    },
  },
};

/**
 * Returns the paths of the callback and of the return URL. The names of their parameters are in the profile.
 */
function gatewayPaths({ headers, returnParameters }: GatewayProfile): JsonObject {
  const signature = parameter(headers.signature, 'header', 'Signature of the callback URL and the body.');
  const returnQuery = [
    parameter(
      returnParameters.referenceCode,
      'query',
      'The reference. It is not signed, so it proves nothing.',
    ),
    {
      ...parameter(returnParameters.transactionNumber, 'query', 'The transaction number. It is not signed.'),
      required: false,
    },
  ];
  return {
    '/callback': {
      post: {
        operationId: 'receiveCallback',
        summary: 'Receive a callback of the gateway',
        parameters: [signature],
        requestBody: { required: true, content: contentOf(refTo('CallbackBody')) },
        responses: {
          200: { description: 'The callback is stored.' },
          default: problem,
        },
      },
    },
    '/return/{token}': {
      get: {
        operationId: 'returnBrowser',
        summary: 'Receive the browser that returns from the gateway',
        parameters: [parameter('token', 'path', 'The token of the payment.'), ...returnQuery],
        responses: {
          200: { description: 'The result as a page.', content: { 'text/html': {} } },
          303: { description: "The redirect to the shop's order page." },
          404: { description: 'A page for an unknown payment.', content: { 'text/html': {} } },
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
