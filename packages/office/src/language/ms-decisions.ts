/** The texts of refunds, approvals and decisions in Malay, by their English text. */
export const malayDecisions: Readonly<Record<string, string>> = {
  // Refunds and charges
  'Refund…': 'Bayar balik…',
  'How much': 'Berapa banyak',
  'Full amount, {0}': 'Jumlah penuh, {0}',
  Part: 'Sebahagian',
  'Amount in RM': 'Jumlah dalam RM',
  'Amount in {0}': 'Jumlah dalam {0}',
  Continue: 'Teruskan',
  Change: 'Ubah',
  Fee: 'Yuran',
  'The fee of {0} is not refunded.': 'Yuran {0} tidak dibayar balik.',
  'Sent to the gateway. The customer may see it.': 'Dihantar ke get laluan. Pelanggan mungkin melihatnya.',
  'Confirm the refund': 'Sahkan bayaran balik',
  'Refund {0}?': 'Bayar balik {0}?',
  'Refund {0}': 'Bayar balik {0}',
  'Left afterwards': 'Baki selepas itu',
  'The money goes back to the shopper. A refund is never sent twice, even if the gateway’s response is lost.':
    'Wang dipulangkan kepada pembeli. Bayaran balik tidak pernah dihantar dua kali, walaupun balasan get laluan hilang.',
  'The order was fulfilled by this payment, and paid twice.':
    'Pesanan dipenuhi oleh pembayaran ini, dan dibayar dua kali.',
  'Refund the second payment instead, so that the shop keeps the payment of the order.':
    'Bayar balik pembayaran kedua, supaya kedai menyimpan pembayaran pesanan.',
  'Refund the second payment': 'Bayar balik pembayaran kedua',
  'Another clerk must approve this refund.': 'Kerani lain mesti meluluskan bayaran balik ini.',
  'The refund waits for the approval of another clerk.': 'Bayaran balik menunggu kelulusan kerani lain.',
  'Enter a reason.': 'Masukkan sebab.',
  'Use 100 characters or fewer for the reason.': 'Gunakan 100 aksara atau kurang untuk sebab.',
  'Enter the amount like {0}, without commas.': 'Masukkan jumlah seperti {0}, tanpa koma.',
  'Enter an amount from {0} to {1}, the remaining amount.':
    'Masukkan jumlah dari {0} hingga {1}, iaitu baki.',
  'A refund of {0} is still pending. You can refund the rest after its outcome is known.':
    'Bayaran balik {0} masih menunggu. Anda boleh membayar balik selebihnya selepas hasilnya diketahui.',
  '{0} of {1} refunded or being refunded. {2} left.':
    '{0} daripada {1} dibayar balik atau sedang dibayar balik. Baki {2}.',
  'Refunds of payment {0}': 'Bayaran balik pembayaran {0}',
  'Waiting for the gateway.': 'Menunggu get laluan.',
  'The provider is processing the refund. This page updates automatically.':
    'Penyedia sedang memproses bayaran balik. Halaman ini dikemas kini sendiri.',
  'The provider could not refund the payment. You still have the money.':
    'Penyedia tidak dapat membayar balik. Wang masih ada pada anda.',
  'The provider reversed the refund. You have the money again.':
    'Penyedia membalikkan bayaran balik. Wang ada semula pada anda.',
  'The gateway’s response was lost, so the refund may have been made. The shop queries the gateway until the outcome is known. Don’t refund it again.':
    'Balasan get laluan hilang, jadi bayaran balik mungkin telah dibuat. Kedai bertanya kepada get laluan sehingga hasilnya diketahui. Jangan bayar balik lagi.',
  'Charge the card…': 'Caj kad…',
  'This is the last charge: release the rest': 'Ini caj terakhir: lepaskan selebihnya',
  'Charges of payment {0}': 'Caj pembayaran {0}',
  Last: 'Terakhir',
  'More may follow': 'Mungkin ada lagi',
  Outcome: 'Hasil',
  'It succeeded': 'Berjaya',
  'It failed': 'Gagal',
  Evidence: 'Bukti',
  'Record outcome': 'Rekod hasil',
  'I have checked this at the gateway': 'Saya telah menyemaknya di get laluan',
  'Where you looked, and what you found. Shown in the timeline.':
    'Di mana anda mencari, dan apa yang ditemui. Ditunjukkan dalam garis masa.',
  'Confirm that you have checked it.': 'Sahkan bahawa anda telah menyemaknya.',
  'Enter where you found the outcome.': 'Masukkan di mana anda menemui hasilnya.',

  '{0}, not refunded': '{0}, tidak dibayar balik',
  '{0} of {1} charged.': '{0} daripada {1} dicaj.',
  '{0} of {1} charged, {2} may have been charged.': '{0} daripada {1} dicaj, {2} mungkin telah dicaj.',
  '{0} still authorized.': '{0} masih dibenarkan.',
  'Nothing is authorized any more.': 'Tiada lagi yang dibenarkan.',
  'The gateway’s response was lost. The card may have been charged. The request is never sent again.':
    'Balasan get laluan hilang. Kad mungkin telah dicaj. Permintaan tidak pernah dihantar lagi.',
  charge: 'caj',
  refund: 'bayaran balik',
  'Choose the outcome of the {0}.': 'Pilih hasil {0}.',
  'Record the outcome of the {0} of {1}': 'Rekod hasil {0} sebanyak {1}',
  'The gateway’s response was lost. First find the charge in the gateway’s own back office. What you record here is final. The card can’t be charged again until the outcome is recorded.':
    'Balasan get laluan hilang. Cari caj itu dahulu di pejabat get laluan. Apa yang anda rekod di sini adalah muktamad. Kad tidak boleh dicaj lagi sehingga hasil direkodkan.',
  'The gateway’s response was lost, and a query to the gateway did not find this refund. First find the refund in the gateway’s own back office. What you record here is final. A refund that failed can be requested again.':
    'Balasan get laluan hilang, dan pertanyaan kepada get laluan tidak menemui bayaran balik ini. Cari bayaran balik itu dahulu di pejabat get laluan. Apa yang anda rekod di sini adalah muktamad. Bayaran balik yang gagal boleh diminta lagi.',

  // Calls of the shop’s code
  'Payment ended': 'Pembayaran tamat',
  'Refund of a second payment': 'Bayaran balik pembayaran kedua',
  '{0} of {1}': '{0} sebanyak {1}',
  'Enter why the call must not run.': 'Masukkan sebab panggilan tidak boleh dijalankan.',
  'Confirm that the call must not run.': 'Sahkan bahawa panggilan tidak boleh dijalankan.',
  'The shop’s code failed too often for {0}.': 'Kod kedai gagal terlalu kerap untuk {0}.',
  'Waiting for it: {0}.': 'Menunggunya: {0}.',
  'Fix the cause, then run it again. If it must not run, skip it.':
    'Betulkan puncanya, kemudian jalankan semula. Jika tidak boleh dijalankan, langkau.',
  'The shop’s code does not run for {0}, and the calls that wait for it continue.':
    'Kod kedai tidak dijalankan untuk {0}, dan panggilan yang menunggunya diteruskan.',
  'The order is not marked as paid. You can still fulfill it afterwards.':
    'Pesanan tidak ditanda dibayar. Anda masih boleh memenuhinya selepas itu.',
  'A skipped call can’t be run afterwards.': 'Panggilan yang dilangkau tidak boleh dijalankan selepas itu.',
  'No call has failed too often. It may have run or been skipped in the meantime: see the timeline.':
    'Tiada panggilan yang gagal terlalu kerap. Ia mungkin telah dijalankan atau dilangkau: lihat garis masa.',
  'Other calls have failed since this page was loaded. Nothing was skipped. Check them, then try again.':
    'Panggilan lain telah gagal sejak halaman ini dimuatkan. Tiada yang dilangkau. Semak, kemudian cuba lagi.',

  // Approvals
  'No request waits for an approval.': 'Tiada permintaan menunggu kelulusan.',
  'Requests, newest first': 'Permintaan, terbaharu dahulu',
  'Decided requests, newest first': 'Permintaan yang diputuskan, terbaharu dahulu',
  Decided: 'Diputuskan',
  Request: 'Permintaan',
  'Next step': 'Langkah seterusnya',
  Approved: 'Diluluskan',
  'Not approved': 'Tidak diluluskan',
  'Refund of': 'Bayaran balik untuk',
  'Approved by {0}, and not carried out yet.': 'Diluluskan oleh {0}, dan belum dilaksanakan.',
  'Another clerk must approve it.': 'Kerani lain mesti meluluskannya.',
  'Carry out': 'Laksanakan',
  Approve: 'Luluskan',
  Reject: 'Tolak',
  'The request was rejected.': 'Permintaan ditolak.',
  'The request was approved.': 'Permintaan diluluskan.',

  // Attention
  Problem: 'Masalah',
  Where: 'Di mana',
  Since: 'Sejak',
  'Nothing needs attention.': 'Tiada yang perlu perhatian.',
  'Unknown payments': 'Pembayaran tidak diketahui',
  'Unknown payment': 'Pembayaran tidak diketahui',
  'No payment of the gateway is unknown.': 'Tiada pembayaran get laluan yang tidak diketahui.',
  'Reconcile with the gateway': 'Sesuaikan dengan get laluan',
  'Open the payment': 'Buka pembayaran',
  'Open the order': 'Buka pesanan',
  'Warning of the shop': 'Amaran kedai',
  'Authorized twice': 'Dibenarkan dua kali',
  'Refund failed': 'Bayaran balik gagal',
  'Shop’s code failed': 'Kod kedai gagal',
  'Charge: response lost': 'Caj: balasan hilang',
  'Refund: response lost': 'Bayaran balik: balasan hilang',
  'Waits for approval': 'Menunggu kelulusan',
  '1 request': '1 permintaan',
  '{0} requests': '{0} permintaan',
  Health: 'Kesihatan',
  'The shop’s server': 'Pelayan kedai',
  'Differs from the gateway': 'Berbeza daripada get laluan',
  'The payment differs from the record of the gateway or from the price of the order. Compare them, then close the review.':
    'Pembayaran berbeza daripada rekod get laluan atau harga pesanan. Bandingkan, kemudian tutup semakan.',
  'The gateway reported this payment as paid, and now reports that it failed. Ask the gateway’s support, then record the decision.':
    'Get laluan melaporkan pembayaran ini dibayar, dan kini melaporkan ia gagal. Tanya sokongan get laluan, kemudian rekod keputusan.',
  'The order was already paid. Refund this payment, or fulfill the order again.':
    'Pesanan telah dibayar. Bayar balik pembayaran ini, atau penuhi pesanan sekali lagi.',
  'Nothing was fulfilled for this payment. Fulfill the order, or ask the gateway’s support to return the money.':
    'Tiada apa yang dipenuhi untuk pembayaran ini. Penuhi pesanan, atau minta sokongan get laluan memulangkan wang.',
  'Fulfillment failed too often. Fix the cause, then fulfill again. If it must not run, skip it.':
    'Pemenuhan gagal terlalu kerap. Betulkan puncanya, kemudian penuhi semula. Jika tidak perlu, langkau.',
  'The shop’s code for this payment failed too often, for example to release the stock. Fix the cause, then run it again, or skip it.':
    'Kod kedai untuk pembayaran ini gagal terlalu kerap. Betulkan puncanya, kemudian jalankan semula, atau langkau.',
  'Find the charge at the gateway, then record the outcome.':
    'Cari caj di get laluan, kemudian rekod hasilnya.',
  'Find the refund at the gateway, then record the outcome.':
    'Cari bayaran balik di get laluan, kemudian rekod hasilnya.',
  'No payment of this shop': 'Bukan pembayaran kedai ini',
  'Invalid signature': 'Tandatangan tidak sah',
  'Invalid callback': 'Panggilan balik tidak sah',
  'Callback rejected': 'Panggilan balik ditolak',
  'The callback changed nothing. If many callbacks are rejected, check the secret key and the public URL.':
    'Panggilan balik tidak mengubah apa-apa. Jika banyak ditolak, semak kunci rahsia dan URL awam.',
  'Show the body': 'Tunjuk kandungan',
  'The decision was recorded.': 'Keputusan direkodkan.',
  'Accept the difference': 'Terima perbezaan',
  'What you found at the gateway': 'Apa yang anda temui di get laluan',
  Accept: 'Terima',
  'Acknowledge: everything is reconciled': 'Akui: semuanya telah disesuaikan',
  'Order number (only if the shop can’t find the order)':
    'Nombor pesanan (hanya jika kedai tidak menemuinya)',
  'Add to the order': 'Tambah pada pesanan',
  Dismiss: 'Ketepikan',
  'Skip this call': 'Langkau panggilan ini',
  'Skip these calls': 'Langkau panggilan ini',
  'Reason for skipping': 'Sebab melangkau',
  'It was done by hand, or it is not needed': 'Telah dibuat secara manual, atau tidak diperlukan',
  'The call was skipped. Your reason is in the timeline.':
    'Panggilan dilangkau. Sebab anda ada dalam garis masa.',

  'The payment may have been started, but no shopper was redirected to it. Search the gateway’s own back office for the reference. If it is there, wait until it expires: the gateway’s callback then closes the payment. If it is not there, close the payment.':
    'Pembayaran mungkin telah dimulakan, tetapi tiada pembeli dihantar kepadanya. Cari rujukan di pejabat get laluan. Jika ada, tunggu sehingga tamat tempoh: panggilan balik get laluan kemudian menutup pembayaran. Jika tiada, tutup pembayaran.',
  'Only the gateway has this payment. The shop’s data may have been restored from a backup. Add the payment to its order. The order then stays in review until you have compared the payment with the order.':
    'Hanya get laluan ada pembayaran ini. Data kedai mungkin dipulihkan daripada sandaran. Tambah pembayaran pada pesanannya. Pesanan kekal dalam semakan sehingga anda membandingkan pembayaran dengan pesanan.',
};
