import { createHmac, timingSafeEqual } from 'node:crypto';
import { createGatewayClient } from '@pgw/client';
import { parseCallback, secretKey as keyObject, sign, signatureMessage } from '@pgw/protocol';
import { signatureOf, sorted } from './contestants/by-hand.mjs';
import { callbackUrl, merchantId, secretKey, token } from './order.mjs';
import { median } from './table.mjs';

const url = 'https://gateway.example/api/services/app/PaymentGateway/RequestPayment';
const key = keyObject(secretKey);
const gateway = createGatewayClient({
  baseUrl: 'https://gateway.example',
  merchantId,
  secretKey,
  credentials: token,
});

/** A payment request with a message of about 512 bytes, or of 5 KB with a list of items. */
function request(lines) {
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
    ...(lines > 0 && {
      items: Array.from({ length: lines }, (_, index) => ({
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

/** A callback of about half a kilobyte or 5 KB, with names in an order that a sender may use. */
function callback(lines) {
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
    ...(lines > 0 && { items: request(lines).items }),
  };
}

function cases() {
  const sizes = [0, 42];
  return [
    ...sizes.map(signing),
    ...sizes.flatMap((lines) => [
      verification('verify a callback that was sent sorted', sorted(callback(lines)), 'sorted'),
      verification('verify a callback sent unsorted, signed as sent', callback(lines), 'raw'),
      verification('verify a callback sent unsorted, signed sorted', callback(lines), 'sorted'),
    ]),
  ];
}

/** The floor is the HMAC of the message. */
function signing(lines) {
  const data = request(lines);
  const message = signatureMessage(url, data);
  return {
    title: 'sign',
    bytes: message.length,
    target: { of: 'speed', value: lines === 0 ? 0.4 : 0.17 },
    floor: () => createHmac('sha256', secretKey).update(message).digest('hex'),
    ours: () => sign(url, data, key),
  };
}

/** The floor knows the form of the signature. Ours detects one of four forms and checks the schema. */
function verification(title, body, form) {
  const rawBody = Buffer.from(JSON.stringify(body));
  const signed = form === 'raw' ? rawBody.toString() : JSON.stringify(sorted(body));
  const signature = signatureOf(callbackUrl, signed);
  const expected = Buffer.from(signature, 'hex');
  return {
    title,
    bytes: rawBody.length,
    target: { of: 'cpu', value: 0.8 },
    floor: () => {
      const parsed = JSON.parse(rawBody.toString('utf8'));
      const text = JSON.stringify(sorted(parsed));
      const made = Buffer.from(
        signatureOf(callbackUrl, form === 'raw' ? rawBody.toString('utf8') : text),
        'hex',
      );
      if (!timingSafeEqual(made, expected) || parsed.referenceCode === undefined)
        throw new Error('not verified');
    },
    ours: () => {
      const reading = parseCallback(rawBody);
      if (!reading.parsed.success) throw reading.parsed.error;
      if (!gateway.verifyCallback({ rawBody: reading, signature }, callbackUrl))
        throw new Error('not verified');
    },
  };
}

const repeats = 500;

function timeOf(work) {
  const before = process.cpuUsage();
  for (let index = 0; index < repeats; index += 1) work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / repeats;
}

process.on('message', ({ rounds }) => {
  const results = cases().map(({ floor, ours, ...about }) => {
    const times = { floor: [], ours: [] };
    for (let round = 0; round < rounds + 10; round += 1) {
      const turn = { floor: timeOf(floor), ours: timeOf(ours) };
      // The first turns are not counted, because the code is still compiled.
      if (round < 10) continue;
      times.floor.push(turn.floor);
      times.ours.push(turn.ours);
    }
    return { ...about, floor: median(times.floor), ours: median(times.ours) };
  });
  process.send(results);
});
process.on('disconnect', () => process.exit(0));
