import type {
  StartResponse,
  StorefrontRedirect,
  StorefrontBank,
  StorefrontChannel,
  StorefrontOrder,
  StorefrontPayment,
  StorefrontSession,
} from '@pgw/protocol';

// Responses of a shop's server. All names and logos are fictitious.

export const order: StorefrontOrder = {
  id: 'RC-10482',
  amount: 12_890,
  currencyCode: 'MYR',
  exponent: 2,
  description: 'Three bags of coffee',
  merchant: 'Rimba Coffee',
  merchantLogoUrl: null,
  timeZone: null,
  gateway: 'Sandbox Gateway',
};

/** Creates a square logo: a path in a box of 24 by 24 units, on a color. */
function createLogo(color: string, path: string, ink = '#fff'): string {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="-6 -6 36 36"><rect x="-6" y="-6" width="36" height="36" fill="${color}"/><path d="${path}" fill="${ink}"/></svg>`;
  return `data:image/svg+xml,${encodeURIComponent(svg)}`;
}

/** Creates the logo of a way to pay that is not a brand. */
function createNeutralLogo(path: string): string {
  return createLogo('#e9edec', path, '#13201f');
}

const logoPaths = {
  bank: 'M12 2l9 5v2H3V7zM5 11h3v7H5zm5.5 0h3v7h-3zM16 11h3v7h-3zM3 20h18v2H3z',
  qr: 'M3 3h7v7H3zm11 0h7v7h-7zM3 14h7v7H3zm11 0h3v3h-3zm4 4h3v3h-3z',
  card: 'M2 6a2 2 0 0 1 2-2h16a2 2 0 0 1 2 2v1H2zm0 4h20v8a2 2 0 0 1-2 2H4a2 2 0 0 1-2-2z',
  bolt: 'M13 2L5 14h6l-1 8 8-12h-6z',
  eye: 'M12 6C7 6 3 10 2 11c1 1 3 3 6 4l1-2c-1 0-2-1-3-2 2-1 4-2 6-2s4 1 6 2c-1 1-2 2-3 2l1 2c3-1 5-3 6-4-1-1-5-5-10-5zm0 5a3 3 0 1 0 0 6 3 3 0 0 0 0-6z',
  bag: 'M7 8a5 5 0 0 1 10 0h3l1 13H3L4 8zm2 0h6a3 3 0 0 0-6 0z',
  wave: 'M2 18C4 8 8 6 12 12c4-6 8-4 10 6h-3c-1-5-4-6-7-1-3-5-6-4-7 1z',
  ring: 'M12 2a10 10 0 1 1-10 10h4a6 6 0 1 0 6-6z',
  star: 'M12 2l3 7 7 .6-5.400 4.700L18.500 21 12 17l-6.500 4 2-6.700L2 9.600 9 9z',
  dot: 'M12 4a8 8 0 1 0 0 16 8 8 0 0 0 0-16z',
} as const;

function createChannel(
  id: number,
  name: string,
  group: string | null,
  imageUrl: string,
  rest: Partial<StorefrontChannel> = {},
): StorefrontChannel {
  return { id, name, group, kind: 'direct', hint: null, imageUrl, fee: 0, limit: null, ...rest };
}

export const fpx: StorefrontChannel = createChannel(
  1,
  'FPX online banking',
  'Online banking',
  createNeutralLogo(logoPaths.bank),
  {
    kind: 'provider',
    hint: 'bank',
  },
);
export const duitNow: StorefrontChannel = createChannel(
  2,
  'DuitNow QR',
  'Online banking',
  createNeutralLogo(logoPaths.qr),
  { hint: 'qr' },
);
export const card: StorefrontChannel = createChannel(
  3,
  'Credit or debit card',
  'Cards',
  createNeutralLogo(logoPaths.card),
  {
    hint: 'card',
  },
);
export const kilat: StorefrontChannel = createChannel(
  4,
  'KilatPay',
  'E-wallets',
  createLogo('#d9480f', logoPaths.bolt),
  {
    fee: 50,
  },
);
export const sentuh: StorefrontChannel = createChannel(
  5,
  'Sentuh eWallet',
  'E-wallets',
  createLogo('#1554b8', logoPaths.eye),
);
export const pasar: StorefrontChannel = createChannel(
  6,
  'PasarPay',
  'E-wallets',
  createLogo('#c2255c', logoPaths.bag),
);
export const lompat: StorefrontChannel = createChannel(
  7,
  'LompatPay',
  'E-wallets',
  createLogo('#64748b', logoPaths.wave),
  {
    limit: { kind: 'max', amount: 10_000 },
  },
);
export const ansur: StorefrontChannel = createChannel(
  8,
  'Ansur — pay in 3',
  'Pay later and rewards',
  createNeutralLogo(logoPaths.ring),
  {
    hint: 'later',
  },
);
export const bintang: StorefrontChannel = createChannel(
  9,
  'Bintang Rewards',
  'Pay later and rewards',
  createNeutralLogo(logoPaths.star),
  {
    hint: 'points',
  },
);

export const session: StorefrontSession = {
  order,
  mode: 'choose',
  channels: [fpx, duitNow, card, kilat, sentuh, pasar, lompat, ansur, bintang],
  expiresAt: null,
  serverTime: '2026-09-14T06:30:00Z',
  openPayment: null,
  shopUrl: '/store/',
};

/** Creates a session whose deadline is in `seconds`. */
export function createSessionEndingIn(seconds: number): StorefrontSession {
  const expiresAt = new Date(Date.parse(session.serverTime) + seconds * 1000).toISOString();
  return { ...walletSession, expiresAt };
}

export const walletSession: StorefrontSession = { ...session, channels: [kilat, sentuh, pasar] };
export const singleSession: StorefrontSession = { ...session, channels: [fpx] };
export const hostedSession: StorefrontSession = { ...session, mode: 'hosted', channels: [] };
export const emptySession: StorefrontSession = { ...session, channels: [lompat] };

const names = [
  'Bank Angsana',
  'Bank Cempaka',
  'Bank Kinabalu',
  'Bank Manik',
  'Bank Puncak',
  'Bank Rimba Nusantara Berhad (Perbankan Islam)',
  'Bank Selat',
  'Bank Seri',
  'Bank Teratai',
  'Borneo Isles Bank',
  'Daun Digital',
  'Koperasi Ombak',
  'Lautan Bank',
  'Melur Islamic',
  'Nusa Bank',
  'Pantai Bank',
  'Seroja Savings Bank',
  'São Tomás Bank',
  'Tanjung Bank',
  'Warisan Bank',
];
const colors = ['#2b3990', '#b0307a', '#3d4a66', '#7c4a1e', '#c2410c', '#2f6b2c', '#1d5fae', '#c8102e'];
const statuses: Readonly<Record<string, StorefrontBank['status']>> = {
  'Bank Kinabalu': 'offline',
  'Bank Teratai': 'maintenance',
  'Seroja Savings Bank': 'offline',
};

const aliases: Readonly<Record<string, readonly string[]>> = {
  'Bank Kinabalu': ['K2U'],
  'Bank Seri': ['Seri2Go', 'BSB'],
};

const bankLogos = ['star', 'dot', 'wave'] as const;

export const banks: readonly StorefrontBank[] = names.map((name, index) => ({
  id: `B${String(index + 1)}`,
  displayName: name,
  name: `${name.toUpperCase()} BERHAD`,
  imageUrl: createLogo(
    colors[index % colors.length] ?? '#333',
    logoPaths[bankLogos[index % bankLogos.length] ?? 'star'],
  ),
  status: statuses[name] ?? 'available',
  aliases: aliases[name] ?? [],
  category: null,
}));

/** A channel with instalments. It is not in the list of every scene. */
export const tangga: StorefrontChannel = createChannel(
  10,
  'Tangga instalments',
  'Pay later and rewards',
  createLogo('#0b6e4f', logoPaths.ring),
  { kind: 'instalments', hint: 'later' },
);

function createPlan(id: string, plan: NonNullable<StorefrontBank['plan']>): StorefrontBank {
  const displayName = `Tangga ${String(plan.months)} months`;
  return {
    id,
    displayName,
    name: displayName,
    imageUrl: null,
    status: 'available',
    aliases: [],
    category: null,
    plan,
  };
}

/** The plans of an order of RM 44.00, as the server computes them. */
export const plans: readonly StorefrontBank[] = [
  createPlan('P3', {
    months: 3,
    monthly: 1467,
    last: 1466,
    total: 4400,
    interest: 0,
    interestBasisPoints: 0,
  }),
  createPlan('P6', {
    months: 6,
    monthly: 770,
    last: 770,
    total: 4620,
    interest: 220,
    interestBasisPoints: 500,
  }),
  createPlan('P12', {
    months: 12,
    monthly: 396,
    last: 396,
    total: 4752,
    interest: 352,
    interestBasisPoints: 800,
  }),
];

export const planSession: StorefrontSession = {
  ...session,
  order: { ...order, amount: 4400 },
  channels: [...session.channels, tangga],
};

/** The banks as personal banks, and half of them also as business banks. */
export const splitBanks: readonly StorefrontBank[] = banks.flatMap((bank, index) => [
  { ...bank, category: 'personal' as const },
  ...(index % 2 === 0 ? [{ ...bank, id: `${bank.id}-biz`, category: 'business' as const }] : []),
]);

export const seri: StorefrontBank = findBank('Bank Seri');

function findBank(name: string): StorefrontBank {
  const bank = banks.find(({ displayName }) => displayName === name);
  if (bank === undefined) throw new Error(`There is no bank called ${name}.`);
  return bank;
}

export const payment: StorefrontPayment = {
  reference: 'pay_2005671137F81FD8',
  order,
  state: 'pending',
  reason: null,
  channel: 'FPX',
  bank: 'Bank Seri',
  channelImageUrl: fpx.imageUrl,
  bankImageUrl: seri.imageUrl,
  fee: 0,
  expiresAt: null,
  transactionNumber: '2005671137F81FD8',
  date: '2026-09-14T06:32:00Z',
  orderUrl: 'https://shop.example/orders/RC-10482',
};

/** A payment with a fee. */
export const walletPayment: StorefrontPayment = {
  ...payment,
  channel: 'KilatPay',
  bank: null,
  channelImageUrl: kilat.imageUrl,
  bankImageUrl: null,
  fee: 50,
};

/** A payment whose start had no response. */
export const unclearPayment: StorefrontPayment = {
  ...walletPayment,
  step: 'start-unclear',
  needsApproval: true,
};

export const start: StartResponse & { readonly redirect: StorefrontRedirect } = {
  payment,
  redirect: { type: 'url', url: 'https://bank.example/approve?ticket=1' },
};

/** The response to Pay for a payment that can be opened on a phone. */
export const phoneStart: StartResponse & { readonly redirect: StorefrontRedirect } = {
  payment: { ...walletPayment, expiresAt: '2026-09-14T06:44:30Z' },
  redirect: {
    type: 'url',
    url: 'https://wallet.example/approve?ticket=1',
    phone: {
      url: 'https://shop.example/pgw/payments/RC-10482-7H2K9QXWMB4TZ6NE/phone/pYb2vK0m1Qe8sT4uW6xZ9A',
      // test/qr-code.svg
      codeUrl: 'qr-code.svg',
    },
  },
};

export const terms = {
  ms: { text: 'Anda bersetuju dengan [terma FPX].', href: 'https://fpx.example/terma' },
  en: { text: 'By paying, you agree to the [terms of FPX].', href: 'https://fpx.example/terms' },
};

/** The session, in which the first channel has terms, and its list holds banks and wallets. */
export const mixedSession: StorefrontSession = {
  ...session,
  channels: session.channels.map((channel, index) =>
    index === 0 ? { ...channel, terms, hint: 'bank-or-wallet' } : channel,
  ),
};
