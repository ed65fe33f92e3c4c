// Generated from db/migrations by `npm run generate`. Do not edit.
import type { ColumnType } from 'kysely'

/** bigint, as a digit string. */
export type Int8 = ColumnType<string, string | number | bigint, string | number | bigint>
/** Exact decimal, as a string. */
export type Numeric = ColumnType<string, string | number, string | number>
/** A civil date, `YYYY-MM-DD`. */
export type CivilDate = ColumnType<string, string, string>
export type Timestamp = ColumnType<Date, Date | string, Date | string>
/** Parsed when read; hand in a JSON text when writing. */
export type Json = ColumnType<unknown, string, string>
export type Generated<T> =
  T extends ColumnType<infer S, infer I, infer U>
    ? ColumnType<S, I | undefined, U>
    : ColumnType<T, T | undefined, T>

export interface AccessRenewals {
  provider: string
  hour: Timestamp
  attempts: number
  rejections: number
}

export interface Accounts {
  workspace_id: Int8
  id: Int8
  connection_id: Int8
  provider: string
  external_account_id: string
  name: string | null
  picture_url: string | null
  created_at: Generated<Timestamp>
}

export interface AgentPlans {
  workspace_id: Int8
  id: string
  key_id: Int8
  kind: string
  status: Generated<string>
  connection_id: Int8 | null
  listing_id: Int8 | null
  token_hash: Buffer
  operation: Json | null
  shown: Json | null
  basis: Json
  outcome: Json | null
  money: Numeric | null
  currency: string | null
  created_at: Timestamp
  expires_at: Timestamp
  confirmed_at: Timestamp | null
}

export interface AgentSecrets {
  workspace_id: Int8
  hash: Buffer
  key_id: Int8
  kind: string
  expires_at: Timestamp
  used_at: Timestamp | null
  redirect_uri: string | null
  challenge: string | null
}

export interface AiUsage {
  workspace_id: Int8
  source: string
  id: string
  day: CivilDate
  operation: string | null
  model: string
  tokens_in: Int8
  tokens_out: Int8
  latency_ms: Int8 | null
  fallback: boolean | null
  project_id: string | null
  created_at: Timestamp
}

export interface AirbnbBookings {
  workspace_id: Int8
  id: Int8
  connection_id: Int8
  listing_id: Int8
  state: string
  check_in: CivilDate
  check_out: CivilDate
  completes_at: Timestamp | null
  lapses_at: Timestamp | null
  listed_as: string[] | null
}

export interface AirbnbTransactions {
  workspace_id: Int8
  connection_id: Int8
  id: string
  status: string
  type: string
  is_payout: boolean
  date: CivilDate
  currency: string | null
  amount: Numeric | null
  gross_amount: Numeric | null
  host_service_fee: Numeric | null
  cleaning_fee: Numeric | null
  payout_id: string | null
  payout_id_synthetic: boolean
  payout_date: CivilDate | null
  line_index: number | null
  paid_out_amount: Numeric | null
  confirmation_code: string | null
  listing_name: string | null
  guest_name: string | null
  nights: number | null
  reservation_start_date: CivilDate | null
  description: string | null
  reference: string | null
  synced_at: Timestamp
  listed_as: string[] | null
}

export interface ApiKeys {
  id: Generated<Int8>
  workspace_id: Int8
  mode: string
  prefix: string
  hash: Buffer
  name: string | null
  created_at: Generated<Timestamp>
  last_used_at: Timestamp | null
  revoked_at: Timestamp | null
  scopes: string[] | null
  expires_at: Timestamp | null
  created_by: string | null
  last_address: string | null
  previous_hash: Buffer | null
  previous_until: Timestamp | null
  rotated_at: Timestamp | null
  member_id: string | null
  connection_ids: string[] | null
  listing_ids: string[] | null
  agent_limits: Json | null
  agent_client: string | null
  token_until: Timestamp | null
}

export interface AuditChanges {
  workspace_id: Int8
  id: Generated<string>
  hour: Int8
  action: string
  outcome: string
  actor: string
  n: Int8
}

export interface AuditCounts {
  workspace_id: Int8
  unit: string
  bucket: Int8
  action: string
  outcome: string
  actor: string
  n: Int8
}

export interface AuditLines {
  workspace_id: Int8
  id: string
  at: Timestamp
  actor: string
  action: string
  targets: string[]
  outcome: string
  status: number | null
  code: string | null
  request_id: string | null
  ip: string | null
  details: Json | null
  once: string | null
}

export interface BillingAccounts {
  workspace_id: Int8
  customer_id: string | null
  subscription_id: string | null
  status: string | null
  price_id: string | null
  sold_plan: string | null
  period_end: Timestamp | null
  cancel_at: Timestamp | null
  given: Json | null
  read_at: Timestamp | null
  checkout_at: Timestamp | null
  due_at: Timestamp
  news: Generated<Int8>
  failures: Generated<number>
  claim: string | null
  claimed_until: Timestamp | null
  attempt: Generated<number>
}

export interface BillingEvents {
  workspace_id: Int8
  id: string
  type: string
  received_at: Timestamp
}

export interface BookingReceipts {
  workspace_id: Int8
  connection_id: Int8
  external_id: string
  token: string
  action: string
  told_at: Timestamp
  attempts: Generated<number>
  next_attempt_at: Timestamp
}

export interface CalendarDays {
  workspace_id: Int8
  listing_id: Int8
  date: CivilDate
  available: boolean
  price: Numeric | null
  min_nights: number | null
  max_nights: number | null
  closed_to_arrival: boolean | null
  closed_to_departure: boolean | null
  available_units: number
  note: string | null
  updated_at: Generated<Timestamp>
  from_rate: Generated<boolean>
}

