import { Type } from 'typebox'
import type { Static } from 'typebox'
import {
  dateOnly,
  flag,
  id,
  integer,
  oneOfStrings,
  record,
  text,
  textOrNull,
  timestampOrNull,
} from './fields.ts'

export const CalendarChannel = record({
  channel: text('Where the nights are sent: the id of a PMS, or a channel.', { examples: ['hostaway'] }),
  platformId: textOrNull('Id of the listing there.'),
  syncEnabled: flag('Whether the write policy lets anything of the calendar be sent.'),
  status: oneOfStrings(['in_sync', 'problems', 'off'], {
    description:
      '`in_sync`: every night that was set stands there or is on its way. `problems`: some were refused or could not be sent. `off`: nothing is sent.',
  }),
  lastSyncAt: timestampOrNull('When the nights were last read there.'),
  nightsWithProblems: integer('Future nights that were refused or could not be sent.', { minimum: 0 }),
  problems: Type.Array(record({ date: dateOnly('The night.'), error: text('Why, in words.') }), {
    maxItems: 100,
    description: 'The first of them, by date.',
  }),
  queue: record(
    {
      state: oneOfStrings(['idle', 'queued', 'running'], { description: 'Whether something is on its way.' }),
      queuedNights: integer('Nights that wait to be sent, or to be sent again.', { minimum: 0 }),
      queuedAt: timestampOrNull('Since when the first of them waits.'),
      lastPush: timestampOrNull('When something was last sent.'),
    },
    { description: 'What is on its way.' },
  ),
})
export type CalendarChannel = Static<typeof CalendarChannel>

/** Answer of `GET /v1/listings/{id}/calendar-sync`. */
export const CalendarSync = record({
  listingId: id('Id of the listing.'),
  channels: Type.Array(CalendarChannel, {
    description:
      'Where the calendar is sent; empty for a listing that is kept here and on no connected channel.',
  }),
})
export type CalendarSync = Static<typeof CalendarSync>
