import { createHmac, timingSafeEqual } from 'node:crypto';
import { createGatewayClient } from '@pgw/client';
import { parseCallback, sign, signatureMessage } from '@pgw/protocol';
import { secretKey as createSecretKey } from '@pgw/protocol/internal';
import { signByHand, sortProperties } from './implementations/by-hand.mjs';
import { callbackUrl, merchantId, secretKey, token } from './order.mjs';
import { median } from '../../output.mjs';

const url = 'https://gateway.example/api/services/app/PaymentGateway/RequestPayment';
const key = createSecretKey(secretKey);
const gateway = createGatewayClient({
  baseUrl: 'https://gateway.example',
  merchantId,
  secretKey,
  credentials: token,
});

/** Creates a payment request with a message of about 512 bytes, or of 5 KB with 42 items. */
function createRequest(itemCount) {
  return {
    channelId: 2,
    currencyCode: 'MYR',
    amount: 12890,
    referenceCode: 'A-1234-7Q2M9K4T8W1X5Z3B',
    ipAddress: '203.0.113.77',
    returnUrl: 'https://shop.example/pgw/return',
    timestamp: 1790000000000,
    description: 'Two bags of beans',
    callbackUrl,
    userAgent:
      'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/146.0.0.0 Safari/537.36 Shop/4.2 (Android 16; Pixel 10)',
    ...(itemCount > 0 && {
      items: Array.from({ length: itemCount }, (_, index) => ({
        sku: `BEANS-${1000 + index}`,
        name: 'Sidikalang, washed, 250 g',
        quantity: 1 + (index % 3),
        unitAmount: 6445 + index,
        Category: 'coffee',
        giftNote: null,
      })),
    }),
  };
}

/** Creates a callback of about half a kilobyte or 5 KB. Its properties are not sorted. */
function createCallback(itemCount) {
  return {
    transactionNumber: '2005671137F81FD81D89D8',
    paymentSessionNumber: 'S005671137F81FD81D89D8',
    referenceCode: 'A-1234-7Q2M9K4T8W1X5Z3B',
    status: 1,
    currencyCode: 'MYR',
    amount: 12890,
    channelId: 2,
    providerTransactionNumber: '26112110240100337',
    providerMessage: 'Approved or completed successfully',
    remark: null,
    providerChannelId: 'MB2U0227',
    providerPaymentMethod: 'FPX B2C',
    customer: { name: 'Aisyah binti Rahman', email: 'aisyah@mail.example', mobileNo: '+60123456789' },
    creationTime: '2026-11-21T10:24:00.123Z',
    ...(itemCount > 0 && { items: createRequest(itemCount).items }),
  };
}

function createCases() {
  const itemCounts = [0, 42];
  return [
    ...itemCounts.map(createSigningCase),
    ...itemCounts.flatMap((itemCount) => [
      createVerificationCase('verify a sorted callback', sortProperties(createCallback(itemCount)), 'sorted'),
      createVerificationCase(
        'verify an unsorted callback, signed as it was sent',
        createCallback(itemCount),
        'raw',
      ),
      createVerificationCase(
        'verify an unsorted callback, signed in its sorted form',
        createCallback(itemCount),
        'sorted',
      ),
    ]),
  ];
}

/**
 * Compares signing with its baseline: the HMAC of the message alone. The target is the lowest accepted ratio of our
 * speed to the speed of the baseline. It is lower with 42 items, because only our code sorts and serializes them.
 */
function createSigningCase(itemCount) {
  const data = createRequest(itemCount);
  const message = signatureMessage(url, data);
  return {
    title: 'sign',
    bytes: message.length,
    target: { ratio: 'speed', value: itemCount === 0 ? 0.4 : 0.17 },
    baseline: () => createHmac('sha256', secretKey).update(message).digest('hex'),
    ours: () => sign(url, data, key),
  };
}

/**
 * Compares verifying with its baseline. The baseline knows the form of the signature. Our code detects one of four
 * forms and checks the schema. The target is the highest accepted ratio of our CPU time to that of the baseline.
 */
function createVerificationCase(title, body, form) {
  const rawBody = Buffer.from(JSON.stringify(body));
  const signedText = form === 'raw' ? rawBody.toString() : JSON.stringify(sortProperties(body));
  const signature = signByHand(callbackUrl, signedText);
  const expected = Buffer.from(signature, 'hex');
  return {
    title,
    bytes: rawBody.length,
    target: { ratio: 'cpu', value: 0.8 },
    baseline: () => {
      const parsed = JSON.parse(rawBody.toString('utf8'));
      const text = JSON.stringify(sortProperties(parsed));
      const actual = Buffer.from(
        signByHand(callbackUrl, form === 'raw' ? rawBody.toString('utf8') : text),
        'hex',
      );
      if (!timingSafeEqual(actual, expected) || parsed.referenceCode === undefined)
        throw new Error('The signature was not verified.');
    },
    ours: () => {
      const reading = parseCallback(rawBody);
      if (!reading.parsed.success) throw reading.parsed.error;
      if (!gateway.verifyCallback({ rawBody: reading, signature }, callbackUrl))
        throw new Error('The signature was not verified.');
    },
  };
}

const callsPerTurn = 500;
/** The first rounds are not counted, because Node is still compiling the code. */
const warmUpRounds = 10;

/** Returns the CPU of the process in µs per call. */
function measureCpu(work) {
  const cpuBefore = process.cpuUsage();
  for (let index = 0; index < callsPerTurn; index += 1) work();
  const { user, system } = process.cpuUsage(cpuBefore);
  return (user + system) / callsPerTurn;
}

process.on('message', ({ rounds }) => {
  const results = createCases().map(({ baseline, ours, ...description }) => {
    const times = { baseline: [], ours: [] };
    for (let round = 0; round < warmUpRounds + rounds; round += 1) {
      const turn = { baseline: measureCpu(baseline), ours: measureCpu(ours) };
      if (round < warmUpRounds) continue;
      times.baseline.push(turn.baseline);
      times.ours.push(turn.ours);
    }
    return { ...description, baseline: median(times.baseline), ours: median(times.ours) };
  });
  process.send(results);
});
process.on('disconnect', () => process.exit(0));
