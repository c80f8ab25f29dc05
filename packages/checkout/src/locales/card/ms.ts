import type { CardTexts } from './index.ts';

/** Bahasa Melayu. */
export const cardTexts: CardTexts = {
  'card.number': 'Nombor kad',
  'card.exp': 'Tarikh luput',
  'card.exp.ph': 'BB / TT',
  'card.cvc': 'Kod keselamatan',
  'card.cvc.back': '3 digit di belakang kad',
  'card.cvc.front': '4 digit di hadapan kad',
  'card.name': 'Nama pada kad',
  'card.save': 'Simpan kad ini untuk lain kali',
  'card.save.hint': 'Disimpan oleh get laluan pembayaran, bukan oleh {merchant}.',
  'e.number.req': 'Masukkan nombor kad anda.',
  'e.number.short': 'Nombor kad ini terlalu pendek. Semak digit yang tertinggal.',
  'e.number.bad': 'Nombor kad ini nampak tidak betul. Semak setiap digit.',
  'e.brand': '{merchant} tidak menerima kad {brand}. Guna kad lain.',
  'e.exp.req': 'Masukkan tarikh luput, contohnya 09 / 28.',
  'e.exp.bad': 'Masukkan bulan 01 hingga 12, kemudian tahun.',
  'e.exp.past': 'Kad ini telah luput. Guna kad lain.',
  'e.cvc': 'Masukkan kod keselamatan {n} digit.',
  'e.name': 'Masukkan nama seperti pada kad.',
  'busy.card': 'Memproses kad anda…',
};