export interface CalendarPushTurns {
  workspace_id: Int8
  connection_id: Int8
  wake_at: Timestamp | null
}

export interface CalendarPushes {
  workspace_id: Int8
  listing_id: Int8
  date: CivilDate
  connection_id: Int8
  available: boolean | null
  price: Numeric | null
  min_nights: number | null
  max_nights: number | null
  state: string
  version: Generated<number>
  attempts: Generated<number>
  checks: Generated<number>
  accepted_at: Timestamp | null
  error_code: string | null
  error: string | null
  next_attempt_at: Timestamp | null
  settled_at: Timestamp | null
  created_at: Timestamp
  updated_at: Timestamp
}

export interface CalendarReads {
  workspace_id: Int8
  listing_id: Int8
  read_at: Timestamp
  read_order: Generated<Int8>
}

export interface ChannelContent {
  workspace_id: Int8
  connection_id: Int8
  external_id: string
  section: string
  content: Json | null
  read_at: Timestamp | null
  locked_fields: Generated<string[]>
  held_until: Timestamp | null
  holder: string | null
}

export interface ChannelLinks {
  workspace_id: Int8
  listing_id: Int8
  platform: string
  external_id: string
  hotel_id: string | null
  active: Generated<boolean>
  sync_enabled: Generated<boolean>
  markup_percent: Numeric | null
  created_at: Generated<Timestamp>
  updated_at: Generated<Timestamp>
  markup_set_here: Generated<boolean>
  sync_category: string | null
  listed_as: string[] | null
}

export interface ChannelNights {
  workspace_id: Int8
  connection_id: Int8
  external_id: string
  date: CivilDate
  available: boolean
  units: number
  price: Numeric | null
  min_nights: number
  max_nights: number | null
  closed_to_arrival: boolean
  closed_to_departure: boolean
  stays: number
  version: Generated<number>
  state: string
  attempts: Generated<number>
  checks: Generated<number>
  accepted_at: Timestamp | null
  error_code: string | null
  error: string | null
  next_attempt_at: Timestamp | null
  differs_since: Timestamp | null
  shown: Json | null
  shown_units: number | null
  shown_at: Timestamp | null
  exposed_since: Timestamp | null
  told_at: Timestamp | null
  units_left: number
}

export interface ChannelPushCounts {
  provider: string
  slot: Timestamp
  finished: number
  failed: number
}

export interface ClockMarks {
  clock: string
  latest: Generated<Timestamp>
  looked_through_at: Generated<Timestamp>
}

export interface ConnectSessions {
  workspace_id: Int8
  id_hash: Buffer
  state: Generated<string>
  purpose: string
  provider: string | null
  allowed_providers: string[] | null
  connection_id: Int8 | null
  reconnect: Generated<boolean>
  redirect_url: string | null
  app_state: string | null
  access_type: string | null
  reservation_history_months: number | null
  locale: string | null
  scope: string[] | null
  copy: Json | null
  error: string | null
  created_at: Timestamp
  expires_at: Timestamp
  finished_at: Timestamp | null
  display: Json | null
}

export interface Connections {
  workspace_id: Int8
  id: Int8
  provider: string
  status: Generated<string>
  external_account_id: string
  account_name: string | null
  credentials: Buffer | null
  credentials_key_id: string | null
  session: Buffer | null
  write_policy: Json
  inbound_token_hash: Buffer | null
  inbound: Json | null
  watermarks: Generated<Json>
  action_reason: string | null
  action_message: string | null
  created_at: Generated<Timestamp>
  updated_at: Generated<Timestamp>
  connected_at: Generated<Timestamp>
  disconnected_at: Timestamp | null
  first_import_at: Timestamp | null
  last_success_at: Timestamp | null
  last_full_at: Timestamp | null
  deactivated_listings: Generated<Json>
  inbound_due: Generated<boolean>
  retired_inbound: Json | null
  last_reconciled_at: Timestamp | null
  reconciliation_wanted_at: Timestamp | null
  import_wanted: Json | null
  import_scope: string[] | null
  history_from: CivilDate | null
  granted: string[] | null
  vendor_deprecations: Json | null
}

export interface Conversations {
  workspace_id: Int8
  id: Int8
  connection_id: Int8 | null
  account_id: Int8 | null
  external_id: string | null
  platform: string | null
  external_thread_id: string | null
  guest_id: Int8 | null
  listing_id: Int8 | null
  reservation_id: Int8 | null
  subject: string | null
  last_message_at: Timestamp | null
  last_message_preview: string | null
  unread_count: Generated<number>
  status: Generated<string>
  host: Json | null
  source_hash: Buffer | null
  created_at: Generated<Timestamp>
  updated_at: Generated<Timestamp>
  source_reservation_id: string | null
  listed_as: string[] | null
}

export interface Deliveries {
  workspace_id: Int8
  id: Generated<string>
  webhook_id: string
  event_sequence: Int8
  state: Generated<string>
  order_key: string | null
  retries: Generated<boolean>
  attempts: Generated<number>
  failures: Generated<number>
  next_attempt_at: Timestamp
  attempt_id: string | null
  attempt_at: Timestamp | null
  claimed_until: Timestamp | null
  replay_from: string | null
  replayed_at: Generated<Date[]>
  created_at: Timestamp
  finished_at: Timestamp | null
}

