/** Rooms of a property with their rates: read from Booking.com, or else as known here. */
import type { PricingModel, RatedRoom } from '../../../connector-kit/rate-calendar-operations.ts'
import type { BookingRate, BookingRooms } from '../../../contract/channel-booking-rooms.ts'
import { ApiError } from '../../../platform/api-error.ts'
import type { Scope } from '../../../platform/tenant.ts'
import type { Services } from '../../../services.ts'
import type { ListingAtHotel } from './hotels.ts'
import { openProperty } from './open-property.ts'
import { hotelRooms, type HotelRoom } from './rooms.ts'

type ShownRoom = BookingRooms['rooms'][number]

export async function readRooms(
  services: Services,
  scope: Scope,
  { hotel, otherHotelIds }: ListingAtHotel,
  { listingId }: { listingId: string },
): Promise<BookingRooms> {
  const known = await hotelRooms(services.db, scope, { connectionId: hotel.id })
  const about = { hotelId: hotel.external_account_id, listingId, otherHotelIds }
  try {
    const { operation, ask } = await openProperty(services, scope, hotel, 'rateCalendar')
    const ratedRooms = await ask(async (context) => {
      const rated = await operation.rooms(context)
      const [first] = rated
      return { rated, model: first ? await operation.pricing(context, first.id) : null }
    })
    return { ...about, source: 'booking', mirrorReason: null, rooms: toVisibleRooms(ratedRooms, known) }
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    return {
      ...about,
      source: 'mirror',
      mirrorReason: error.code,
      rooms: known.filter(({ active }) => active).map(toKnownRoom),
    }
  }
}

/** Includes rooms that no reading has turned into a listing yet, and leaves out inactive listings. */
function toVisibleRooms(
  { rated, model }: { rated: readonly RatedRoom[]; model: PricingModel | null },
  known: readonly HotelRoom[],
): ShownRoom[] {
  return rated.flatMap(({ id, name, rates }): ShownRoom[] => {
    const row = known.find(({ roomId }) => roomId === id)
    if (row?.active === false) return []
    const persons = rates.flatMap(({ maxPersons }) => maxPersons ?? [])
    return [
      {
        ...{ roomId: id, roomName: name, listingId: row?.listingId ?? null },
        maxAdults: persons.length > 0 ? Math.max(...persons) : (row?.capacity ?? null),
        rates: rates.map((rate): BookingRate => ({
          ...{ rateId: rate.id, rateName: rate.name, policy: rate.policy, policyId: rate.policyId },
          maxPersons: rate.maxPersons,
          pricingType: rate.isDerived ? 'derived' : model,
          ...{ isChildRate: rate.isDerived, parentRateId: rate.parentId, isReadOnly: rate.isReadOnly },
        })),
      },
    ]
  })
}

const toKnownRoom = ({ roomId, name, unitName, listingId, capacity }: HotelRoom): ShownRoom => ({
  ...{ roomId, roomName: unitName ?? name, listingId, maxAdults: capacity, rates: [] },
})
