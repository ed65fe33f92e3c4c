import type { FastifyInstance, FastifyReply } from 'fastify'
import { addDays, isDay, type SimulatorClock } from '../kit/clock.ts'
import { flagParam, intParam, textParam, type Query } from '../kit/query.ts'
import { refuse, sendAnswer } from '../kit/server.ts'
import { nightsOf, periodsOf, type Period } from './availability.ts'
import { failure, invalid, notFound } from './failure.ts'
import type { PropertyRoom } from './property-record.ts'
import { calendarItems, showSettings } from './rates.ts'
import { userId, type Store } from './store.ts'

type WithPlace = { Params: { propertyId?: string; roomTypeId?: string }; Querystring: Query }

const noRate = failure(400, 'NoRateDefined', 'There are no rates defined for this room type.')

export function calendarRoutes(app: FastifyInstance, store: Store, clock: SimulatorClock): void {
  const chosen = ({ propertyId, roomTypeId }: WithPlace['Params']): PropertyRoom[] =>
    [...store.lodgings.values()].filter(
      ({ property, room }) =>
        (propertyId === undefined || property.id === Number(propertyId)) &&
        (roomTypeId === undefined || room.id === Number(roomTypeId)),
    )
  const ranged = (query: Query, from: string, to: string): [string, string] => {
    const start = textParam(query, from)?.slice(0, 10)
    const end = textParam(query, to)?.slice(0, 10)
    const first = isDay(start) ? start : clock.today()
    return [first, isDay(end) ? end : addDays(first, 30)]
  }

  for (const path of ['', '/:propertyId', '/:propertyId/:roomTypeId']) {
    app.get<WithPlace>(`/v2/availability${path}`, ({ params, query }, reply) => {
      const lodgings = chosen(params)
      if (lodgings.length === 0 && path !== '') refuse(notFound)
      const range = ranged(query, 'start', 'end')
      const isDetailed = flagParam(query, 'includeDetails') === true
      return reply.send(
        lodgings.map((lodging) => ({
          user_id: userId,
          property_id: lodging.property.id,
          room_type_id: lodging.room.id,
          periods: periodsOf(nightsOf(store, lodging, ...range)).map(showPeriod(isDetailed)),
        })),
      )
    })

    app.get<WithPlace>(`/v1/availability${path}`, ({ params, query }, reply) => {
      const lodgings = chosen(params)
      if (lodgings.length === 0 && path !== '') refuse(notFound)
      const range = ranged(query, 'periodStart', 'periodEnd')
      const withIds = flagParam(query, 'IncludeBookingIds') === true
      return reply.send(
        lodgings.flatMap((lodging) =>
          periodsOf(nightsOf(store, lodging, ...range)).map((period) =>
            showOldPeriod(lodging, period, withIds),
          ),
        ),
      )
    })
  }

  app.get<{ Querystring: Query }>('/v2/rates/calendar', ({ query }, reply): FastifyReply => {
    const lodging = store.lodgings.get(intParam(query, 'RoomTypeId') ?? 0)
    const from = textParam(query, 'StartDate')?.slice(0, 10)
    const to = textParam(query, 'EndDate')?.slice(0, 10)
    if (!isDay(from) || !isDay(to) || to < from) {
      refuse(invalid('StartDate and EndDate must be dates in order'))
    }
    if (lodging?.property.id !== intParam(query, 'HouseId')) refuse(notFound)
    if (lodging === undefined) refuse(notFound)
    if (lodging.nightly === null) return sendAnswer(reply, noRate)
    return reply.send({
      calendar_items: calendarItems(lodging, from, to, store.writtenRates(lodging.room.id)),
      rate_settings: showSettings(lodging),
    })
  })

  app.get<{ Querystring: Query }>('/v2/rates/settings', ({ query }, reply) => {
    const [lodging] = store.lodgingsOf(intParam(query, 'houseId') ?? 0)
    return lodging === undefined ? sendAnswer(reply, notFound) : reply.send(showSettings(lodging))
  })
}

const showPeriod = (isDetailed: boolean) => (period: Period) => ({
  start: period.start,
  end: period.end,
  available: period.available,
  closed_period: period.closedId === null ? null : { id: period.closedId },
  bookings: isDetailed ? period.bookings.map(({ id, status }) => ({ id, status })) : [],
  channel_calendars: [],
})

function showOldPeriod({ property, room }: PropertyRoom, period: Period, withIds: boolean): object {
  return {
    property_id: property.id,
    room_type_id: room.id,
    period_start: `${period.start}T00:00:00`,
    period_end: `${period.end}T00:00:00`,
    available: period.available,
    total_units: period.total,
    total_overbooked: 0,
    is_available: period.available > 0,
    booking_ids: withIds ? period.bookings.map(({ id }) => id) : null,
    closed_period_id: period.closedId,
  }
}