export interface DeliveryAttempts {
  workspace_id: Int8
  id: string
  delivery_id: string
  webhook_id: string
  event_sequence: Int8
  number: number
  replay: Generated<boolean>
  outcome: string
  status_code: number | null
  response_time_ms: number | null
  request_headers: Json | null
  response_headers: Json | null
  response_body: string | null
  error: string | null
  started_at: Timestamp
  finished_at: Timestamp
  signatures: string | null
  response_header_text: string | null
}

export interface DeliveryCounts {
  workspace_id: Int8
  webhook_id: string
  week: Int8
  accepted: Generated<Int8>
  others: Generated<Int8>
}

export interface DeliveryTurns {
  workspace_id: Int8
  webhook_id: string
  holder: string
  until: Timestamp
  version: Int8
  delivery_ids: string[]
  numbers: number[]
  claimed_at: Date[]
}

export interface EncryptionKeys {
  id: string
  fingerprint: string | null
  first_used_at: Generated<Timestamp>
  closed_at: Timestamp | null
  lost_at: Timestamp | null
}

export interface Events {
  workspace_id: Int8
  sequence: Int8
  id: Generated<string>
  type: string
  object_type: string | null
  object_id: Int8 | null
  revision: number | null
  listing_id: Int8 | null
  order_key: string | null
  purpose: string | null
  account: Json | null
  data: string
  created_at: Timestamp
  origin_workspace_id: Int8 | null
  origin_sequence: Int8 | null
}

export interface FileImports {
  workspace_id: Int8
  header: Json
  lines: number
  counts: Json
  started_at: Timestamp
  finished_at: Timestamp | null
}

export interface ForgottenGuests {
  workspace_id: Int8
  hash: Buffer
  guest_id: Int8
  forgotten_at: Timestamp
}

export interface GuestContacts {
  workspace_id: Int8
  guest_id: Int8
  type: string
  value: string
  is_primary: Generated<boolean>
  verified: Generated<boolean>
  last_used_at: Timestamp | null
  created_at: Generated<Timestamp>
}

export interface GuestFigures {
  workspace_id: Int8
  id: Int8
  bookings: Generated<number>
  shown: Generated<number>
  stayed: Generated<number>
  cancelled: Generated<number>
  first_check_in: CivilDate | null
  last_check_in: CivilDate | null
  revenue: Generated<Json>
  priced_check_in: CivilDate | null
  priced_id: Int8 | null
  priced_currency: string | null
  listed_as: string[] | null
}

export interface Guests {
  workspace_id: Int8
  id: Int8
  connection_id: Int8 | null
  external_id: string | null
  first_name: string | null
  last_name: string | null
  avatar_url: string | null
  language: string | null
  country: string | null
  currency: string | null
  is_blacklisted: Generated<boolean>
  blacklisted_reason: string | null
  risk_level: string | null
  verification_level: string | null
  flags: Generated<Json>
  notes: Generated<Json>
  created_at: Generated<Timestamp>
  updated_at: Generated<Timestamp>
  is_business_traveler: Generated<boolean>
  forgotten_at: Timestamp | null
}

export interface HeldDeliveries {
  workspace_id: Int8
  delivery_id: string
  epoch: Int8
  outcome: string | null
}

export interface HistoryFields {
  workspace_id: Int8
  record_type: string
  record_id: Int8
  field: string
  revision: number
}

export interface IcalExports {
  workspace_id: Int8
  id: Generated<string>
  listing_id: Int8
  name: string
  platform: string
  feed_ids: string[] | null
  token_hash: Buffer
  token_end: string
  created_at: Timestamp
  revoked_at: Timestamp | null
  etag: string | null
  changed_at: Timestamp | null
  served: Generated<Json>
  reads: Generated<Date[]>
}

export interface IcalFeeds {
  workspace_id: Int8
  id: Generated<string>
  listing_id: Int8
  name: string
  platform: string
  platform_told: boolean
  url: Buffer
  url_shown: string
  closes: string
  interval_minutes: number
  paused_at: Timestamp | null
  next_fetch_at: Timestamp | null
  claimed_until: Timestamp | null
  holder: string | null
  last_fetched_at: Timestamp | null
  last_good_at: Timestamp | null
  failures: Generated<number>
  stale_since: Timestamp | null
  stale_reason: string | null
  stale_detail: string | null
  stale_told_at: Timestamp | null
  etag: string | null
  modified: string | null
  created_at: Timestamp
  updated_at: Timestamp
}

export interface IcalPmsNights {
  workspace_id: Int8
  listing_id: Int8
  date: CivilDate
  look_at: Timestamp
}

export interface IcalSpans {
  workspace_id: Int8
  feed_id: string
  id: Generated<string>
  listing_id: Int8
  kind: string
  uid: string
  label: string
  first_night: CivilDate
  until: CivilDate
  holds: boolean
  ref: string | null
  missed: Generated<number>
  first_seen_at: Timestamp
  code: string | null
}

export interface IdempotencyKeys {
  workspace_id: Int8
  key: string
  operation: string
  request: string
  state: string
  holder: string
  lease_until: Timestamp
  status: number | null
  headers: Json | null
  body: Buffer | null
  created_at: Timestamp
  expires_at: Timestamp
}

export interface ImportedIds {
  workspace_id: Int8
  type: string
  file_id: string
  id: Int8
  later: Json | null
}

export interface Inquiries {
  workspace_id: Int8
  id: Int8
  connection_id: Int8 | null
  account_id: Int8 | null
  external_id: string | null
  conversation_id: Int8 | null
  listing_id: Int8 | null
  guest_id: Int8 | null
  channel: string
  status: string
  lapses_at: Timestamp | null
  check_in: CivilDate | null
  check_out: CivilDate | null
  guests: Json | null
  expected_payout_amount: Numeric | null
  expected_payout_currency: string | null
  reservation_id: Int8 | null
  relayed_by: string | null
  respond_by: Timestamp | null
  responded_at: Timestamp | null
  source_status: string | null
  source_hash: Buffer | null
  revision: Generated<number>
  created_at: Generated<Timestamp>
  updated_at: Generated<Timestamp>
  lapse_told_at: Timestamp | null
  listed_as: string[] | null
}

