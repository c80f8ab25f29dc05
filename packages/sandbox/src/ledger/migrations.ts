/**
 * The migrations of the schema, in order. `user_version` of a database is the count of the migrations that
 * were applied to it. A released migration is never changed. The first migration has `IF NOT EXISTS`, because
 * the first databases have all its tables and a `user_version` of 0.
 */
export const migrations: readonly string[] = [
  `
  CREATE TABLE IF NOT EXISTS payments (
    transactionNumber TEXT PRIMARY KEY, tenantId TEXT NOT NULL, sessionNumber TEXT,
    referenceCode TEXT NOT NULL, referenceKey TEXT NOT NULL, status INTEGER NOT NULL,
    currencyCode TEXT NOT NULL, amount INTEGER NOT NULL, channelId INTEGER, providerChannelId TEXT,
    providerTransactionNumber TEXT, isHosted INTEGER NOT NULL, description TEXT,
    returnUrl TEXT NOT NULL, callbackUrl TEXT, channelGroupId INTEGER, hiddenChannels TEXT NOT NULL,
    misbehaviour TEXT NOT NULL, createdAt INTEGER NOT NULL, expiresAt INTEGER NOT NULL, decidedAt INTEGER
  ) STRICT;
  CREATE INDEX IF NOT EXISTS paymentsOpen ON payments (expiresAt) WHERE status = 0;
  CREATE INDEX IF NOT EXISTS paymentsOfReference ON payments (tenantId, referenceKey);
  CREATE INDEX IF NOT EXISTS paymentsOfSession ON payments (sessionNumber);
  CREATE TABLE IF NOT EXISTS sessions (
    sessionNumber TEXT PRIMARY KEY, tenantId TEXT NOT NULL, referenceCode TEXT NOT NULL,
    referenceKey TEXT NOT NULL, status INTEGER NOT NULL, currencyCode TEXT NOT NULL, amount INTEGER NOT NULL,
    channelId INTEGER, providerChannelId TEXT, description TEXT,
    returnUrl TEXT NOT NULL, callbackUrl TEXT, channelGroupId INTEGER, hiddenChannels TEXT NOT NULL,
    createdAt INTEGER NOT NULL, expiresAt INTEGER NOT NULL
  ) STRICT;
  CREATE INDEX IF NOT EXISTS sessionsOpen ON sessions (expiresAt) WHERE status = 0;
  CREATE TABLE IF NOT EXISTS usedReferences (
    tenantId TEXT NOT NULL, reference TEXT NOT NULL, PRIMARY KEY (tenantId, reference)
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS callbacks (
    id INTEGER PRIMARY KEY, transactionNumber TEXT NOT NULL, tenantId TEXT NOT NULL, url TEXT NOT NULL,
    body TEXT NOT NULL, status INTEGER NOT NULL, isWronglySigned INTEGER NOT NULL, state TEXT NOT NULL,
    tries INTEGER NOT NULL, dueAt INTEGER NOT NULL, lastAnswer TEXT
  ) STRICT;
  CREATE INDEX IF NOT EXISTS callbacksWaiting ON callbacks (dueAt) WHERE state = 'waiting';
  CREATE TABLE IF NOT EXISTS tokens (
    digest TEXT PRIMARY KEY, tenantId TEXT NOT NULL, expiresAt INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;
  `,
  // Adds the journal, wallets, refunds, payouts and captures. Existing payments get journal entries without
  // their fees. Status 1 is Success, and status 9 is Authorized.
  `
  ALTER TABLE payments ADD COLUMN paidAmount INTEGER NOT NULL DEFAULT 0;
  ALTER TABLE payments ADD COLUMN heldAmount INTEGER NOT NULL DEFAULT 0;
  ALTER TABLE payments ADD COLUMN cardBrand TEXT;
  ALTER TABLE payments ADD COLUMN cardLastDigits TEXT;
  ALTER TABLE payments ADD COLUMN providerMessage TEXT;
  UPDATE payments SET paidAmount = amount WHERE status = 1;
  UPDATE payments SET heldAmount = amount WHERE status = 9;
  CREATE TABLE journal (
    id INTEGER PRIMARY KEY, kind TEXT NOT NULL, about TEXT NOT NULL, createdAt INTEGER NOT NULL
  ) STRICT;
  CREATE TABLE postings (
    entryId INTEGER NOT NULL REFERENCES journal (id), account TEXT NOT NULL, currencyCode TEXT NOT NULL,
    amount INTEGER NOT NULL
  ) STRICT;
  CREATE INDEX postingsOfAccount ON postings (account, currencyCode, amount);
  INSERT INTO journal (kind, about, createdAt)
    SELECT 'opening', transactionNumber, coalesce(decidedAt, createdAt) FROM payments WHERE status IN (1, 9);
  INSERT INTO postings SELECT journal.id, 'customers', currencyCode, -amount
    FROM journal JOIN payments ON transactionNumber = about;
  INSERT INTO postings
    SELECT journal.id, iif(status = 1, 'receivable/' || tenantId, 'clearing/' || coalesce(channelId, 0)), currencyCode, amount
    FROM journal JOIN payments ON transactionNumber = about;
  CREATE TABLE wallets (
    id INTEGER PRIMARY KEY, tenantId TEXT NOT NULL, currencyCode TEXT NOT NULL, walletType INTEGER NOT NULL,
    walletStatus INTEGER NOT NULL, UNIQUE (tenantId, currencyCode, walletType)
  ) STRICT;
  CREATE TABLE walletEntries (
    id INTEGER PRIMARY KEY, walletId INTEGER NOT NULL REFERENCES wallets (id), createdAt INTEGER NOT NULL,
    transactionNumber TEXT NOT NULL, referenceCode TEXT, amount INTEGER NOT NULL, type INTEGER NOT NULL,
    description TEXT, balanceAfter INTEGER NOT NULL CHECK (balanceAfter >= 0)
  ) STRICT;
  CREATE INDEX walletEntriesOfWallet ON walletEntries (walletId, id);
  CREATE TABLE refunds (
    refundNumber TEXT PRIMARY KEY, tenantId TEXT NOT NULL, transactionNumber TEXT NOT NULL,
    amount INTEGER NOT NULL, charge INTEGER NOT NULL, currencyCode TEXT NOT NULL, reason TEXT NOT NULL,
    status INTEGER NOT NULL, walletId INTEGER, resolvesTo INTEGER, dueAt INTEGER,
    createdAt INTEGER NOT NULL, decidedAt INTEGER
  ) STRICT;
  CREATE INDEX refundsOfPayment ON refunds (transactionNumber);
  CREATE INDEX refundsDue ON refunds (dueAt) WHERE dueAt IS NOT NULL;
  CREATE TABLE payouts (
    transactionNumber TEXT PRIMARY KEY, tenantId TEXT NOT NULL, walletId INTEGER NOT NULL,
    referenceCode TEXT NOT NULL, status INTEGER NOT NULL, currencyCode TEXT NOT NULL, amount INTEGER NOT NULL,
    channelId INTEGER NOT NULL, providerChannelId TEXT NOT NULL, providerTransactionNumber TEXT,
    beneficiary TEXT NOT NULL, description TEXT, returnUrl TEXT NOT NULL, callbackUrl TEXT,
    resolvesTo INTEGER, dueAt INTEGER, createdAt INTEGER NOT NULL, decidedAt INTEGER
  ) STRICT;
  CREATE INDEX payoutsDue ON payouts (dueAt) WHERE dueAt IS NOT NULL;
  CREATE TABLE captures (
    captureNumber TEXT PRIMARY KEY, transactionNumber TEXT NOT NULL, amount INTEGER NOT NULL,
    createdAt INTEGER NOT NULL
  ) STRICT;
  CREATE INDEX capturesOfPayment ON captures (transactionNumber);
  CREATE TABLE savedCards (
    token TEXT PRIMARY KEY, tenantId TEXT NOT NULL, brand TEXT NOT NULL, lastDigits TEXT NOT NULL,
    createdAt INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;
  `,
  // Adds the confirmation of a card payment by its bank, authorizations that expire, and saved cards that are
  // charged by their token. Cards that are already saved expire in the year 2255 (9000000000000).
  `
  ALTER TABLE payments ADD COLUMN challengeType INTEGER;
  ALTER TABLE payments ADD COLUMN paymentToken TEXT;
  ALTER TABLE payments ADD COLUMN heldUntil INTEGER;
  CREATE INDEX paymentsHeld ON payments (heldUntil) WHERE status = 9;
  ALTER TABLE savedCards ADD COLUMN outcome TEXT NOT NULL DEFAULT 'approved';
  ALTER TABLE savedCards ADD COLUMN expiresAt INTEGER NOT NULL DEFAULT 9000000000000;
  `,
  // Renames two columns, and the stored scenarios that had other names before.
  `
  ALTER TABLE callbacks RENAME COLUMN lastAnswer TO lastResponse;
  ALTER TABLE payments RENAME COLUMN misbehaviour TO scenarios;
  UPDATE payments SET scenarios =
    replace(replace(scenarios, '"answer-slow"', '"response-slow"'), '"answer-500"', '"response-500"');
  `,
  // Adds the log of requests, changes and callbacks.
  `
  CREATE TABLE activities (
    id INTEGER PRIMARY KEY, at INTEGER NOT NULL, actor TEXT NOT NULL, kind TEXT NOT NULL, subject TEXT,
    data TEXT NOT NULL
  ) STRICT;
  CREATE INDEX activitiesOfSubject ON activities (subject, id);
  CREATE INDEX activitiesOfKind ON activities (kind, id);
  `,
  // Adds indexes for the list of payments with their callbacks.
  `
  CREATE INDEX paymentsOfTime ON payments (createdAt);
  CREATE INDEX callbacksOfTransaction ON callbacks (transactionNumber, id);
  `,
];
