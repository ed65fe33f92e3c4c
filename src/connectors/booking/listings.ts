import type { ListingRecord } from '../../contract/records.ts'
import type { VendorOperations, VendorContext } from '../../connector-kit/connector.ts'
import { addDays } from '../../connector-kit/dates.ts'
import { mapOne, mapRows, orFailure, ownMapping, together } from '../../connector-kit/paginate.ts'
import { presentText, wholeNumber } from '../../connector-kit/readings.ts'
import { VendorError } from '../../connector-kit/vendor-error.ts'
import type { Xml } from '../../connector-kit/xml.ts'
import { hotelOf, type Hotel } from './account.ts'
import { hotelIdIn } from './calls.ts'
import { mostNights, nightsOf, nightsOfAll } from './nights.ts'
import { mainRate, roomsOf, type RoomWithRates } from './rooms.ts'

interface OfferedRoom {
  hotelId: string
  room: RoomWithRates
  hotel: Hotel
  /** The room type has this many rooms; 0 if unknown. */
  units: number
}

const listing = ownMapping('listing', toListing, ({ room }: OfferedRoom) => room.id || 'unknown')

export const listings: NonNullable<VendorOperations['listings']> = {
  async page(context) {
    const [hotelId, hotel] = [hotelIdIn(context), await hotelOf(context)]
    const rooms = await roomsOf(context)
    const nights = rooms.length === 0 ? new Map<string, Xml[]>() : await nightsOfAll(...comingMonth(context))
    const found = []
    for (const room of rooms) {
      found.push(
        await orFailure(room.id, async () => {
          const rows = nights.get(room.id) ?? (await nightsOrNone(context, room.id))
          return mapRows([{ hotelId, room, hotel, units: unitsIn(rows) }], listing)
        }),
      )
    }
    return { ...together(found), next: null, expected: rooms.length }
  },

  async one(context, externalId) {
    const room = (await roomsOf(context)).find(({ id }) => id === externalId)
    if (room === undefined) return null
    const [hotelId, hotel] = [hotelIdIn(context), await hotelOf(context)]
    return mapOne({ hotelId, room, hotel, units: unitsIn(await nightsOrNone(context, room.id)) }, listing)
  },
}

function comingMonth(context: VendorContext): [VendorContext, { from: string; to: string }, 'room'] {
  const from = addDays(context.now().toISOString().slice(0, 10), 1)
  return [context, { from, to: addDays(from, mostNights - 1) }, 'room']
}

/** The number of rooms is secondary: a room without readable nights is still a listing. */
async function nightsOrNone(context: VendorContext, roomId: string): Promise<Xml[]> {
  const [, range, level] = comingMonth(context)
  try {
    return await nightsOf(context, roomId, range, level)
  } catch (error) {
    const isOwn = error instanceof VendorError && (error.kind === 'malformed' || error.kind === 'rejected')
    if (isOwn) return []
    throw error
  }
}

/** Rooms left and rooms booked together give the number; the night with the most counts. */
const unitsIn = (rows: readonly Xml[]): number =>
  Math.max(
    0,
    ...rows.map(
      ({ attributes }) =>
        (wholeNumber(attributes.rooms_to_sell) ?? 0) + (wholeNumber(attributes.booked) ?? 0),
    ),
  )

function toListing({ hotelId, room, hotel, units }: OfferedRoom): ListingRecord {
  const persons = wholeNumber(mainRate(room)?.maxPersons)
  return {
    externalId: room.id,
    model: 'hotel',
    name: presentText(room.name) ?? `Room ${room.id}`,
    publicName: hotel.name,
    currency: hotel.currency,
    unitCount: units,
    ...(persons === null ? {} : { details: { personCapacity: persons } }),
    // All other data belongs to the property, not to the room.
    channels: [
      {
        ...{ platform: 'booking', externalId: room.id, hotelId, active: true },
        syncCategory: 'sync_rates_and_availability',
      },
    ],
  }
}