export interface Installation {
  is_only: Generated<boolean>
  id: Generated<string>
  primary_timeline: Int8 | null
  primary_mark: string | null
}

export interface KeptKeys {
  purpose: string
  key_id: string
  sealed: Buffer
  until: Timestamp | null
}

export interface KeptNights {
  workspace_id: Int8
  listing_id: Int8
  date: CivilDate
  epoch: Int8
  connection_id: Int8
  shown_units: number
  units_left: number
  kept_at: Timestamp
  opened_at: Timestamp | null
}

export interface KvEntries {
  workspace_id: Int8
  project_id: string
  key: string
  value: string
  bytes: number
  updated_at: Timestamp
  expires_at: Timestamp | null
}

export interface KvSpaces {
  workspace_id: Int8
  bytes: number
}

export interface LimitOverrides {
  workspace_id: Int8
  name: string
  value: Int8 | null
  set_at: Timestamp
}

export interface ListingFiles {
  workspace_id: Int8
  path: string
  listing_id: Int8
  content_type: string
  size: number
  created_at: Timestamp
}

export interface ListingLinks {
  workspace_id: Int8
  connection_id: Int8
  external_id: string
  listing_id: Int8
  created_at: Generated<Timestamp>
  unit_name: string | null
}

export interface ListingTexts {
  workspace_id: Int8
  listing_id: Int8
  locale: string
  content: Json
  updated_at: Timestamp
}

export interface ListingUnits {
  workspace_id: Int8
  listing_id: Int8
  unit_id: Int8
}

export interface Listings {
  workspace_id: Int8
  id: Int8
  connection_id: Int8 | null
  account_id: Int8 | null
  external_id: string | null
  model: Generated<string>
  name: string
  public_name: string | null
  street: string | null
  city: string | null
  state: string | null
  postal_code: string | null
  country_code: string | null
  latitude: Numeric | null
  longitude: Numeric | null
  time_zone: string | null
  currency: string | null
  active: Generated<boolean>
  inactive_reason: string | null
  lifecycle_status: string | null
  archived_at: Timestamp | null
  thumbnail_url: string | null
  default_nightly_price: Numeric | null
  min_nights: number | null
  max_nights: number | null
  unit_count: Generated<number>
  content: Json | null
  details: Json | null
  amenities: Generated<Json>
  photos: Generated<Json>
  source_hash: Buffer | null
  revision: Generated<number>
  created_at: Generated<Timestamp>
  updated_at: Generated<Timestamp>
  rooms: Generated<Json>
  checkout_tasks: Generated<Json>
  pricing: Generated<Json>
  policies: Generated<Json>
  own_values: Generated<Json>
  on_channels: Generated<string>
  on_hosts: Generated<string>
  listed_as: string[] | null
}

export interface MadeUpRecords {
  workspace_id: Int8
  connection_id: Int8
  kind: string
  external_id: string
  record: Json
}

export interface MailRequests {
  id: Generated<Int8>
  address: string
  asked_from: string | null
  locale: string
  asked_at: Timestamp
  waits: boolean
}

export interface MarketDays {
  snapshot_id: Int8
  date: CivilDate
  listings: number
  taken: number
  priced: number
  price_sum: Int8
  price_least: number | null
  price_most: number | null
}

export interface MarketEvents {
  market_id: Int8
  id: string
  title: string
  category: string | null
  start_date: CivilDate
  end_date: CivilDate
  latitude: number | null
  longitude: number | null
  rank: number | null
  attendance: number | null
  labels: Generated<string[]>
  source: Generated<string>
}

export interface MarketListings {
  snapshot_id: Int8
  id: Int8
  place: { x: number; y: number }
  name: string | null
  property_type: string | null
  room_type: string | null
  bedrooms: number | null
  capacity: number | null
  rating: Numeric | null
  reviews: Generated<number>
  price: number | null
  first_review: CivilDate | null
  thumbnail_url: string | null
  place_of_size: Generated<{ x: number; y: number } | null>
}

export interface MarketNights {
  snapshot_id: Int8
  id: Int8
  nights: Buffer
}

export interface MarketSnapshots {
  id: Generated<Int8>
  market_id: Int8
  taken_on: CivilDate
  complete: Generated<boolean>
  first_day: CivilDate | null
  days: Generated<number>
  price_from: Generated<string>
  listings: Generated<number>
  new_listings: number | null
  gone_listings: number | null
  summary: Generated<Json>
  loaded_at: Timestamp
  files_hash: Buffer | null
  bytes_read: Int8 | null
  bytes: Int8 | null
}

export interface Markets {
  id: Generated<Int8>
  name: string
  key: string
  country: string
  currency: string
  snapshot_id: Int8 | null
  listings: Generated<number>
  area: string | null
}

export interface MemberLinks {
  workspace_id: Int8
  id: string
  member_id: string
  purpose: string
  locale: string
  hash: Buffer
  created_at: Timestamp
  expires_at: Timestamp
  ended_at: Timestamp | null
  mail: Generated<string>
  secret: Buffer | null
  attempts: Generated<number>
  next_attempt_at: Timestamp | null
  settled_at: Timestamp | null
  mail_error: string | null
}

