/** Reads rates and nights from Booking.com. */
import { addDays } from '../../../connector-kit/dates.ts'
import type { VendorContext } from '../../../connector-kit/connector.ts'
import type {
  NightOfRate,
  RateCalendar,
  RatedNight,
} from '../../../connector-kit/rate-calendar-operations.ts'
import type {
  BookingAvailability,
  BookingPricing,
  BookingRoomNight,
} from '../../../contract/channel-booking-nights.ts'
import { ApiError } from '../../../platform/api-error.ts'
import type { Scope } from '../../../platform/tenant.ts'
import { assertListingActive } from '../../../records/listings/active.ts'
import type { Services } from '../../../services.ts'
import type { ConnectionRow } from '../../accounts/public.ts'
import type { ListingAtHotel } from './hotels.ts'
import { openProperty } from './open-property.ts'
import { hotelRooms } from './rooms.ts'

export interface RateNightRange {
  start: string
  count: number
}

/** Defaults to tomorrow, and to as many nights as the channel answers at once. */
export function toNightRange(
  { clock }: Services,
  { start_date, number_of_days = 31 }: { start_date?: string; number_of_days?: number },
): RateNightRange {
  return { start: start_date ?? addDays(clock.now().toISOString().slice(0, 10), 1), count: number_of_days }
}

const toRate = ({ rateId, prices, ...rules }: NightOfRate): BookingRoomNight['rates'][number] => ({
  rateId,
  closed: rules.closed ?? null,
  prices: prices.map(({ guests, amount }) => ({ guests, amount: Number(amount) })),
  closedToArrival: rules.closedToArrival ?? null,
  closedToDeparture: rules.closedToDeparture ?? null,
  minStay: rules.minStay ?? null,
  maxStay: rules.maxStay ?? null,
  minStayArrival: rules.minStayArrival ?? null,
  maxStayArrival: rules.maxStayArrival ?? null,
})

const toNight = ({ rates, ...night }: RatedNight): BookingRoomNight => ({
  ...night,
  rates: rates.map(toRate),
})

async function nightsOf(
  operation: RateCalendar,
  context: VendorContext,
  { roomId, start, count, withRates }: RateNightRange & { roomId: string; withRates: boolean },
): Promise<BookingRoomNight[]> {
  const to = addDays(start, count - 1)
  return (await operation.nights(context, { roomId, from: start, to, withRates })).map(toNight)
}

export async function readAvailability(
  services: Services,
  scope: Scope,
  hotel: ConnectionRow,
  { roomId, roomLevel, ...nights }: RateNightRange & { roomId: string | undefined; roomLevel: boolean },
): Promise<BookingAvailability> {
  const known = await hotelRooms(services.db, scope, { connectionId: hotel.id })
  const rooms = known.filter((room) => roomId === undefined || room.roomId === roomId)
  if (roomId !== undefined && rooms.length === 0) {
    throw new ApiError(
      'not_found',
      `Property ${hotel.external_account_id} has no room ${roomId} that is known here.`,
      {
        field: 'room_id',
        value_received: roomId,
      },
    )
  }
  const [only] = roomId === undefined ? [] : rooms
  if (only) await assertListingActive(services.db, scope, only.listingId)
  const activeRooms = rooms.filter(({ active }) => active)
  const { operation, ask } = await openProperty(services, scope, hotel, 'rateCalendar')
  return ask(async (context) => {
    const found: BookingAvailability['rooms'] = []
    for (const { roomId: id, listingId, name } of activeRooms) {
      const range = { ...nights, roomId: id, withRates: !roomLevel }
      found.push({ roomId: id, listingId, name, nights: await nightsOf(operation, context, range) })
    }
    const { currency } = await operation.property(context)
    const { start: startDate, count: numberOfDays } = nights
    return { hotelId: hotel.external_account_id, currency, startDate, numberOfDays, roomLevel, rooms: found }
  })
}

export async function readPricing(
  services: Services,
  scope: Scope,
  listingId: string,
  { hotel, rooms: known, otherHotelIds }: ListingAtHotel,
  nights: RateNightRange,
): Promise<BookingPricing> {
  const { operation, ask } = await openProperty(services, scope, hotel, 'rateCalendar')
  return ask(async (context) => {
    const rated = await operation.rooms(context)
    const found: BookingPricing['rooms'] = []
    for (const { roomId } of known) {
      const { rates = [] } = rated.find(({ id }) => id === roomId) ?? {}
      found.push({
        roomId,
        pricingModel: await operation.pricing(context, roomId),
        rates: rates.map(({ id, name, maxPersons, isDerived, parentId, isReadOnly }) => ({
          ...{ rateId: id, rateName: name, maxPersons },
          ...{ isChildRate: isDerived, parentRateId: parentId, isReadOnly },
        })),
        nights: await nightsOf(operation, context, { ...nights, roomId, withRates: true }),
      })
    }
    const { currency } = await operation.property(context)
    const { start: startDate, count: numberOfDays } = nights
    const hotelId = hotel.external_account_id
    return { hotelId, listingId, otherHotelIds, currency, startDate, numberOfDays, rooms: found }
  })
}
