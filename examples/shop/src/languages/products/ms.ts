import type { ProductTexts } from './en.ts';

/** The texts of the products in Malay. */
export const products: ProductTexts = {
  'cameron-dark': {
    name: 'Cameron Dark',
    summary: 'Koko, gula melaka dan rasa akhir yang panjang serta lembut.',
    story:
      'Ladang Mak Lijah terletak di lereng atas Ringlet, antara ladang teh dan hutan. Malam yang sejuk membuat buah kopi masak perlahan. Kami memanggangnya gelap, dan berhenti sebelum rasanya pahit.',
    facts: {
      notes: 'Koko, gula melaka, badam panggang',
      roast: 'Gelap',
      origin: 'Ringlet, Cameron Highlands, Pahang',
      altitude: '1,200 m',
      variety: 'Arabika, Catimor',
      process: 'Dibasuh, dijemur di bawah matahari',
      brew: '18 g kepada 36 g dengan mesin espreso, atau dengan periuk moka',
    },
  },
  'rimba-house': {
    name: 'Rimba House',
    summary: 'Kopi harian kami: hazelnut panggang, pisang masak, bersih rasanya pada setiap kepekatan.',
    story:
      'Dua kopi yang saling melengkapi: Arabika dari tanah tinggi untuk rasa kekacang, dan sepertiga Liberika dari pantai untuk rasa buah. Kisaran yang kurang tepat pun masih sedap, juga dengan susu.',
    facts: {
      notes: 'Hazelnut, pisang masak, karamel',
      roast: 'Sederhana',
      origin: 'Ringlet, Pahang, dan Batu Pahat, Johor',
      altitude: '50 hingga 1,200 m',
      variety: 'Arabika dan Liberika',
      process: 'Dibasuh dan semula jadi',
      brew: '15 g untuk 250 g air, empat minit dalam penekan kopi',
    },
  },
  'hutan-light': {
    name: 'Hutan Light',
    summary: 'Melur, limau bali dan madu dari satu petak kecil.',
    story:
      'Satu hektar di bawah pokok teduh dekat Blue Valley, dipetik tiga kali oleh satu keluarga. Panggangannya cerah dan singkat, supaya rasa bunga dan buah kekal. Cuba cawan pertama tanpa susu.',
    facts: {
      notes: 'Melur, limau bali, madu',
      roast: 'Cerah',
      origin: 'Blue Valley, Cameron Highlands, Pahang',
      altitude: '1,500 m',
      variety: 'Arabika, Bourbon',
      process: 'Madu (honey)',
      brew: '15 g untuk 250 g air pada 94 °C, tiga minit dalam penitis kami',
    },
  },
  'liberica-johor': {
    name: 'Liberica Johor',
    summary: 'Nangka, asap dan coklat gelap. Tuaiannya kecil.',
    story:
      'Pokok Liberika tumbuh sepuluh meter tinggi di tanah gambut Batu Pahat, tempat Arabika tidak dapat hidup. Bijinya besar dan bengkok, dan rasanya tidak seperti kopi lain. Setahun sekali, dan habis pada bulan Jun.',
    facts: {
      notes: 'Nangka, asap, coklat gelap',
      roast: 'Sederhana gelap',
      origin: 'Batu Pahat, Johor',
      altitude: '50 m',
      variety: 'Liberika',
      process: 'Semula jadi, 25 hari',
      brew: '20 g untuk 200 g air melalui penapis kain, dengan susu pekat',
    },
  },
  'enamel-mug': {
    name: 'Kole enamel',
    summary: 'Muat 350 ml, tahan di setiap tapak perkhemahan, dan menghangatkan tangan anda.',
    story:
      'Kole yang kami guna di tempat panggangan. Enamel yang serpih tidak memudaratkan; keluli di bawahnya selamat untuk makanan.',
    facts: {
      material: 'Keluli dengan dua lapisan enamel',
      capacity: '350 ml',
      madeIn: 'Ipoh, Perak',
      care: 'Boleh dalam mesin basuh pinggan, tidak dalam ketuhar gelombang mikro',
    },
  },
  'clay-dripper': {
    name: 'Penitis tanah liat',
    summary: 'Dibentuk dengan tangan di Ayer Hitam. Cukup untuk satu cawan, atau dua cawan kecil.',
    story:
      'Pak Rosli membuat empat puluh buah sebulan. Tanah liat mengekalkan kepanasan air semasa ia mengalir, dan merah setiap penitis sedikit berbeza.',
    facts: {
      material: 'Tanah liat, bersadur di bahagian dalam',
      capacity: 'Satu atau dua cawan, penapis kertas saiz 2',
      madeIn: 'Ayer Hitam, Johor',
      care: 'Basuh dengan tangan, panaskan sebelum membancuh',
    },
  },
  'paper-filters': {
    name: 'Penapis kertas',
    summary: 'Kon tanpa peluntur yang muat pada penitis kami dan kebanyakan penitis lain.',
    story: 'Cukup tebal untuk kopi yang jernih, dan tanpa rasa kertas selepas sekali bilas.',
    facts: {
      material: 'Gentian kayu tanpa peluntur',
      capacity: 'Saiz 2, untuk satu atau dua cawan',
      madeIn: 'Shah Alam, Selangor',
      care: 'Jadikan kompos bersama serbuk kopi',
    },
  },
};