export interface Members {
  workspace_id: Int8
  id: string
  email: string
  name: string | null
  role: string
  created_at: Timestamp
  created_by: string
  confirmed_at: Timestamp | null
  last_sign_in_at: Timestamp | null
}

export interface MessageParts {
  workspace_id: Int8
  send_id: string
  place: number
  conversation_id: Int8
  has_text: boolean
  file_places: Json
  text_hash: Buffer
  state: Generated<string>
  attempts: Generated<number>
  asked_at: Timestamp | null
  settles_at: Timestamp | null
  external_id: string | null
  message_id: Int8 | null
  channel: string | null
  refusal: string | null
}

export interface MessageSends {
  workspace_id: Int8
  id: Generated<string>
  key: string
  conversation_id: Int8
  connection_id: Int8
  request_hash: Buffer
  files: Generated<Json>
  created_at: Timestamp
}

export interface Messages {
  workspace_id: Int8
  id: Int8
  conversation_id: Int8
  external_id: string | null
  direction: string
  sender_type: string | null
  sender_name: string | null
  sender_avatar: string | null
  channel: string | null
  body: string
  translated_body: string | null
  attachments: Generated<Json>
  is_automated: Generated<boolean>
  ai_generated: Generated<boolean>
  sent_at: Timestamp
  delivered_at: Timestamp | null
  read_at: Timestamp | null
  source_hash: Buffer | null
  created_at: Generated<Timestamp>
  moderation: string | null
}

export interface MigrationRehearsals {
  workspace_id: Int8
  rehearsed_at: Timestamp
  go: boolean
  score: number
  items: Json
}

export interface MigrationWatchStays {
  workspace_id: Int8
  connection_id: Int8
  external_id: string
  seen: string
  found_at: Timestamp
}

export interface MigrationWatches {
  workspace_id: Int8
  connection_id: Int8
  started_at: Timestamp
  until: Timestamp
  ended_at: Timestamp | null
  ended_by: string | null
  credentials: Buffer | null
  credentials_key_id: string | null
  session: Buffer | null
  next_look_at: Timestamp | null
  holder: string | null
  looked_at: Timestamp | null
  since: string | null
  cursor: string | null
  found: Generated<number>
  errors: Generated<number>
  last_error: string | null
  looks: Generated<boolean>
}

export interface NightChanges {
  workspace_id: Int8
  listing_id: Int8
  date: CivilDate
  reservation_id: Int8
  stands: boolean
  taken: Int8 | null
  changed: Int8
}

export interface PastParts {
  workspace_id: Int8
  record_type: string
  record_id: Int8
  part: string
  until: Timestamp
  was: Json
}

export interface PlanChanges {
  id: Generated<Int8>
  workspace_id: Int8
  changed_at: Timestamp
  origin: string
  before: Json
  after: Json
}

export interface PriceModels {
  workspace_id: Int8
  market: string
  model: Json
  learned_at: Timestamp
}

export interface PriceRecommendations {
  workspace_id: Int8
  listing_id: Int8
  date: CivilDate
  status: string
  currency: string
  current_price: Numeric | null
  recommended_price: Numeric
  min_price: Numeric | null
  max_price: Numeric | null
  confidence: Numeric
  booking_probability: Numeric
  expected_revenue: Numeric
  factors: Json
  model_version: string
  generated_at: Timestamp
  decided_at: Timestamp | null
  decision_key: string | null
  applied_price: Numeric | null
  applied_at: Timestamp | null
  applied_by: string | null
  shown: Generated<Json>
}

export interface PricedListings {
  workspace_id: Int8
  listing_id: Int8
  settings: Generated<Json>
  settings_at: Timestamp | null
  summary: Json | null
  priced_at: Timestamp | null
  priced_on: CivilDate | null
  due_at: Timestamp
  failures: Generated<number>
  claim: string | null
  claimed_until: Timestamp | null
}

export interface QuestionHolds {
  workspace_id: Int8
  listing_id: Int8
  confirmation_code: string
  check_in: CivilDate
  check_out: CivilDate
  until: Timestamp
}

export interface ReaderLooks {
  workspace_id: Int8
  door: string
  reader_id: string
  listing_id: Int8
  channel: string
  name: string
  last_read_at: Timestamp | null
  interval_minutes: number
  nights: Generated<Json>
  exposed_since: Timestamp | null
  seen_version: Timestamp | null
  turn: Generated<number>
  look_after: Timestamp
  tell_at: Timestamp | null
}

export interface ReadingOrders {
  workspace_id: Int8
  last_reading: Int8
}

export interface Reconciliations {
  workspace_id: Int8
  run_id: Int8
  connection_id: Int8
  state: Generated<string>
  from_date: CivilDate
  started_at: Timestamp
  finished_at: Timestamp | null
  stays_compared: Generated<number>
  drifted: Generated<number>
  missing_here: Generated<number>
  gone_upstream: Generated<number>
  mended: Generated<number>
  unread: Generated<number>
  fields_differed: Generated<number>
  differences: Generated<Json>
  digest: string | null
  upstream_digest: string | null
}

export interface RecordCounts {
  workspace_id: Int8
  list: string
  counted_by: string
  bucket: Int8
  traits: string[]
  n: Int8
}

export interface RecordHistory {
  workspace_id: Int8
  record_type: string
  record_id: Int8
  revision: number
  change: string
  previous: Generated<Json>
  origin: string
  run_id: Int8 | null
  created_at: Generated<Timestamp>
  cause: Generated<Json | null>
}

