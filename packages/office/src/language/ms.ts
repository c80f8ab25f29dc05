import { malayBooks } from './ms-books.ts';
import { malayDecisions } from './ms-decisions.ts';

/** The texts of the pages in Malay, by their English text. */
export const malay: Readonly<Record<string, string>> = {
  ...malayDecisions,
  ...malayBooks,

  // Frame
  Office: 'Pejabat',
  'Back office': 'Pejabat belakang',
  'Skip to content': 'Langkau ke kandungan',
  'All times are in Malaysia time (UTC+8).': 'Semua masa ialah waktu Malaysia (UTC+8).',
  Payments: 'Pembayaran',
  'Needs attention': 'Perlu perhatian',
  Approvals: 'Kelulusan',
  Reconciliation: 'Penyesuaian',
  Payouts: 'Bayaran keluar',
  Wallets: 'Dompet',
  Account: 'Akaun',
  'Sign out': 'Log keluar',
  Breadcrumb: 'Laluan',
  'Test account. No real money moves.': 'Akaun ujian. Tiada wang sebenar yang dipindahkan.',
  'Sign in first': 'Log masuk dahulu',
  'This page is for people of the shop. Sign in to the shop, then open it again.':
    'Halaman ini untuk kakitangan kedai. Log masuk ke kedai, kemudian buka semula.',
  'Page not found': 'Halaman tidak dijumpai',
  'The address may be wrong, or the page was removed.': 'Alamat mungkin salah, atau halaman telah dibuang.',
  'The request failed': 'Permintaan gagal',
  'The request is invalid. Go back and try again.': 'Permintaan tidak sah. Kembali dan cuba lagi.',
  'Not allowed': 'Tidak dibenarkan',
  'You do not have the permission for this. A person who manages the permissions can give it to you.':
    'Anda tiada kebenaran untuk ini. Orang yang mengurus kebenaran boleh memberikannya.',
  'You do not have the permission for this.': 'Anda tiada kebenaran untuk ini.',
  'The form was refused': 'Borang ditolak',
  'It was not sent by a current page of the office. Nothing was changed. Open the page again, and send the form from there.':
    'Borang tidak dihantar dari halaman semasa pejabat. Tiada apa yang diubah. Buka halaman itu semula dan hantar borang dari situ.',
  'The action may be incomplete. Look at the payment or payout before you repeat it.':
    'Tindakan mungkin tidak lengkap. Lihat pembayaran atau bayaran keluar sebelum mengulanginya.',
  'See the orders': 'Lihat pesanan',
  'Check one field': 'Semak satu medan',
  'Check {0} fields': 'Semak {0} medan',
  Details: 'Butiran',

  // Personal data
  'Erase personal data': 'Padam data peribadi',
  'Erase the personal data of order {0}?': 'Padam data peribadi pesanan {0}?',
  'Erase the personal data of payout {0}?': 'Padam data peribadi bayaran keluar {0}?',
  'Erase the personal data': 'Padam data peribadi',
  'The personal data was erased.': 'Data peribadi telah dipadam.',
  'Nothing was erased.': 'Tiada apa yang dipadam.',
  'Removed, for ever': 'Dibuang, selama-lamanya',
  'The name and the number of the beneficiary': 'Nama dan nombor penerima',
  'Descriptions, reasons and messages of the gateway': 'Keterangan, sebab dan mesej get laluan',
  'The texts of the timeline': 'Teks garis masa',
  'The contents of callbacks': 'Kandungan panggilan balik',
  'The links to receipts': 'Pautan kepada resit',
  Kept: 'Disimpan',
  'Ids, references and transaction numbers': 'ID, rujukan dan nombor transaksi',
  'Amounts, states and times, so that the books stay equal':
    'Jumlah, keadaan dan masa, supaya akaun tetap sama',
  'An entry in the timeline with your name': 'Catatan dalam garis masa dengan nama anda',
  'Not part of this': 'Tidak termasuk',
  'What the shop itself has stored about the order, such as the name of the customer':
    'Apa yang kedai sendiri simpan tentang pesanan, seperti nama pelanggan',
  'The data that the gateway has, and backups': 'Data yang ada pada get laluan, dan sandaran',
  'Nothing is erased while something is open, undecided or not handled, for example a pending refund, a payment in review or a callback that waits. The page then names it.':
    'Tiada apa yang dipadam selagi ada yang terbuka, belum diputuskan atau belum dikendalikan, contohnya bayaran balik yang menunggu, pembayaran dalam semakan atau panggilan balik yang menunggu. Halaman ini kemudian menyebutnya.',
  Cancel: 'Batal',
  'Show the beneficiary': 'Tunjuk penerima',
  'Only this page shows the beneficiary. The timeline has your name and the reason.':
    'Hanya halaman ini menunjukkan penerima. Garis masa ada nama anda dan sebabnya.',

  // Refusals
  'The gateway does not respond. Nothing was changed. Try again in a few minutes.':
    'Get laluan tidak membalas. Tiada apa yang diubah. Cuba lagi dalam beberapa minit.',
  'The gateway has too many requests. Nothing was changed. Try again in a few minutes.':
    'Get laluan menerima terlalu banyak permintaan. Tiada apa yang diubah. Cuba lagi dalam beberapa minit.',
  'It is unclear whether the gateway has done this. Look at the state here before you try again.':
    'Tidak jelas sama ada get laluan telah melakukannya. Lihat keadaan di sini sebelum mencuba lagi.',
  'The gateway has refused this. Nothing was changed.': 'Get laluan menolaknya. Tiada apa yang diubah.',
  'This is not possible now. Nothing was changed.':
    'Ini tidak boleh dilakukan sekarang. Tiada apa yang diubah.',
  'The shop’s database does not respond. Look at the state here before you try again.':
    'Pangkalan data kedai tidak membalas. Lihat keadaan di sini sebelum mencuba lagi.',
  'This was not possible.': 'Ini tidak dapat dilakukan.',

  // List
  All: 'Semua',
  Paid: 'Dibayar',
  'Not paid': 'Belum dibayar',
  'To charge': 'Untuk dicaj',
  Refunds: 'Bayaran balik',
  Refunded: 'Dibayar balik',
  Order: 'Pesanan',
  'Order {0}': 'Pesanan {0}',
  Started: 'Dimulakan',
  Customer: 'Pelanggan',
  'Paid with': 'Dibayar dengan',
  Amount: 'Jumlah',
  State: 'Keadaan',
  Search: 'Cari',
  'Search payments': 'Cari pembayaran',
  'Order, name, sum, reference or transaction': 'Pesanan, nama, jumlah, rujukan atau transaksi',
  'Filter payments': 'Tapis pembayaran',
  'Payments, newest first': 'Pembayaran, terbaharu dahulu',
  'Export for the accountant': 'Eksport untuk akauntan',
  'Nothing matches “{0}”.': 'Tiada yang sepadan dengan “{0}”.',
  'Show all': 'Tunjuk semua',
  'No more payments': 'Tiada lagi pembayaran',
  'No payments yet': 'Belum ada pembayaran',
  'No payments of this kind.': 'Tiada pembayaran jenis ini.',
  Pages: 'Halaman',
  Newest: 'Terbaharu',
  Older: 'Lebih lama',

  // States
  Created: 'Dicipta',
  'Start unclear': 'Permulaan tidak jelas',
  Rejected: 'Ditolak',
  Pending: 'Menunggu',
  'Card authorized': 'Kad dibenarkan',
  Verified: 'Disahkan',
  Failed: 'Gagal',
  Cancelled: 'Dibatalkan',
  Expired: 'Tamat tempoh',
  Refunding: 'Sedang dibayar balik',
  'Money taken back': 'Wang diambil semula',
  'In review': 'Dalam semakan',
  Requested: 'Diminta',
  'Response lost': 'Balasan hilang',
  Processing: 'Sedang diproses',
  Done: 'Selesai',
  Reversed: 'Dibalikkan',
  Charged: 'Dicaj',
  'Not fulfilled': 'Tidak dipenuhi',
  'Paid twice': 'Dibayar dua kali',
  'Fulfillment skipped': 'Pemenuhan dilangkau',
  'Being fulfilled': 'Sedang dipenuhi',
  'Part refunded': 'Sebahagian dibayar balik',

  // Order
  Name: 'Nama',
  Email: 'E-mel',
  Shop: 'Kedai',
  Items: 'Barang',
  'Open the order in the shop': 'Buka pesanan di kedai',
  'Payment of {0}': 'Pembayaran {0}',
  'Attempt {0}': 'Percubaan {0}',
  'Attempt {0}{1}: {2}': 'Percubaan {0}{1}: {2}',
  Timeline: 'Garis masa',
  Reference: 'Rujukan',
  Transaction: 'Transaksi',
  'Gateway status': 'Status get laluan',
  'Gateway’s page': 'Halaman get laluan',
  Fulfillment: 'Pemenuhan',
  Due: 'Perlu dibuat',
  'On hold': 'Ditahan',
  'State changed': 'Keadaan berubah',
  'Last refreshed': 'Dikemas kini',
  'Pay before': 'Bayar sebelum',
  'Refresh status': 'Kemas kini status',
  'Fulfill again': 'Penuhi semula',
  'Run the shop’s code again': 'Jalankan kod kedai semula',
  'A refund waits for another clerk.': 'Bayaran balik menunggu kerani lain.',
  'Open the approvals': 'Buka kelulusan',
  Callbacks: 'Panggilan balik',
  'None yet.': 'Belum ada.',
  Received: 'Diterima',
  Status: 'Status',
  Signature: 'Tandatangan',
  Body: 'Kandungan',
  Show: 'Tunjuk',
  Copy: 'Salin',
  'Copy the reference {0}': 'Salin rujukan {0}',
  '(order {0} + fee {1})': '(pesanan {0} + yuran {1})',
  Checkout: 'Pembayaran di kedai',
  Callback: 'Panggilan balik',
  'Return to the shop': 'Kembali ke kedai',
  'Order page': 'Halaman pesanan',
  Sweep: 'Semakan berkala',
  Phone: 'Telefon',
  Copied: 'Disalin',
  Refund: 'Bayaran balik',
  Card: 'Kad',
  Charge: 'Caj',
  Payout: 'Bayaran keluar',
  'Callbacks of payment {0}': 'Panggilan balik pembayaran {0}',
  'The status was refreshed. See the timeline.': 'Status telah dikemas kini. Lihat garis masa.',
  'Fulfillment was started again. See the timeline.': 'Pemenuhan dimulakan semula. Lihat garis masa.',
  'The review is closed.': 'Semakan ditutup.',
  'The payment is closed. Your reason is in the timeline.':
    'Pembayaran ditutup. Sebab anda ada dalam garis masa.',
  'The card was charged.': 'Kad telah dicaj.',
  'The outcome was recorded. Your reason is in the timeline.':
    'Hasil direkodkan. Sebab anda ada dalam garis masa.',
  'The money is there': 'Wang ada',
  'The money is lost': 'Wang hilang',
  'Accept the payment and fulfill the order': 'Terima pembayaran dan penuhi pesanan',
  'Don’t fulfill': 'Jangan penuhi',
  'Record the decision': 'Rekod keputusan',
  'Close the review': 'Tutup semakan',
  'Close the payment': 'Tutup pembayaran',
  'First search for the reference in the gateway’s own back office. Close the payment only if the gateway does not have it.':
    'Cari rujukan dahulu di pejabat get laluan. Tutup pembayaran hanya jika get laluan tidak memilikinya.',
  Reason: 'Sebab',
  'Paid with points': 'Dibayar dengan mata',
  'Paid with money': 'Dibayar dengan wang',
  'The payment is below the price of the order, or has another currency. The order was not fulfilled. Compare them, then close the review: accept the payment, or refund it and do not fulfill the order.':
    'Pembayaran kurang daripada harga pesanan, atau dalam mata wang lain. Pesanan tidak dipenuhi. Bandingkan, kemudian tutup semakan: terima pembayaran, atau bayar balik dan jangan penuhi pesanan.',
  'The gateway reports another amount, currency or reference than the shop. The order was not fulfilled. Compare the two records, then close the review.':
    'Get laluan melaporkan jumlah, mata wang atau rujukan yang lain daripada kedai. Pesanan tidak dipenuhi. Bandingkan dua rekod itu, kemudian tutup semakan.',
  'The gateway reported this payment as paid, and now reports that it failed: the money was taken back. {0} Ask the gateway’s support, then record the decision. Until then the order can’t be paid again.':
    'Get laluan melaporkan pembayaran ini dibayar, dan kini melaporkan ia gagal: wang diambil semula. {0} Tanya sokongan get laluan, kemudian rekod keputusan. Sehingga itu pesanan tidak boleh dibayar lagi.',
  'The order was fulfilled.': 'Pesanan telah dipenuhi.',
  'The order was not fulfilled.': 'Pesanan tidak dipenuhi.',
  'It is unclear whether the gateway has this payment, because its response was lost. No shopper was redirected to it. Search the gateway’s own back office for the reference {0}. If it is there, wait until it expires: the gateway’s callback then closes the payment. If it is not there, close the payment here.':
    'Tidak jelas sama ada get laluan ada pembayaran ini, kerana balasannya hilang. Tiada pembeli dihantar kepadanya. Cari rujukan {0} di pejabat get laluan. Jika ada, tunggu sehingga tamat tempoh: panggilan balik get laluan kemudian menutup pembayaran. Jika tiada, tutup pembayaran di sini.',
  'The gateway has this payment, but its response was lost, and no shopper was redirected to it. Search the gateway’s own back office for the reference {0}. If it was paid there, send its callback again.':
    'Get laluan ada pembayaran ini, tetapi balasannya hilang, dan tiada pembeli dihantar kepadanya. Cari rujukan {0} di pejabat get laluan. Jika ia dibayar di sana, hantar semula panggilan baliknya.',
  'The payment succeeded, but fulfillment failed (attempts: {0}). Fix the cause, then fulfill again.':
    'Pembayaran berjaya, tetapi pemenuhan gagal (percubaan: {0}). Betulkan puncanya, kemudian penuhi semula.',
  'Nothing was fulfilled for this payment. You can fulfill the order.':
    'Tiada apa yang dipenuhi untuk pembayaran ini. Anda boleh memenuhi pesanan.',
  'A refund of this payment failed or was reversed. You still have the money. If the gateway rejects another refund, ask its support to return the money or to set the payment back to Success.{0}':
    'Bayaran balik pembayaran ini gagal atau dibalikkan. Wang masih ada pada anda. Jika get laluan menolak bayaran balik lain, minta sokongannya memulangkan wang atau menetapkan pembayaran kembali kepada Success.{0}',
  'it has no fulfillment': 'ia tiada pemenuhan',
  'its fulfillment is “{0}”': 'pemenuhannya “{0}”',
  'The payment can’t be fulfilled again, because {0}. The fulfillment must be “{1}” or “{2}”.':
    'Pembayaran tidak boleh dipenuhi semula, kerana {0}. Pemenuhan mesti “{1}” atau “{2}”.',
  'The review can’t be closed, because the payment is “{0}”. It must be “{1}”.':
    'Semakan tidak boleh ditutup, kerana pembayaran “{0}”. Ia mesti “{1}”.',
  'The payment can’t be closed, because it is “{0}”. It must be “{1}”.':
    'Pembayaran tidak boleh ditutup, kerana ia “{0}”. Ia mesti “{1}”.',
  'Shown in the timeline.': 'Ditunjukkan dalam garis masa.',
  'The card is authorized, not charged. Charge it when you ship the order. The bank releases the amount after some days.':
    'Kad dibenarkan, belum dicaj. Caj semasa menghantar pesanan. Bank melepaskan jumlah itu selepas beberapa hari.',
  'The order was already paid, so nothing was fulfilled for this payment. Refund it, or fulfill the order again.':
    'Pesanan telah dibayar, jadi tiada apa yang dipenuhi untuk pembayaran ini. Bayar balik, atau penuhi pesanan sekali lagi.',
  'The order was paid twice. The money of the fulfilled payment was returned, so this payment pays the order.':
    'Pesanan dibayar dua kali. Wang pembayaran yang dipenuhi telah dipulangkan, jadi pembayaran ini membayar pesanan.',
  'A clerk has skipped the fulfillment, so the order is not marked as paid. You can still fulfill it.':
    'Kerani telah melangkau pemenuhan, jadi pesanan tidak ditanda dibayar. Anda masih boleh memenuhinya.',
  'Another payment covers the order. Don’t charge this card: its bank releases the amount after some days.':
    'Pembayaran lain meliputi pesanan. Jangan caj kad ini: bank melepaskan jumlah itu selepas beberapa hari.',
};
