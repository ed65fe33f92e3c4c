/** The channel map says on which channels the old system sells each listing. */
import { Type } from 'typebox'
import type { Static } from 'typebox'
import { flag, id, idOrNull, nullable, record, text, textOrNull, timestamp } from './fields.ts'

const onChannel = (channel: string) =>
  nullable(
    record({
      listingId: text(`What ${channel} calls the listing.`, { examples: ['53120044'] }),
      url: Type.Optional(text('Its public page, where the old system has it.')),
    }),
    { description: `null: not on ${channel}, as far as the old system says.` },
  )

const onBooking = nullable(
  record({
    hotelId: text('What Booking.com calls the property.', { examples: ['4820113'] }),
    roomId: textOrNull('What it calls the room; null: the old system does not say.'),
  }),
  { description: 'null: not on Booking.com, as far as the old system says.' },
)

export const ChannelMapSource = record({
  connectionId: id('The account.'),
  provider: text('The old system.', { examples: ['hostaway'] }),
  supported: flag('Whether the system exposes channel links at all.'),
  reason: Type.Optional(text('Why it does not. Only where `supported` is false.')),
  error: textOrNull('Why its listings, or some of them, are not here. null: all that it has was read.'),
})
export type ChannelMapSource = Static<typeof ChannelMapSource>

export const ChannelMapRow = record({
  listingId: idOrNull('The listing here; null: it was not imported.'),
  name: textOrNull('Its name.'),
  connectionId: id('The account that it is of.'),
  provider: text('The old system.', { examples: ['hostaway'] }),
  externalListingId: text('What the old system calls it.', { examples: ['40160'] }),
  airbnb: onChannel('Airbnb'),
  booking: onBooking,
  vrbo: onChannel('Vrbo'),
})
export type ChannelMapRow = Static<typeof ChannelMapRow>

/** Answer of `GET /v1/migrations/{workspaceId}/channel-map`. */
export const ChannelMap = record({
  data: record({
    workspaceId: id('The workspace.'),
    readAt: timestamp('When the old systems were asked.'),
    sources: Type.Array(ChannelMapSource, { description: 'Every account of the migration.' }),
    listings: Type.Array(ChannelMapRow, {
      description:
        'Every listing that was read, those on no channel too. One that is twice on the same channel has two rows.',
    }),
  }),
})
export type ChannelMap = Static<typeof ChannelMap>