export interface Recoveries {
  epoch: Int8
  backup: string | null
  taken_at: Timestamp
  restored_at: Timestamp
  declared_at: Timestamp
  revisions_ahead: number
  numbers_ahead: Int8
  pushes_dropped: number
  mails_dropped: Generated<number>
  ended_at: Timestamp | null
}

export interface RecoveryAccounts {
  workspace_id: Int8
  connection_id: Int8
  epoch: Int8
  state: Generated<string>
  since: Timestamp
  tries: Generated<number>
  next_look_at: Timestamp | null
  run_id: Int8 | null
  found: Generated<Json>
  nights_kept: Generated<number>
  error: string | null
}

export interface RefusedAccess {
  workspace_id: Int8
  connection_id: Int8
  kind: string
  refused_at: Timestamp
  confirmed_at: Timestamp | null
  retry_at: Timestamp
  retries: Generated<number>
  clock_ahead_ms: Int8 | null
}

export interface RequestCounts {
  workspace_id: Int8
  unit: string
  bucket: Int8
  operation_id: string
  family: number
  n: Int8
}

export interface RequestLog {
  workspace_id: Int8
  id: string
  request_id: string
  key_id: Int8
  method: string
  path: string
  operation_id: string
  status: number
  latency_ms: number
  request_bytes: Int8 | null
  response_bytes: Int8 | null
  ip_address: string | null
  user_agent: string | null
  error_code: string | null
  created_at: Timestamp
  route: string | null
  events: string[] | null
  trace: Json | null
  story: Json | null
}

export interface ReservationAlterations {
  workspace_id: Int8
  id: Int8
  connection_id: Int8
  external_id: string
  reservation_id: Int8
  status: string
  initiator: string | null
  original: Json
  check_in: CivilDate | null
  check_out: CivilDate | null
  guest_count: number | null
  total_price: Numeric | null
  listing_external_id: string | null
  source_status: string
  requested_at: Timestamp | null
  responded_at: Timestamp | null
  created_at: Timestamp
  updated_at: Timestamp
}

export interface ReservationCounts {
  workspace_id: Int8
  counted_by: string
  bucket: Int8
  listed_as: string
  source: string
  account_id: Int8
  listed_under: Int8
  n: Int8
}

export interface Reservations {
  workspace_id: Int8
  id: Int8
  listing_id: Int8
  connection_id: Int8 | null
  account_id: Int8 | null
  external_id: string | null
  guest_id: Int8 | null
  unit_id: Int8 | null
  check_in: CivilDate
  check_out: CivilDate
  check_in_time: string | null
  check_out_time: string | null
  status: string
  status_detail: string | null
  pending_reason: string | null
  respond_by: Timestamp | null
  completes_at: Timestamp
  lapses_at: Timestamp | null
  source: string | null
  confirmation_code: string
  booked_at: Timestamp | null
  cancelled_at: Timestamp | null
  cancelled_by: string | null
  occupancy: Json | null
  total_price: Numeric | null
  currency: string | null
  payment_status: string | null
  financials: Json | null
  guest_details: Json | null
  source_status: string | null
  source_hash: Buffer | null
  revision: Generated<number>
  doc: Generated<string>
  created_at: Generated<Timestamp>
  updated_at: Generated<Timestamp>
  lapse_told_at: Timestamp | null
  cancel_reason: string | null
  merged_into: Int8 | null
  inquiry_external_id: string | null
  was_record: Generated<boolean>
  listed_as: string | null
  listed_under: Generated<Int8>
}

export interface ResponseSchemas {
  workspace_id: Int8
  id: string
  name: string
  description: string | null
  mappings: string
  active: Generated<boolean>
  version: Generated<number>
  created_at: Timestamp
  updated_at: Timestamp
}

export interface Retention {
  workspace_id: Int8
  guest_months: number | null
  history_days: number | null
  history_from: Timestamp | null
  history_looked_at: Generated<Timestamp>
  next_look_at: Timestamp | null
  looked_to: Generated<Int8>
  audit_from: Generated<Timestamp>
}

export interface Reviews {
  workspace_id: Int8
  id: Int8
  connection_id: Int8 | null
  account_id: Int8 | null
  external_id: string
  platform: string | null
  pms: string | null
  listing_id: Int8 | null
  provider_property_id: string | null
  reservation_id: Int8 | null
  reservation_code: string | null
  guest_id: Int8 | null
  guest_name: string | null
  guest_avatar: string | null
  reviewer_role: string
  rating: Numeric | null
  categories: Generated<Json>
  public_review: string | null
  private_feedback: string | null
  is_reviewee_recommended: boolean | null
  response_body: string | null
  response_submitted_at: Timestamp | null
  submitted_at: Timestamp | null
  expires_at: Timestamp | null
  hidden: Generated<boolean>
  language: string | null
  source_hash: Buffer | null
  created_at: Generated<Timestamp>
  updated_at: Generated<Timestamp>
  listed_as: string[] | null
}

export interface SellingLinks {
  workspace_id: Int8
  connection_id: Int8
  external_id: string
  listing_id: Int8
  since: Timestamp
  mends_drift: Generated<boolean>
  changed_from: CivilDate | null
  changed_to: CivilDate | null
  changed_since: Timestamp | null
  compared_at: Timestamp | null
  wake_at: Timestamp
  unlisted_at: Timestamp | null
}

export interface ServerKeyRings {
  process: string
  host: string
  pid: number
  key_ids: string[]
  seen_at: Timestamp
}

export interface ServerProcesses {
  id: string
  host: string
  version: string
  roles: string[]
  started_at: Generated<Timestamp>
  seen_at: Generated<Timestamp>
  figures: Json
}

export interface SoldNights {
  workspace_id: Int8
  listing_id: Int8
  date: CivilDate
  place: number
  reservation_id: Int8
}

