/** Errors of a host's acts on Vrbo bookings by file, route and code; all occur with its simulator. */
const file = 'test/channels/vrbo-changes.test.ts'
const oneAccount = 'test/channels/vrbo-one-account.test.ts'
const met = [
  'connection_reauth_required',
  'no_connection',
  'pms_writes_off',
  'invalid_state',
  'channel_not_supported',
  'channel_rejected',
  'channel_action_unavailable',
]

export const vrboMet: [file: string, route: string, codes: string[]][] = [
  [file, 'previewVrboChange', met],
  [file, 'changeVrboReservation', met],
  [file, 'cancelVrboReservation', met],
  [file, 'refundVrboReservation', met],
  [oneAccount, 'previewVrboChange', ['reservation_not_modified']],
  [oneAccount, 'changeVrboReservation', ['reservation_not_modified']],
]
