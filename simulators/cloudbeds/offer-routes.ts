import type { FastifyInstance } from 'fastify'
import { intParam, numberParam, type Query } from '../kit/query.ts'
import { nightsOf } from './calendar.ts'
import { datesOf, hotelsAsked } from './asked.ts'
import { page } from './envelope.ts'
import { currencyOf, type RoomType } from './records.ts'
import type { Store } from './store.ts'
import { sources } from './vocabulary.ts'

type OfferListRequest = { Querystring: Query }

/** Routes about what can be booked, its taxes, and sources of bookings. */
export function offerRoutes(app: FastifyInstance, store: Store): void {
  app.get<OfferListRequest>('/getAvailableRoomTypes', ({ query }) => {
    const [from, to] = datesOf(query)
    const people = (intParam(query, 'adults') ?? 1) + (intParam(query, 'children') ?? 0)
    const rows = hotelsAsked(store, query).map((hotel) => ({
      propertyID: hotel.propertyID,
      propertyCurrency: [currencyOf(hotel)],
      propertyRooms: [...store.roomTypes.values()]
        .filter((row) => row.propertyID === hotel.propertyID && people <= (row.maxGuests ?? 1) + 1)
        .flatMap((row) => offersOf(store, row, from, to)),
    }))
    return page(rows, query, 20)
  })

  app.get<OfferListRequest>('/getRoomsFeesAndTaxes', ({ query }) => {
    const total = numberParam(query, 'roomsTotal') ?? 0
    // Taxes are a tenth.
    const grandTotal = Math.round(total * 110) / 100
    const tax = Math.round((grandTotal - total) * 100) / 100
    const taxes = [{ feeName: 'City tax', feeValue: String(tax), totalTaxes: tax }]
    return { success: true, data: { fees: [], taxes, roomsTotalWithoutTaxes: total, grandTotal } }
  })

  app.get<OfferListRequest>('/getSources', ({ query }) => {
    const data = hotelsAsked(store, query).flatMap(({ propertyID }) =>
      sources.map(([{ name, isChannel }], index) => ({
        propertyID,
        sourceID: `s-${index + 1}`,
        sourceName: name,
        isThirdParty: isChannel,
        status: true,
        commission: 0,
        paymentCollect: 'hotel',
        taxes: [],
        fees: [],
      })),
    )
    return { success: true, data }
  })
}

function offersOf(store: Store, roomType: RoomType, from: string, to: string): object[] {
  const nights = nightsOf(store, roomType, from, to)
  const left = Math.min(...nights.map(({ roomsAvailable, blocked }) => (blocked ? 0 : roomsAvailable)))
  if (left <= 0) return []
  const offer = (factor: number, more: object) => {
    const rates = nights.map(({ date, rate }) => ({ date, rate: Math.round(rate * factor * 100) / 100 }))
    return {
      roomTypeID: roomType.roomTypeID,
      roomTypeName: roomType.roomTypeName,
      maxGuests: roomType.maxGuests,
      roomRate: Math.round(rates.reduce((sum, { rate }) => sum + rate, 0) * 100) / 100,
      roomsAvailable: left,
      adultsExtraCharge: { '1': 0, '2': 0 },
      childrenExtraCharge: [],
      roomRateDetailed: rates,
      ...more,
    }
  }
  return [
    offer(0.9, {
      roomRateID: `${roomType.roomTypeID}9`,
      ratePlanNamePublic: 'Non-refundable',
      ratePlanNamePrivate: 'NRF',
      derivedType: 'percentage',
      derivedValue: -10,
    }),
    offer(1, { roomRateID: `${roomType.roomTypeID}1` }),
  ]
}