export interface SoldPlans {
  name: string
  plan: string
  limits: Json
  set_at: Timestamp
}

export interface SpecialOffers {
  workspace_id: Int8
  id: Int8
  connection_id: Int8
  external_id: string
  conversation_id: Int8
  inquiry_id: Int8
  listing_id: Int8 | null
  channel: string
  status: string
  check_in: CivilDate | null
  check_out: CivilDate | null
  guests: Json | null
  price: Json
  currency: string | null
  message: string | null
  expires_at: Timestamp | null
  created_at: Timestamp
  updated_at: Timestamp
}

export interface StayConflicts {
  workspace_id: Int8
  stay_id: Int8
  other_id: Int8
  listing_id: Int8
  since: Timestamp
}

export interface SyncFailures {
  workspace_id: Int8
  connection_id: Int8
  entity: string
  external_id: string
  message: string
  excerpt: string | null
  attempts: Generated<number>
  first_at: Generated<Timestamp>
  last_at: Generated<Timestamp>
  id: Generated<string>
  listed_as: string[] | null
  severity: Generated<string>
  fields: Json | null
}

export interface SyncFetches {
  workspace_id: Int8
  connection_id: Int8
  entity: string
  external_id: string
  run_id: Int8 | null
  due_at: Timestamp
  generation: Generated<number>
  attempts: Generated<number>
  by_itself: Generated<boolean>
}

export interface SyncRows {
  workspace_id: Int8
  connection_id: Int8
  external_id: string
  kind: string
  listing_external_id: string | null
  row_digest: string
  source_hash: Buffer
}

export interface SyncRuns {
  workspace_id: Int8
  id: Int8
  connection_id: Int8
  kind: string
  strategy: string
  state: Generated<string>
  entities: string[]
  progress: Generated<Json>
  resume: Generated<Json>
  upstream_calls: Generated<number>
  retries: Generated<number>
  errors: Generated<Json>
  failures: Generated<number>
  started_at: Generated<Timestamp>
  heartbeat_at: Generated<Timestamp>
  finished_at: Timestamp | null
  bounds: Generated<Json>
  failed_told_at: Timestamp | null
  listed_as: string[] | null
}

export interface SyncSchedule {
  workspace_id: Int8
  connection_id: Int8
  wake_at: Timestamp | null
  holder: string | null
  swept: Generated<Json>
  failures: Generated<number>
  fairness: Generated<Json>
}

export interface SyncSeen {
  workspace_id: Int8
  run_id: Int8
  entity: string
  external_id: string
  theirs: Buffer | null
  ours: Buffer | null
}

export interface Units {
  workspace_id: Int8
  id: Int8
  connection_id: Int8 | null
  external_id: string | null
  parent_id: Int8 | null
  name: string
  active: Generated<boolean>
  housekeeping_status: string | null
  floor: string | null
  source: string | null
  source_hash: Buffer | null
  created_at: Generated<Timestamp>
  updated_at: Generated<Timestamp>
}

export interface UpstreamBudgets {
  key: string
  holds: Generated<Date[]>
  blocked_until: Timestamp | null
}

export interface UsageDays {
  workspace_id: Int8
  day: CivilDate
  requests: Generated<Int8>
  ai_requests: Generated<Int8>
  warned_at: Timestamp | null
}

export interface UsageOperations {
  workspace_id: Int8
  day: CivilDate
  operation_id: string
  requests: Generated<Int8>
  errors: Generated<Int8>
  latency_ms: Generated<Int8>
  status_2xx: Generated<Int8>
  status_3xx: Generated<Int8>
  status_4xx: Generated<Int8>
  status_5xx: Generated<Int8>
  latencies: Generated<number[]>
}

export interface VendorAccess {
  name: string
  session: Buffer
  updated_at: Generated<Timestamp>
}

export interface VendorActs {
  workspace_id: Int8
  id: Generated<string>
  key: string
  kind: string
  connection_id: Int8
  request_hash: Buffer
  state: Generated<string>
  attempts: Generated<number>
  result: Json | null
  asked_at: Timestamp
  settles_at: Timestamp
  updated_at: Timestamp
  request: Json | null
  looks: Generated<number>
  next_look_at: Timestamp | null
  outcome: string | null
  holder: string | null
  held_until: Timestamp | null
  listing_id: Int8 | null
  reservation_id: Int8 | null
  external_id: string | null
  outcome_code: string | null
  created_at: Timestamp
}

export interface VrboAccounts {
  workspace_id: Int8
  id: string
  name: string
  password_hash: Buffer
  password_end: string
  takes_calls: Generated<boolean>
  created_at: Timestamp
  rotated_at: Timestamp | null
  revoked_at: Timestamp | null
  last_fetched_at: Timestamp | null
  reads: Generated<Date[]>
}

export interface VrboBookings {
  workspace_id: Int8
  account_id: string
  tracking_uuid: string
  reservation_id: Int8 | null
  booked_at: Timestamp
}

export interface VrboDocuments {
  workspace_id: Int8
  account_id: string
  listing_id: Int8
  kind: string
  etag: string | null
  changed_at: Timestamp
  mark: string | null
  active: boolean | null
}

export interface VrboListings {
  workspace_id: Int8
  account_id: string
  listing_id: Int8
  added_at: Timestamp
  removed_at: Timestamp | null
  hidden_at: Timestamp | null
  turned_at: Timestamp
  served: Generated<Json>
  served_at: Timestamp | null
}

