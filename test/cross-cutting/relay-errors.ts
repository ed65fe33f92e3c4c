/** Errors of writing to and about guests by route, code and file; all occur with a scripted vendor. */
const send = 'test/messages/send.test.ts'
const inquiries = 'test/messages/inquiries.test.ts'
const people = 'test/messages/people.test.ts'
const reviews = 'test/messages/reviews.test.ts'

const relayed = ['connection_reauth_required', 'no_connection', 'pms_rejected', 'pms_error']
const answered = [
  ...relayed.filter((code) => code !== 'pms_error'),
  'channel_not_supported',
  'inquiry_no_longer_open',
  'offer_action_failed',
]

const allowed = 'test/channels/airbnb-access.test.ts'

const grants = 'test/channels/airbnb-grants.test.ts'

const airbnb = ['airbnb_rejected', 'airbnb_rate_limited', 'airbnb_error']
const booking = ['booking_rejected', 'booking_rate_limited', 'booking_error']
const others = ['channel_rejected', 'channel_action_unavailable']

/** Its tests cause each failure of each channel. */
const codes = 'test/channels/channel-codes.test.ts'

const met: [file: string, route: string, codes: string[]][] = [
  ...[
    ...['sendMessage', 'preApproveInquiry', 'sendSpecialOffer', 'withdrawSpecialOffer'],
    ...['acceptReservation', 'declineReservation'],
  ].map((route): [string, string, string[]] => [allowed, route, ['insufficient_access']]),
  ...['replyToReview', 'reviewGuest'].map((route): [string, string, string[]] => [
    grants,
    route,
    ['insufficient_access'],
  ]),
  [codes, 'acceptReservation', [...airbnb, ...booking]],
  [codes, 'declineReservation', [...airbnb, ...booking]],
  [codes, 'replyToReview', [...airbnb, ...booking, ...others, 'unsupported_field']],
  [codes, 'cancelReservation', others],
  [codes, 'reviewGuest', airbnb],
  ['test/cross-cutting/answers-in-time.test.ts', 'reviewGuest', ['pms_error']],
  ...['preApproveInquiry', 'sendSpecialOffer', 'withdrawSpecialOffer'].map(
    (route): [string, string, string[]] => [codes, route, airbnb],
  ),
  ...['createReservation', 'updateReservation', 'createGuest', 'updateListingContent', 'sendMessage']
    .concat(['updateAvailability', 'updateAvailabilityBatch', 'decideListingPricing'])
    .map((route): [string, string, string[]] => [codes, route, ['channel_not_supported']]),
  ...['updateAvailability', 'updateAvailabilityBatch', 'decideListingPricing'].map(
    (route): [string, string, string[]] => [codes, route, ['listing_not_api_connected']],
  ),
  [people, 'createGuest', [...relayed, 'pms_write_unsupported']],
  [people, 'updateGuest', relayed],
  [
    send,
    'sendMessage',
    [
      'connection_reauth_required',
      'no_connection',
      'pms_write_unsupported',
      'attachments_not_supported',
      'attachment_requires_message',
      'attachment_too_large',
      'attachment_type_not_supported',
      'attachment_unreachable',
      'attachment_url_not_allowed',
      'too_many_attachments',
      'attachment_storage_failed',
      'message_not_sent',
      'message_partially_sent',
      'message_send_failed',
    ],
  ],
  [
    inquiries,
    'preApproveInquiry',
    [
      ...answered,
      'conversation_already_booked',
      'inquiry_expired',
      'airbnb_link_missing',
      'pms_write_unsupported',
    ],
  ],
  [inquiries, 'withdrawPreApproval', ['inquiry_no_longer_open', 'channel_not_supported']],
  [
    inquiries,
    'sendSpecialOffer',
    [
      ...answered,
      'inquiry_expired',
      'airbnb_link_missing',
      'listing_not_on_airbnb',
      'offer_already_sent',
      'offer_price_total_required',
      'offer_price_breakdown_required',
    ],
  ],
  ['test/messages/acts.test.ts', 'getSpecialOffer', ['offer_action_failed']],
  [inquiries, 'previewSpecialOffer', ['preview_not_supported']],
  [inquiries, 'withdrawSpecialOffer', answered],
  [
    reviews,
    'replyToReview',
    [...relayed, 'already_replied', 'reply_not_allowed', 'unsupported_channel', 'pms_write_unsupported'],
  ],
  [
    reviews,
    'reviewGuest',
    ['not_host_review', 'review_already_submitted', 'review_window_closed', 'unsupported_channel'],
  ],
]

export const relayErrors: Record<string, string> = Object.fromEntries(
  met.flatMap(([file, route, codes]) => codes.map((code) => [`${route} ${code}`, file])),
)
