import type { FastifyInstance } from 'fastify'
import { isDay } from '../kit/clock.ts'
import { intParam, numberParam, textParam } from '../kit/query.ts'
import type { Query } from '../kit/query.ts'
import { sendAnswer } from '../kit/server.ts'
import { nightsOf } from './calendar.ts'
import { listParam, page, refused } from './envelope.ts'
import type { RoomType } from './records.ts'
import type { Store } from './store.ts'
import { sources } from './vocabulary.ts'

type Asked = { Querystring: Query }

/** What can be booked, what is charged on top of it, and where bookings come from. */
export function offerRoutes(app: FastifyInstance, store: Store): void {
  app.get<Asked>('/getAvailableRoomTypes', ({ query }, reply) => {
    const [from, to] = [textParam(query, 'startDate'), textParam(query, 'endDate')]
    if (!isDay(from) || !isDay(to) || to <= from) return sendAnswer(reply, refused('Invalid dates'))
    const people = (intParam(query, 'adults') ?? 1) + (intParam(query, 'children') ?? 0)
    const properties = listParam(query, 'propertyIDs')
    const hotels = [...store.hotels.values()].filter(
      ({ propertyID }) => properties?.has(propertyID) !== false,
    )
    const rows = hotels.map(({ propertyID, currency }) => ({
      propertyID,
      propertyCurrency: [{ currencyCode: currency, currencySymbol: currency, currencyPosition: 'before' }],
      propertyRooms: [...store.roomTypes.values()]
        .filter((row) => row.propertyID === propertyID && people <= (row.maxGuests ?? 1) + 1)
        .flatMap((row) => offersOf(store, row, from, to)),
    }))
    return page(rows, query, 20)
  })

  app.get<Asked>('/getRoomsFeesAndTaxes', ({ query }, reply) => {
    const total = numberParam(query, 'roomsTotal')
    if (total === undefined) return sendAnswer(reply, refused('Parameter roomsTotal is required'))
    // Taxes of a tenth.
    const grandTotal = Math.round(total * 110) / 100
    const tax = Math.round((grandTotal - total) * 100) / 100
    const taxes = [{ feeName: 'City tax', feeValue: String(tax), totalTaxes: tax }]
    return { success: true, data: { fees: [], taxes, roomsTotalWithoutTaxes: total, grandTotal } }
  })

  app.get<Asked>('/getSources', ({ query }) => {
    const properties = listParam(query, 'propertyIDs')
    const own = [...store.hotels.keys()].filter((propertyID) => properties?.has(propertyID) !== false)
    const data = own.flatMap((propertyID) =>
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
