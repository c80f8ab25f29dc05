import type { Note } from '@pgw/server/operator';

/** The titles of timeline entries in Malay. */
export const malayNoteKinds: Readonly<Record<Note['kind'], string>> = {
  'payment-created': 'Pembayaran dicipta',
  'start-answered': 'Balasan get laluan',
  'payment-changed': 'Pembayaran berubah',
  'callback-received': 'Panggilan balik diterima',
  'card-changed': 'Kad',
  'opened-on-phone': 'Dibuka di telefon',
  'price-differs': 'Harga berbeza',
  'order-fulfilled': 'Pesanan dipenuhi',
  'fulfillment-requeued': 'Pemenuhan dimulakan semula',
  'fulfillment-skipped': 'Pemenuhan dilangkau',
  'hook-succeeded': 'Kod kedai berjaya',
  'hook-failed': 'Kod kedai gagal',
  'hook-withheld': 'Kod kedai ditahan',
  'hook-requeued': 'Kod kedai dimulakan semula',
  'hook-skipped': 'Kod kedai dilangkau',
  'operation-changed': 'Operasi berubah',
  'discrepancy-accepted': 'Perbezaan diterima',
  'beneficiary-revealed': 'Penerima ditunjukkan',
  'personal-data-erased': 'Data peribadi dipadam',
};

/** The frequent texts of the checkout in Malay, by their English text. `{0}` is any text; a state in it is translated too. */
export const malayNotes: Readonly<Record<string, string>> = {
  'Payment created for order {0}.': 'Pembayaran dicipta untuk pesanan {0}.',
  'Marked as {0}: the gateway reports {1}. The order is paid by another payment.':
    'Ditanda {0}: get laluan melaporkan {1}. Pesanan dibayar oleh pembayaran lain.',
  'Marked as {0}: the gateway reports {1}.': 'Ditanda {0}: get laluan melaporkan {1}.',
  'Marked for review: the gateway reports {0}.': 'Ditanda untuk semakan: get laluan melaporkan {0}.',
  'Still {0}: the gateway reports {1}.': 'Masih {0}: get laluan melaporkan {1}.',
  'Marked as {0}: the gateway has no attempt to pay, and the deadline has passed.':
    'Ditanda {0}: get laluan tiada percubaan membayar, dan tarikh akhir telah berlalu.',
  'Callback received: {0} (signature valid).': 'Panggilan balik diterima: {0} (tandatangan sah).',
  'Opened by the QR code.': 'Dibuka dengan kod QR.',
  'The card is sent to the gateway.': 'Kad dihantar ke get laluan.',
  'Order fulfilled.': 'Pesanan dipenuhi.',
  '{0} has succeeded.': '{0} telah berjaya.',
  'Fulfillment failed (attempt {0} of {1}). There is no further attempt until an operator requeues the payment.':
    'Pemenuhan gagal (percubaan {0} daripada {1}). Tiada percubaan lagi sehingga seorang kerani memulakannya semula.',
  'Fulfillment failed (attempt {0} of {1}). The next attempt is at {2}.':
    'Pemenuhan gagal (percubaan {0} daripada {1}). Percubaan seterusnya pada {2}.',
  'The call of {0} failed (attempt {1} of {2}). There is no further attempt until an operator requeues the call.':
    'Panggilan {0} gagal (percubaan {1} daripada {2}). Tiada percubaan lagi sehingga seorang kerani memulakannya semula.',
  'The call of {0} failed (attempt {1} of {2}). The next attempt is at {3}.':
    'Panggilan {0} gagal (percubaan {1} daripada {2}). Percubaan seterusnya pada {3}.',
  'Fulfillment started again after it was withheld.': 'Pemenuhan dimulakan semula selepas ditahan.',
  'Fulfillment started again after it was ended by too many failures.':
    'Pemenuhan dimulakan semula selepas terlalu banyak kegagalan.',
  'An operator has skipped {0}: {1}': 'Seorang kerani telah melangkau {0}: {1}',
  'An operator recorded that it was not started: {0}':
    'Seorang kerani merekodkan bahawa ia tidak dimulakan: {0}',
  'The review ended as {0}: {1}': 'Semakan berakhir sebagai {0}: {1}',
  'The reversal ended as {0}: {1}': 'Pembalikan berakhir sebagai {0}: {1}',
  'A refund of {0} is requested: {1}': 'Bayaran balik {0} diminta: {1}',
  'The gateway reports {0}: the refund is {1}.': 'Get laluan melaporkan {0}: bayaran balik {1}.',
  'The refund is {0}: {1}': 'Bayaran balik {0}: {1}',
  'A capture of {0} is requested.': 'Caj {0} diminta.',
  'A last capture of {0} is requested.': 'Caj terakhir {0} diminta.',
  'The gateway reports {0}: the capture is {1}.': 'Get laluan melaporkan {0}: caj {1}.',
  'The capture is {0}: {1}': 'Caj {0}: {1}',
  'A payout of {0} is requested.': 'Bayaran keluar {0} diminta.',
  'The gateway has accepted the payout as transaction {0}.':
    'Get laluan menerima bayaran keluar sebagai transaksi {0}.',
  'The payout is {0}: the gateway reports {1}.': 'Bayaran keluar {0}: get laluan melaporkan {1}.',
  'Requested a refund of {0}, which a second person must approve.':
    'Meminta bayaran balik {0}, yang mesti diluluskan oleh orang kedua.',
  'Requested a payout of {0}, which a second person must approve.':
    'Meminta bayaran keluar {0}, yang mesti diluluskan oleh orang kedua.',
  'Rejected the refund of {0}: {1}': 'Menolak bayaran balik {0}: {1}',
  'Rejected the payout of {0}: {1}': 'Menolak bayaran keluar {0}: {1}',
  'The discrepancy {0} was accepted: {1}': 'Perbezaan {0} diterima: {1}',
  'The beneficiary was revealed: {0}': 'Penerima ditunjukkan: {0}',
  'Names, numbers, texts and messages were erased.': 'Nama, nombor, teks dan mesej telah dipadam.',
  'The text was erased.': 'Teks telah dipadam.',
};

const states: Readonly<Record<string, string>> = {
  created: 'dicipta',
  unknown: 'tidak diketahui',
  open: 'terbuka',
  refused: 'ditolak',
  paid: 'dibayar',
  authorized: 'dibenarkan',
  verified: 'disahkan',
  failed: 'gagal',
  canceled: 'dibatalkan',
  expired: 'tamat tempoh',
  refunding: 'sedang dibayar balik',
  refunded: 'dibayar balik',
  reversed: 'dibalikkan',
  review: 'dalam semakan',
  processing: 'sedang diproses',
  done: 'selesai',
};

const patterns = Object.entries(malayNotes).map(([text, translation]) => ({
  pattern: new RegExp(`^(?:([^:]{1,220}): )?${toPattern(text)}$`, 's'),
  translation,
}));

function toPattern(text: string): string {
  const escaped = text.replaceAll(/[.*+?^$()|[\]\\]/g, '\\$&');
  return escaped.replaceAll(/\{\d\}/g, '(.+?)');
}

/** Translates the text of an entry, and keeps the name before it. Undefined without a translation. */
export function translateNote(text: string): string | undefined {
  for (const { pattern, translation } of patterns) {
    const match = pattern.exec(text);
    if (match === null) continue;
    const [, actor, ...values] = match;
    const filled = translation.replaceAll(/\{(\d)\}/g, (_all, index: string) => {
      const value = values[Number(index)] ?? '';
      return states[value] ?? value;
    });
    return actor === undefined ? filled : `${actor}: ${filled}`;
  }
  return undefined;
}