export interface Webhooks {
  workspace_id: Int8
  id: Generated<string>
  url: string
  description: string | null
  events: string[]
  api_version: string
  status: Generated<string>
  secret: Buffer
  secret_key_id: string
  secret_masked: string
  previous_secret: Buffer | null
  previous_secret_key_id: string | null
  previous_secret_until: Timestamp | null
  ordered: Generated<boolean>
  snapshot_pending: Generated<boolean>
  consecutive_failures: Generated<number>
  consecutive_exhausted: Generated<number>
  last_delivered_at: Timestamp | null
  last_success_at: Timestamp | null
  last_failure_at: Timestamp | null
  last_delivery_status: number | null
  disabled_at: Timestamp | null
  disabled_reason: string | null
  held_until: Timestamp | null
  created_at: Generated<Timestamp>
  updated_at: Generated<Timestamp>
  deleted_at: Timestamp | null
}

export interface WorkspaceHeads {
  workspace_id: Int8
  sequence: Generated<Int8>
  addressed: Generated<Int8>
  written_at: Generated<Timestamp>
  copied: Generated<Int8>
}

export interface Workspaces {
  id: Int8
  parent_id: Int8 | null
  sandbox_of: Int8 | null
  name: string
  external_ref: string | null
  plan: Generated<string>
  contact_confirmed: Generated<boolean>
  created_at: Generated<Timestamp>
  deactivated_at: Timestamp | null
  cut_over_at: Timestamp | null
}

export interface Database {
  access_renewals: AccessRenewals
  accounts: Accounts
  agent_plans: AgentPlans
  agent_secrets: AgentSecrets
  ai_usage: AiUsage
  airbnb_bookings: AirbnbBookings
  airbnb_transactions: AirbnbTransactions
  api_keys: ApiKeys
  audit_changes: AuditChanges
  audit_counts: AuditCounts
  audit_lines: AuditLines
  billing_accounts: BillingAccounts
  billing_events: BillingEvents
  booking_receipts: BookingReceipts
  calendar_days: CalendarDays
  calendar_push_turns: CalendarPushTurns
  calendar_pushes: CalendarPushes
  calendar_reads: CalendarReads
  channel_content: ChannelContent
  channel_links: ChannelLinks
  channel_nights: ChannelNights
  channel_push_counts: ChannelPushCounts
  clock_marks: ClockMarks
  connect_sessions: ConnectSessions
  connections: Connections
  conversations: Conversations
  deliveries: Deliveries
  delivery_attempts: DeliveryAttempts
  delivery_counts: DeliveryCounts
  delivery_turns: DeliveryTurns
  encryption_keys: EncryptionKeys
  events: Events
  file_imports: FileImports
  forgotten_guests: ForgottenGuests
  guest_contacts: GuestContacts
  guest_figures: GuestFigures
  guests: Guests
  held_deliveries: HeldDeliveries
  history_fields: HistoryFields
  ical_exports: IcalExports
  ical_feeds: IcalFeeds
  ical_pms_nights: IcalPmsNights
  ical_spans: IcalSpans
  idempotency_keys: IdempotencyKeys
  imported_ids: ImportedIds
  inquiries: Inquiries
  installation: Installation
  kept_keys: KeptKeys
  kept_nights: KeptNights
  kv_entries: KvEntries
  kv_spaces: KvSpaces
  limit_overrides: LimitOverrides
  listing_files: ListingFiles
  listing_links: ListingLinks
  listing_texts: ListingTexts
  listing_units: ListingUnits
  listings: Listings
  made_up_records: MadeUpRecords
  mail_requests: MailRequests
  market_days: MarketDays
  market_events: MarketEvents
  market_listings: MarketListings
  market_nights: MarketNights
  market_snapshots: MarketSnapshots
  markets: Markets
  member_links: MemberLinks
  members: Members
  message_parts: MessageParts
  message_sends: MessageSends
  messages: Messages
  migration_rehearsals: MigrationRehearsals
  migration_watch_stays: MigrationWatchStays
  migration_watches: MigrationWatches
  night_changes: NightChanges
  past_parts: PastParts
  plan_changes: PlanChanges
  price_models: PriceModels
  price_recommendations: PriceRecommendations
  priced_listings: PricedListings
  question_holds: QuestionHolds
  reader_looks: ReaderLooks
  reading_orders: ReadingOrders
  reconciliations: Reconciliations
  record_counts: RecordCounts
  record_history: RecordHistory
  recoveries: Recoveries
  recovery_accounts: RecoveryAccounts
  refused_access: RefusedAccess
  request_counts: RequestCounts
  request_log: RequestLog
  reservation_alterations: ReservationAlterations
  reservation_counts: ReservationCounts
  reservations: Reservations
  response_schemas: ResponseSchemas
  retention: Retention
  reviews: Reviews
  selling_links: SellingLinks
  server_key_rings: ServerKeyRings
  server_processes: ServerProcesses
  sold_nights: SoldNights
  sold_plans: SoldPlans
  special_offers: SpecialOffers
  stay_conflicts: StayConflicts
  sync_failures: SyncFailures
  sync_fetches: SyncFetches
  sync_rows: SyncRows
  sync_runs: SyncRuns
  sync_schedule: SyncSchedule
  sync_seen: SyncSeen
  units: Units
  upstream_budgets: UpstreamBudgets
  usage_days: UsageDays
  usage_operations: UsageOperations
  vendor_access: VendorAccess
  vendor_acts: VendorActs
  vrbo_accounts: VrboAccounts
  vrbo_bookings: VrboBookings
  vrbo_documents: VrboDocuments
  vrbo_listings: VrboListings
  webhooks: Webhooks
  workspace_heads: WorkspaceHeads
  workspaces: Workspaces
}
