// The data of every implementation: 20 channels, of which the first has 20 banks. The names are invented.

export const orderId = 'B-1';
export const order = { amount: 12890, currencyCode: 'MYR', description: 'Three bags of coffee' };

const wallets = ['Kilat', 'Sentuh', 'Pasar', 'Lompat', 'Riak', 'Bintang', 'Ansur', 'Rimba', 'Selat'];

function describeChannel(index) {
  if (index === 0) return { name: 'FPX online banking', type: 'OnlineBanking', groupName: 'Online banking' };
  if (index === 1) return { name: 'Credit or debit card', type: 'CreditCard', groupName: 'Cards' };
  const wallet = wallets[index % wallets.length];
  return { name: `${wallet} Pay ${index}`, type: 'EWallet', groupName: 'E-wallets' };
}

export const channels = Array.from({ length: 20 }, (_, index) => ({
  id: index + 1,
  ...describeChannel(index),
  isProviderHostChannel: index === 0,
  imageUrl: `/logos/${index + 1}.svg`,
  currencyList: [{ acceptedCurrencyCode: 'MYR', minRequestAmount: 1, maxRequestAmount: 30000, surcharge: 0 }],
}));

export const banks = Array.from({ length: 20 }, (_, index) => ({
  id: `BANK${index + 1}`,
  name: `Bank Number ${index + 1} Berhad`,
  displayName: `Bank ${String.fromCodePoint(65 + index)}ngsana`,
  imageUrl: `/logos/${index + 21}.svg`,
  status: 1,
}));

/** Renders a square logo as SVG. Each number has another color. */
export function renderLogo(number) {
  const hue = (number * 37) % 360;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 36 36"><rect width="36" height="36" rx="9" fill="hsl(${hue} 60% 35%)"/><circle cx="18" cy="18" r="9" fill="#fff"/></svg>`;
}
