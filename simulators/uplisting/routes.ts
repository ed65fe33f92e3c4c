import type { FastifyInstance } from 'fastify'
import { addDays } from '../kit/clock.ts'
import type { DayRange } from '../kit/nights.ts'
import { textParam, type Query } from '../kit/query.ts'
import { rowTests } from '../kit/row-list.ts'
import { heldOr, refuse } from '../kit/server.ts'
import { bookingPage, invalid, notFound, propertyDocument } from './answers.ts'
import type { UplistingWorld } from './projection.ts'
import type { Booking, Property } from './records.ts'
import type { NightQueue } from './night-queue.ts'

type PropertyListCall = { Params: { id: string }; Querystring: Query }

/** One call reads the nights of twelve months. */
const longestRangeDays = 366

export function routes(app: FastifyInstance, world: UplistingWorld, queue: NightQueue): void {
  app.get('/users/me', () => ({ id: 1204, name: 'Seaside Stays', email: 'owner@example.com' }))
  app.get('/properties', () => propertyDocument(world.homes.all()))

  app.get<PropertyListCall>('/calendar/:id', ({ params, query }) => {
    const property = heldOr(world.homes.get(params.id), notFound)
    const range = { from: textParam(query, 'from') ?? '', to: textParam(query, 'to') ?? '' }
    if (range.to < range.from || addDays(range.from, longestRangeDays) < range.to)
      refuse(invalid('The range must be at most 12 months.'))
    queue.settle()
    return { calendar: { days: calendarDays(world, property, range) } }
  })

  app.get<PropertyListCall>('/bookings/:id', ({ params, query }) => {
    const property = heldOr(world.homes.get(params.id), notFound)
    const rows = rowTests<Booking>()
    // A stay is listed if one of its days is within both bounds; the vendor does not say so.
    rows.test(textParam(query, 'from'), ({ check_out }, bound) => (check_out ?? '') >= bound)
    rows.test(textParam(query, 'to'), ({ check_in }, bound) => (check_in ?? '') <= bound)
    const found = world.stays.all().filter(({ property_id }) => property_id === property.id)
    return bookingPage(found.filter(rows.passes), query)
  })
}

export function calendarDays(world: UplistingWorld, property: Property, range: DayRange): object[] {
  return world.nights(property, range).map(({ date, price, left, set }) => ({
    date,
    available: left > 0,
    day_rate: price,
    minimum_length_of_stay: set.minNights ?? 2,
    closed_for_arrival: set.closedToArrival ?? false,
    closed_for_departure: set.closedToDeparture ?? false,
  }))
}
