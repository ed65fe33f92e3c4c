import type { FastifyInstance } from 'fastify'
import { addDays, isDay, weekdayOf } from '../kit/clock.ts'
import type { DayRange } from '../kit/nights.ts'
import { intParam, textParam, type Query } from '../kit/query.ts'
import { inOrder, rowTests } from '../kit/row-list.ts'
import { heldOr } from '../kit/server.ts'
import { halPage, notFound, type PageLimits } from './answers.ts'
import type { TrackWorld } from './projection.ts'
import type { Reservation, Unit } from './records.ts'

type ListCall = { Querystring: Query }
type ByIdCall = { Params: { id: string }; Querystring: Query }

/** Nights are told of for as long ahead as the customer takes bookings. */
const bookingWindowDays = 720

export function routes(app: FastifyInstance, world: TrackWorld, limits: PageLimits): void {
  const { homes, stays } = world

  app.get<ListCall>('/pms/units', ({ query }) => {
    const rows = rowTests<Unit>()
    rows.test(intParam(query, 'id'), ({ id }, number) => id === number)
    rows.test(intParam(query, 'isActive'), ({ isActive }, bound) => isActive === (bound === 1))
    const found = homes
      .all()
      .filter(rows.passes)
      .map((row) => describedUnit(row, query))
    return halPage(found, { name: 'units', path: '/api/pms/units/', query }, limits)
  })

  app.get<ByIdCall>('/pms/units/:id', ({ params, query }, reply) =>
    reply.send(describedUnit(heldOr(homes.get(params.id), notFound), query)),
  )

  app.get<ByIdCall>('/v2/pms/units/:id/availability', ({ params, query }, reply) => {
    const nights = calendarNights(world, heldOr(homes.get(params.id), notFound), rangeOf(world, query))
    return reply.send(nights.map(({ date, count }) => ({ date, count })))
  })

  app.get<ByIdCall>('/v2/pms/units/:id/daily-pricing', ({ params, query }, reply) => {
    const nights = calendarNights(world, heldOr(homes.get(params.id), notFound), rangeOf(world, query))
    const rates = nights.map(({ count: _count, ...night }) => night)
    return reply.send([
      // Rates of contracts are lower and not for everybody.
      { rateTypeId: 4, rates: rates.map((night) => ({ ...night, rate: Math.floor(night.rate * 0.8) })) },
      { rateTypeId: 1, rates },
    ])
  })

  app.get<ListCall>('/v2/pms/reservations', ({ query }) => {
    const found = stays
      .all()
      .filter(searchOf(query))
      .toSorted(inOrder(({ arrivalDate }) => arrivalDate ?? ''))
      .map((row) => shownReservation(world, row))
    return halPage(found, { name: 'reservations', path: '/api/v2/pms/reservations/', query }, limits)
  })

  app.get<ByIdCall>('/v2/pms/reservations/:id', ({ params }, reply) =>
    reply.send(shownReservation(world, heldOr(stays.get(params.id), notFound))),
  )

  app.get<ListCall>('/channel-management/channel/reviews', ({ query }) =>
    halPage(
      world.reviews.all(),
      { name: 'channel_reviews', path: '/api/channel-management/channel/reviews/', query },
      limits,
    ),
  )
}

/** Texts come on request. */
function describedUnit(
  { shortDescription, longDescription, houseRules, ...row }: Unit,
  query: Query,
): object {
  const hasTexts = textParam(query, 'includeDescriptions') === '1'
  return { ...row, ...(hasTexts ? { shortDescription, longDescription, houseRules } : {}) }
}

export function shownReservation(world: TrackWorld, { contact, type, ...row }: Reservation): object {
  const unit = world.homes.get(row.unitId)
  return {
    ...row,
    _embedded: {
      ...(contact === null ? {} : { contact }),
      ...(unit === undefined ? {} : { unit: { id: unit.id, name: unit.name, timezone: unit.timezone } }),
      type,
    },
    _links: { self: { href: `https://example.trackhs.com/api/pms/reservations/${row.id}/` } },
  }
}

function searchOf(query: Query): (row: Reservation) => boolean {
  const rows = rowTests<Reservation>()
  const moment = (name: string) => {
    const text = textParam(query, name)
    return text === undefined ? undefined : Date.parse(text)
  }
  // These bounds are read as days; a moment is passed over, as live accounts do.
  const day = (name: string) => {
    const text = textParam(query, name)
    return isDay(text) ? text : undefined
  }
  rows.test(intParam(query, 'unitId'), ({ unitId }, bound) => unitId === bound)
  rows.test(intParam(query, 'contactId'), ({ contactId }, bound) => contactId === bound)
  rows.test(textParam(query, 'status'), ({ status }, bound) => status === bound)
  rows.test(day('arrivalStart'), ({ arrivalDate }, bound) => (arrivalDate ?? '') >= bound)
  rows.test(day('arrivalEnd'), ({ arrivalDate }, bound) => (arrivalDate ?? '') <= bound)
  rows.test(day('departureStart'), ({ departureDate }, bound) => (departureDate ?? '') >= bound)
  rows.test(day('departureEnd'), ({ departureDate }, bound) => (departureDate ?? '') <= bound)
  rows.test(moment('bookedStart'), ({ bookedAt }, bound) => Date.parse(bookedAt ?? '') >= bound)
  rows.test(moment('bookedEnd'), ({ bookedAt }, bound) => Date.parse(bookedAt ?? '') <= bound)
  rows.test(moment('updatedSince'), ({ updatedAt }, bound) => Date.parse(updatedAt ?? '') >= bound)
  return rows.passes
}

function rangeOf(world: TrackWorld, query: Query): DayRange {
  const last = addDays(world.today(), bookingWindowDays)
  const [from = world.today(), to = last] = [textParam(query, 'startDate'), textParam(query, 'endDate')]
  return { from, to: to < last ? to : last }
}

/** A unit is one home, so at most one of it is free. */
export function calendarNights(world: TrackWorld, unit: Unit, range: DayRange) {
  if (range.to < range.from) return []
  return world.nights(unit, range).map(({ date, price, left, set }) => {
    const weekday = weekdayOf(date)
    return {
      date,
      count: left,
      rate: price,
      stay: { min: set.minNights ?? (weekday === 5 ? 2 : null), max: set.maxNights ?? null },
      closed: { arrival: set.closedToArrival ?? weekday === 0, departure: set.closedToDeparture ?? false },
      occupancy: [],
    }
  })
}
