/** Errors of Plum Guide's routes by file, route and code; all occur with its simulator. */
const file = 'test/channels/plumguide.test.ts'
const unsent = [
  'listing_inactive',
  'no_connection',
  'invalid_state',
  'not_found',
  'pms_writes_off',
  'channel_not_supported',
  'unsupported_field',
]
const called = [
  'no_connection',
  'connection_reauth_required',
  'channel_not_supported',
  'channel_rejected',
  'channel_action_unavailable',
]

export const plumMet: [file: string, route: string, codes: string[]][] = [
  [file, 'blockPlumguideNights', [...unsent, ...called, 'invalid_action']],
  [file, 'setPlumguideAvailability', [...unsent, ...called, 'invalid_action']],
  [file, 'setPlumguidePricing', unsent],
  [file, 'getPlumguideWebhooks', called.slice(1)],
  [file, 'replacePlumguideWebhooks', ['not_found', ...called]],
  [file, 'deletePlumguideWebhooks', ['not_found', ...called]],
]
