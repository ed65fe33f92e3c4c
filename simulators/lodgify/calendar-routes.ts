import type { FastifyInstance } from 'fastify'
import { addDays, isDay } from '../kit/clock.ts'
import { daysOf, type DayRange } from '../kit/nights.ts'
import { flagParam, intParam, textParam, type Query } from '../kit/query.ts'
import { heldOr, refuse } from '../kit/server.ts'
import { periodsOf, type Period } from './availability.ts'
import { invalid, noRates, notFound } from './failure.ts'
import { dayOf } from './moment.ts'
import { calendarItems, rateSettings } from './rates.ts'
import type { Room } from './records.ts'
import { userId, type Store, type Tier } from './store.ts'
import type { Webhooks } from './webhooks.ts'

type PlaceParams = { propertyId?: string; roomTypeId?: string }
type PlaceRequest = { Params: PlaceParams; Querystring: Query }

interface AvailabilityRequest {
  Params: { propertyId: string; roomTypeId: string }
  Body: { period_start: string; period_end: string; available: number }
}

type RateSent = Partial<Tier> &
  Pick<Tier, 'price_per_day' | 'min_stay'> & { is_default?: boolean; start_date?: string; end_date?: string }
type RatesRequest = { Body: { property_id: number; room_type_id: number; rates: RateSent[] } }

export function calendarRoutes(app: FastifyInstance, store: Store, webhooks: Webhooks): void {
  const { world } = store
  const periodsAt = ({ propertyId, roomTypeId }: PlaceParams, range: DayRange) => {
    const ofProperty = propertyId === undefined ? world.homes.all() : store.roomsOf(Number(propertyId))
    const rooms = ofProperty.filter(({ id }) => roomTypeId === undefined || id === Number(roomTypeId))
    if (rooms.length === 0 && propertyId !== undefined) refuse(notFound)
    return rooms.map((room) => ({ room, periods: periodsOf(store, room, range) }))
  }
  const rangeOf = (query: Query, first: string, last: string): DayRange => {
    const [start, end] = [first, last].map((name) => textParam(query, name)?.slice(0, 10))
    const from = isDay(start) ? start : world.today()
    return { from, to: isDay(end) ? end : addDays(from, 30) }
  }

  for (const path of ['', '/:propertyId', '/:propertyId/:roomTypeId']) {
    app.get<PlaceRequest>(`/v2/availability${path}`, ({ params, query }) => {
      const isDetailed = flagParam(query, 'includeDetails') === true
      return periodsAt(params, rangeOf(query, 'start', 'end')).map(({ room, periods }) => ({
        ...{ user_id: userId, property_id: room.property_id, room_type_id: room.id },
        periods: periods.map((period) => showPeriod(period, isDetailed)),
      }))
    })
    app.get<PlaceRequest>(`/v1/availability${path}`, ({ params, query }) => {
      const isDetailed = flagParam(query, 'IncludeBookingIds') === true
      return periodsAt(params, rangeOf(query, 'periodStart', 'periodEnd')).flatMap(({ room, periods }) =>
        periods.map((period) => showOldPeriod(room, period, isDetailed)),
      )
    })
  }

  app.get<{ Querystring: Query }>('/v2/rates/calendar', ({ query }) => {
    const [from, to] = ['StartDate', 'EndDate'].map((name) => dayOf(textParam(query, name) ?? ''))
    if (!isDay(from) || !isDay(to) || to < from)
      refuse(invalid('StartDate and EndDate must be dates in order'))
    const room = store.room(intParam(query, 'HouseId') ?? 0, intParam(query, 'RoomTypeId'))
    if (store.withoutRates.has(room)) refuse(noRates)
    const rate_settings = rateSettings(store, room)
    return { calendar_items: calendarItems(store, room, { from, to }), rate_settings }
  })

  app.get<{ Querystring: Query }>('/v2/rates/settings', ({ query }) =>
    rateSettings(store, heldOr(store.roomsOf(intParam(query, 'houseId') ?? 0)[0], notFound)),
  )

  /** The period includes its last day. The number counts the units left, not all units. */
  app.post<AvailabilityRequest>('/v1/availability/:propertyId/:roomTypeId/set', ({ params, body }, reply) => {
    const room = store.room(params.propertyId, params.roomTypeId)
    const range = { from: dayOf(body.period_start), to: dayOf(body.period_end) }
    if (range.to < range.from) refuse(invalid('The period is not valid.'))
    const mostSold = Math.max(...world.nights(room, range).map(({ stays }) => stays.length))
    const isClosed = body.available === 0
    if (!isClosed && body.available + mostSold > (room.units ?? 1))
      refuse(invalid('There are not so many units.'))
    world.setNights(room, range, { isClosed })
    webhooks.tell('availability_change', room)
    return reply.code(200).send()
  })

  app.post<RatesRequest>('/v1/rates/savewithoutavailability', ({ body }, reply) => {
    const room = store.room(body.property_id, body.room_type_id)
    const nights = readRates(body.rates)
    for (const [day, tiers] of nights) store.setTiers(room, day, tiers)
    webhooks.tell('rate_change', room)
    return reply.send(true)
  })
}

const showPeriod = ({ start, end, available, bookings, closedId }: Period, isDetailed: boolean) => ({
  ...{ start, end, available, bookings: isDetailed ? bookings : [], channel_calendars: [] },
  closed_period: closedId === null ? null : { id: closedId },
})

function showOldPeriod({ property_id, id }: Room, period: Period, isDetailed: boolean): object {
  return {
    ...{ property_id, room_type_id: id },
    ...{ period_start: `${period.start}T00:00:00`, period_end: `${period.end}T00:00:00` },
    ...{ available: period.available, is_available: period.available > 0 },
    ...{ total_units: period.total, total_overbooked: 0, closed_period_id: period.closedId },
    booking_ids: isDetailed ? period.bookings.map((booking) => booking.id) : null,
  }
}

/** Returns rates by night; a range excludes its end day. */
function readRates(rows: readonly RateSent[]): Map<string, Tier[]> {
  const nights = new Map<string, Tier[]>()
  for (const { is_default, start_date = '', end_date = '', ...rate } of rows) {
    const [from, to] = [dayOf(start_date), dayOf(end_date)]
    if (is_default !== false || from === '' || to <= from) refuse(invalid('The range is not valid.'))
    const tier = { max_stay: 0, price_per_additional_guest: 0, additional_guests_starts_from: 0, ...rate }
    if (tier.price_per_day <= 0 || tier.min_stay < 1)
      refuse(invalid('price_per_day and min_stay must be numbers.'))
    for (const day of daysOf({ from, to: addDays(to, -1) })) {
      const before = nights.get(day) ?? []
      if (before.some((other) => overlaps(other, tier))) refuse(invalid('The ranges overlap.'))
      nights.set(day, [...before, tier])
    }
  }
  return nights
}

/** Compares lengths of stay, where 0 means no upper limit. */
function overlaps(one: Tier, other: Tier): boolean {
  const end = ({ max_stay }: Tier) => (max_stay === 0 ? Infinity : max_stay)
  return one.min_stay <= end(other) && other.min_stay <= end(one)
}
