import { Type } from 'typebox'
import {
  flag,
  id,
  integer,
  integerOrNull,
  link,
  number,
  oneOfStrings,
  record,
  text,
  textOrNull,
  timestamp,
  timestampOrNull,
} from '../fields.ts'

const strings = (description: string) => Type.Array(Type.String(), { description })
const items = (description: string) =>
  Type.Array(Type.Unsafe<Record<string, unknown>>({ type: 'object', additionalProperties: true }), {
    description,
  })

export const RefusedSection = record({
  section: text('Part of the request that failed.'),
  code: text('Why it failed, as a stable word.'),
  message: text('The reason in plain words.'),
})

export const RefusedByPms = record({
  applied: strings('Sections the PMS accepted.'),
  errors: Type.Array(RefusedSection, { description: 'Sections the PMS refused.' }),
})

export const ReconnectCall = record(
  {
    method: text('HTTP method of the call that reconnects the account.'),
    path: text('Path of that call.'),
  },
  {
    description:
      'The call that brings the connection back. At Airbnb and Booking.com it takes a `redirectUrl` and answers with a `url` on which the owner of the account does it.',
  },
)

export const ExistingBooking = record(
  {
    externalId: textOrNull('Id of the booking in the PMS.'),
    confirmationCode: textOrNull('Confirmation code of that booking.'),
  },
  { description: 'The booking the PMS already holds.' },
)

/**
 * Error objects can carry these fields beyond the envelope's fixed part. A name has one meaning in the whole
 * interface, so the codes only list names.
 */
export const errorExtras = {
  field: text('Path of the offending field or parameter.', { examples: ['guests.adults', 'attachments[1]'] }),
  value_received: Type.Unsafe<unknown>({ description: 'What was sent, cut at 200 characters.' }),
  valid_values: Type.Array(
    Type.Unsafe<string | number | boolean>({ type: ['string', 'number', 'boolean'] }),
    {
      description: 'Values that would have been accepted.',
    },
  ),
  did_you_mean: text('Nearest accepted name or value.'),
  validParams: strings('Parameters the endpoint knows, sorted.'),
  endpoint: text('Path of the endpoint that was called.', { examples: ['/v1/reservations'] }),
  last_synced_at: timestampOrNull('When the reading began that told what is stored; null when nobody knows.'),
  max_age: integer('How old the answer may be, in seconds.'),
  retry_after: integer('Seconds to wait before the next attempt.'),
  retryable: flag('False when sending the request again cannot help.'),
  provider: text('Provider the error is about.', { examples: ['hostaway'] }),
  reconnect: ReconnectCall,
  pms: Type.Union([RefusedByPms, Type.String()], {
    description: 'What the PMS applied and refused; on a conversation relayed by a PMS, the name of the PMS.',
  }),
  existing: ExistingBooking,
  owner: text('Channel that owns the booking.', { examples: ['airbnb'] }),
  channel: text('Channel the error is about.', { examples: ['airbnb'] }),
  fields: strings('Fields that were refused.'),
  dates: strings('Nights the error is about.'),
  index: integer('Zero-based position of the item that failed.'),
  line: integer('Line of the file that the error is about, counted from 1.'),
  column: text('Column of the file that it is about.'),
  position: integer('The character of an expression where it goes wrong, counted from 1.'),
  parts: items('One entry for each channel message of the send, with what became of it.'),
  attachments: items('Files of the send that reached the guest.'),
  statusReason: text("The channel's reason."),
  currentStatus: text('Status the reservation has now.'),
  needed_scope: text('Scope that the key lacks.', { examples: ['reservations:write'] }),
  key_scopes: strings('Scopes that the key has.'),
  accessType: text('Access level the account is connected with.', { examples: ['read_only'] }),
  missing: strings('Permissions that the owner of the account did not give, as the provider names them.'),
  listing_id: id('Listing the error is about.'),
  listing_ids: Type.Array(id('Listing id.'), { description: 'Listings the error is about.' }),
  listings: Type.Array(record({ id: id('Listing id.'), name: Type.Optional(text('Listing name.')) }), {
    description: 'The same listings with their names.',
  }),
  airbnb_listing_id: text('Id of the listing on Airbnb.'),
  sync_category: textOrNull('Synchronisation setting the listing has on Airbnb.'),
  reason: text('Why, as a stable word.', { examples: ['plan_limit'] }),
  offer_id: id('Special offer the error is about; it can be read once the offer is known.'),
  property_id: id('Property the error is about.'),
  reservation_ids: Type.Array(id('Reservation id.'), { description: 'Reservations the error is about.' }),
  session_status: text('State the connect session is in.'),
  returnUrl: link('Where the browser goes back to, with how the connect session ended.'),
  previous_code: text('Code the same failure had in earlier releases.', { deprecated: true }),
  upstream_status: integer("HTTP status of the channel's answer."),
  booking_ruid: text("Booking.com's request id, for its support."),
  booking_code: text("Booking.com's own error code."),
  tier: text('Plan of the workspace.', { examples: ['free'] }),
  scope: oneOfStrings(['per_api_key', 'daily', 'monthly', 'daily_ai', 'provider'], {
    description: 'Which limit was hit; `provider`: that of the account at the provider.',
  }),
  limit: integer('The limit.'),
  used: integer('How much of it is used.'),
  window_seconds: integer('Length of the sliding window.'),
  resets_at: timestamp('When the counter starts again.'),
  top_operation: record(
    {
      operation_id: text('Operation that made most of the requests.'),
      share_percent: number("That operation's share of the requests, in percent."),
    },
    { description: 'The operation that used most of the limit.' },
  ),
  active_listings: integer('Listings that are active now.'),
  upgrade_url: text('Where the plan can be changed.'),
  nextPullAvailableAt: timestamp('When the listing can be pulled again.'),
  replays_made: integer('Replays counted in the window.'),
  replay_limit: integer('Replays allowed in the window.'),
  replay_window_minutes: integer('Length of the window in minutes.'),
  next_replay_allowed_at: timestamp('When the next replay is accepted.'),
  succeeded_at: timestamp('When the receiver accepted the delivery.'),
  receiver_status: integerOrNull("HTTP status of the receiver's answer."),
  applied: strings('Steps that were done before the failure.'),
  failed_photo_id: text('Photo at which the operation stopped.'),
  not_attempted: strings('Steps that were not tried.'),
  changed: strings('What changed since the plan was made.'),
  refusal: Type.Unsafe<Record<string, unknown>>({
    type: 'object',
    additionalProperties: true,
    description: 'Error of the operation, with its own `code`, `message` and `fix`.',
  }),
} as const

export type ErrorExtra = keyof typeof errorExtras
