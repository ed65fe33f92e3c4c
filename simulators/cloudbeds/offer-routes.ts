import type { FastifyInstance } from 'fastify'
import type { DayRange } from '../kit/nights.ts'
import { intParam, numberParam, type Query } from '../kit/query.ts'
import { nightsOf, rates, sumOf } from './calendar.ts'
import { hotelsAsked, nightsAsked, page } from './envelope.ts'
import { rounded, withTaxes } from './projection.ts'
import { currencyOf, type RoomType } from './records.ts'
import type { Store } from './store.ts'
import { sources } from './vocabulary.ts'

type OfferListRequest = { Querystring: Query }

/** Routes about what can be booked, its taxes, and sources of bookings. */
export function offerRoutes(app: FastifyInstance, store: Store): void {
  app.get<OfferListRequest>('/getAvailableRoomTypes', ({ query }) => {
    const range = nightsAsked(query)
    const people = (intParam(query, 'adults') ?? 1) + (intParam(query, 'children') ?? 0)
    const rows = hotelsAsked(store.hotels, query).map((hotel) => ({
      propertyID: hotel.propertyID,
      propertyCurrency: [currencyOf(hotel)],
      propertyRooms: store.world.homes
        .all()
        .filter((row) => row.propertyID === hotel.propertyID && people <= (row.maxGuests ?? 1) + 1)
        .flatMap((row) => offersOf(store, row, range)),
    }))
    return page(rows, query, 20)
  })

  app.get<OfferListRequest>('/getRoomsFeesAndTaxes', ({ query }) => {
    const total = numberParam(query, 'roomsTotal') ?? 0
    const grandTotal = withTaxes(total)
    const tax = rounded(grandTotal - total)
    const taxes = [{ feeName: 'City tax', feeValue: String(tax), totalTaxes: tax }]
    return { success: true, data: { fees: [], taxes, roomsTotalWithoutTaxes: total, grandTotal } }
  })

  app.get<OfferListRequest>('/getSources', ({ query }) => {
    const data = hotelsAsked(store.hotels, query).flatMap(({ propertyID }) =>
      sources.map(([{ name, isChannel }], index) => ({
        ...{ propertyID, sourceID: `s-${index + 1}`, sourceName: name, isThirdParty: isChannel },
        ...{ status: true, commission: 0, paymentCollect: 'hotel', taxes: [], fees: [] },
      })),
    )
    return { success: true, data }
  })
}

function offersOf(store: Store, roomType: RoomType, range: DayRange): object[] {
  const nights = nightsOf(store, roomType, range)
  const left = Math.min(...nights.map(({ roomsAvailable, blocked }) => (blocked ? 0 : roomsAvailable)))
  if (left <= 0) return []
  const { roomTypeID, roomTypeName, maxGuests } = roomType
  return rates.map(({ factor, suffix, facts }) => {
    const detailed = nights.map(({ date, rate }) => ({ date, rate: rounded(rate * factor) }))
    return {
      ...{ roomTypeID, roomTypeName, maxGuests, roomRateID: `${roomTypeID}${suffix}` },
      ...{ roomRate: sumOf(detailed), roomsAvailable: left },
      adultsExtraCharge: { '1': 0, '2': 0 },
      childrenExtraCharge: [],
      roomRateDetailed: detailed,
      ...facts,
    }
  })
}
