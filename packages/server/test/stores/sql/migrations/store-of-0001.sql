-- The tables that the first version of the store has created, and its rows.
create table pgw_payments (reference_key text not null, reference text not null, order_id text not null, ordinal integer not null check (ordinal >= 1), attempt text not null, state text not null, amount bigint not null check (amount >= 1), currency_code text not null, priced_at bigint not null, accepted_at bigint, description text, token_seed text not null, opened_on_phone_at bigint, fee bigint not null, callback_url text not null, transaction_number text, redirect text, gateway_status integer, created_at bigint not null, expires_at bigint, state_changed_at bigint, captured_amount bigint, discrepancy text, transitions integer not null, version integer not null, changed_price_amount bigint, changed_price_currency_code text, channel_id integer, channel_name text, channel_image_url text, bank_id text, bank_name text, bank_image_url text, queried_at bigint, next_query_at bigint, fulfillment_state text not null, fulfillment_attempts integer not null, fulfillment_next_attempt_at bigint, card_state text, card_round integer, card_sent_at bigint, card_auth_type integer, primary key (reference_key), constraint pgw_payments_attempt unique (order_id, attempt), constraint pgw_payments_ordinal unique (order_id, ordinal));
create index pgw_payments_query on pgw_payments (next_query_at, created_at) where next_query_at is not null;
create index pgw_payments_fulfill on pgw_payments (fulfillment_next_attempt_at) where fulfillment_next_attempt_at is not null;
create index pgw_payments_created on pgw_payments (created_at);
create table pgw_orders (order_id text not null, reserved_by text, primary key (order_id));
create table pgw_hooks (reference_key text not null, position integer not null, key text not null, name text not null, reason text, operation_id text, state text not null, attempts integer not null, next_attempt_at bigint, primary key (key));
create index pgw_hooks_payment on pgw_hooks (reference_key);
create index pgw_hooks_attempt on pgw_hooks (next_attempt_at) where next_attempt_at is not null;
create table pgw_callbacks (id text not null, reference_key text not null, due_at bigint, transaction_number text not null, status integer not null, raw_body text not null, signature text not null, received_at bigint not null, primary key (id));
create index pgw_callbacks_payment on pgw_callbacks (reference_key);
create index pgw_callbacks_due on pgw_callbacks (due_at) where due_at is not null;
create table pgw_rejected_callbacks (id text not null, verdict text not null, raw_body text not null, signature text, received_at bigint not null, primary key (id));
create table pgw_notes (id text not null, reference_key text not null, at bigint not null, source text not null, kind text not null, text text not null, primary key (id));
create index pgw_notes_payment on pgw_notes (reference_key);
create table pgw_operations (reference_key text not null, id text not null, kind text not null, origin text not null, reference text not null, short_id text not null, state text not null, requested_amount bigint not null check (requested_amount >= 1), amount bigint not null check (amount >= 0), charge bigint not null, currency_code text not null, channel_id integer, is_last integer not null, beneficiary text, receipt_url text, transaction_number text, gateway_status integer, reason text, message text, created_at bigint not null, next_query_at bigint, overdue_days integer not null, version integer not null, primary key (id));
create index pgw_operations_reference on pgw_operations (reference_key);
create index pgw_operations_created on pgw_operations (created_at);
create index pgw_operations_query on pgw_operations (next_query_at) where next_query_at is not null;
create index pgw_operations_open on pgw_operations (created_at) where next_query_at is not null;
create unique index pgw_operations_payout on pgw_operations (reference_key) where kind = 'payout';
create table pgw_discrepancies (reference_key text not null, is_accepted integer not null, code text not null, reference text not null, message text not null, found_at bigint not null, primary key (reference_key, code));
create table pgw_unknown_transactions (transaction_key text not null, transaction_number text not null, reference text not null, order_prefix text not null, source text not null, amount double precision not null, currency_code text not null, status integer not null, raw_body text, first_seen_at bigint not null, last_seen_at bigint not null, times_seen integer not null, resolution text, reason text, primary key (transaction_key));
create index pgw_unknown_transactions_open on pgw_unknown_transactions (order_prefix) where resolution is null;
create table pgw_card_seeds (period bigint not null, seed text not null, primary key (period));
create table pgw_saved_cards (reference_key text not null, id text not null, customer_key text not null, card_key text not null, token text, brand text, last4 text not null, expiry text, created_at bigint not null, primary key (id), constraint pgw_saved_cards_card unique (customer_key, card_key));
create index pgw_saved_cards_payment on pgw_saved_cards (reference_key);
create table pgw_quotas (name text not null, second bigint not null, used integer not null, primary key (name));
create table pgw_use_counts (key text not null, count integer not null, ends_at bigint not null, primary key (key));
create index pgw_use_counts_end on pgw_use_counts (ends_at);
create table if not exists pgw_migrations (name text primary key);
insert into pgw_migrations values ('lock'), ('0001-tables');
insert into pgw_payments (reference_key, reference, order_id, ordinal, attempt, state, amount, currency_code, priced_at, token_seed, fee, callback_url, created_at, transitions, version, fulfillment_state, fulfillment_attempts, fulfillment_next_attempt_at) values
  ('rc-open', 'RC-OPEN', 'A1', 1, 'a1', 'open', 100, 'MYR', 1, 's', 0, 'https://shop.example/pgw/callback', 1, 0, 1, 'none', 0, null),
  ('rc-due', 'RC-DUE', 'A2', 1, 'a2', 'paid', 100, 'MYR', 1, 's', 0, 'https://shop.example/pgw/callback', 2, 0, 3, 'due', 2, 5000),
  ('rc-dead', 'RC-DEAD', 'A3', 1, 'a3', 'paid', 100, 'MYR', 1, 's', 0, 'https://shop.example/pgw/callback', 3, 0, 4, 'dead', 12, null),
  ('rc-done', 'RC-DONE', 'A4', 1, 'a4', 'paid', 100, 'MYR', 1, 's', 0, 'https://shop.example/pgw/callback', 4, 0, 2, 'done', 0, null),
  ('rc-missed', 'RC-MISSED', 'A4', 2, 'a5', 'paid', 100, 'MYR', 1, 's', 0, 'https://shop.example/pgw/callback', 5, 0, 2, 'withheld', 0, null),
  ('rc-refused', 'RC-REFUSED', 'A4', 3, 'a6', 'paid', 100, 'MYR', 1, 's', 0, 'https://shop.example/pgw/callback', 6, 0, 2, 'withheld', 0, null),
  ('rc-waits', 'RC-WAITS', 'A4', 4, 'a7', 'paid', 100, 'MYR', 1, 's', 0, 'https://shop.example/pgw/callback', 7, 0, 2, 'withheld', 0, null),
  ('rc-refunded', 'RC-REFUNDED', 'A4', 5, 'a8', 'refunded', 100, 'MYR', 1, 's', 0, 'https://shop.example/pgw/callback', 8, 0, 2, 'withheld', 0, null);
insert into pgw_operations (reference_key, id, kind, origin, reference, short_id, state, requested_amount, amount, charge, currency_code, is_last, created_at, next_query_at, overdue_days, version) values
  ('rc-refused', 'second:RC-REFUSED:1', 'refund', 'shop', 'RC-REFUSED', '00000001', 'refused', 100, 100, 0, 'MYR', 0, 9, 9000, 0, 2),
  ('rc-waits', 'second:RC-WAITS:wait', 'refund', 'shop', 'RC-WAITS', '00000002', 'refused', 100, 100, 0, 'MYR', 0, 8, 9500, 0, 2),
  ('rc-refunded', 'second:RC-REFUNDED:0', 'refund', 'shop', 'RC-REFUNDED', '00000003', 'done', 100, 100, 0, 'MYR', 0, 7, null, 0, 2);
insert into pgw_orders values ('A2', 'rc-due'), ('A3', 'rc-dead'), ('A4', 'rc-done');
insert into pgw_hooks (reference_key, position, key, name, reason, operation_id, state, attempts, next_attempt_at) values
  ('rc-due', 1, 'RC-DUE-refunded-1', 'onRefunded', null, 'refund-1', 'due', 0, 6000);
