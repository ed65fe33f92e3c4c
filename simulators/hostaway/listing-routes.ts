import type { FastifyInstance, FastifyReply } from 'fastify'
import { addDays, daysBetween, isDay } from '../kit/clock.ts'
import type { SimulatorClock } from '../kit/clock.ts'
import { occupiedUnits } from '../kit/free-stay.ts'
import { bracketParam, flagParam, intParam, textParam } from '../kit/query.ts'
import type { Query } from '../kit/query.ts'
import { sendAnswer } from '../kit/server.ts'
import { calendarDays, occupied } from './calendar.ts'
import { failure, notFound, page, success } from './envelope.ts'
import { listingAttachments, listingResources } from './listing-record.ts'
import type { Listing } from './listing-record.ts'
import { without } from './reservation-list.ts'
import type { Store } from './store.ts'

type WithId = { Params: { id: string }; Querystring: Query }

// The documentation names no longest range; this one only keeps the simulator from drowning.
const mostCalendarDays = 2200

export function listingRoutes(app: FastifyInstance, store: Store, clock: SimulatorClock): void {
  const listing = (id: string) => store.listings.get(Number(id))

  app.get<{ Querystring: Query }>('/listings', ({ query }) => {
    const found = [...store.listings.values()].filter(listingFilter(store, query)).sort(listingOrder(query))
    return page(found, query, showListing(query))
  })

  app.get<WithId>('/listings/:id', (request, reply) => {
    const found = listing(request.params.id)
    return found === undefined ? sendAnswer(reply, notFound) : success(showListing(request.query)(found))
  })

  app.get<WithId>('/listingUnits/:id', (request, reply) => {
    const found = listing(request.params.id)
    return found === undefined
      ? sendAnswer(reply, notFound)
      : page(store.units.get(found.id) ?? [], request.query)
  })

  app.get<WithId>('/listings/:id/calendar', (request, reply): object | FastifyReply => {
    const found = listing(request.params.id)
    if (found === undefined) return sendAnswer(reply, notFound)
    const { query } = request
    const from = textParam(query, 'startDate') ?? clock.today()
    const to = textParam(query, 'endDate') ?? (isDay(from) ? addDays(from, 365) : from)
    if (!isDay(from) || !isDay(to))
      return sendAnswer(reply, failure(400, 'startDate and endDate must be dates'))
    if (to < from) return sendAnswer(reply, failure(400, 'endDate is before startDate'))
    if (daysBetween(from, to) > mostCalendarDays)
      return sendAnswer(reply, failure(400, 'The range is too long'))
    return success(calendarDays(store, found, from, to, flagParam(query, 'includeResources') !== false))
  })
}

function listingFilter(store: Store, query: Query): (listing: Listing) => boolean {
  const tests: ((listing: Listing) => boolean)[] = []
  const test = <T>(wanted: T | undefined, passes: (listing: Listing, wanted: T) => boolean) => {
    if (wanted !== undefined) tests.push((listing) => passes(listing, wanted))
  }
  const same = (one: string | null, other: string) => (one ?? '').toLowerCase() === other.toLowerCase()
  test(textParam(query, 'match')?.toLowerCase(), (row, part) => (row.name ?? '').toLowerCase().includes(part))
  test(textParam(query, 'city'), (row, city) => same(row.city, city))
  test(
    textParam(query, 'country'),
    (row, country) => same(row.country, country) || same(row.countryCode, country),
  )
  test(textParam(query, 'contactName'), (row, name) => same(row.contactName, name))
  test(intParam(query, 'propertyTypeId'), (row, id) => row.propertyTypeId === id)
  // The account has one user, who sees everything.
  test(intParam(query, 'userId'), (_row, id) => id === 1)
  test(intParam(query, 'availabilityGuestNumber'), (row, guests) => (row.personCapacity ?? 0) >= guests)
  test(
    flagParam(query, 'isBookingEngineActive'),
    (row, wanted) => (row.bookingEngineUrls ?? []).length > 0 === wanted,
  )
  const activityDay = (row: Listing) => (row.latestActivityOn ?? '').slice(0, 10)
  test(textParam(query, 'latestActivityStart')?.slice(0, 10), (row, day) => activityDay(row) >= day)
  test(textParam(query, 'latestActivityEnd')?.slice(0, 10), (row, day) => activityDay(row) <= day)
  const statuses = bracketParam(query, 'specialStatus')
  if (statuses.length > 0) tests.push((row) => statuses.includes(row.specialStatus ?? 'active'))
  const [from, to] = [textParam(query, 'availabilityDateStart'), textParam(query, 'availabilityDateEnd')]
  if (isDay(from) && isDay(to) && from < to) {
    tests.push((row) => {
      const units = store.unitCount(row.id)
      return occupiedUnits(occupied(store, row), from, to).every((taken) => taken < units)
    })
  }
  return (listing) => tests.every((passes) => passes(listing))
}

const orders: Record<string, readonly [(listing: Listing) => string | number, 1 | -1]> = {
  name: [(row) => row.name ?? '', 1],
  nameReversed: [(row) => row.name ?? '', -1],
  order: [(row) => row.id, 1],
  orderReversed: [(row) => row.id, -1],
  contactName: [(row) => row.contactName ?? '', 1],
  contactNameReversed: [(row) => row.contactName ?? '', -1],
}

function listingOrder(query: Query): (left: Listing, right: Listing) => number {
  const name = textParam(query, 'sortOrder') ?? ''
  const [key, sign] = (Object.hasOwn(orders, name) ? orders[name] : undefined) ?? [
    (row: Listing) => row.id,
    1,
  ]
  return (left, right) => {
    const [one, other] = [key(left), key(right)]
    if (one === other) return left.id - right.id
    return one < other ? -sign : sign
  }
}

function showListing(query: Query): (listing: Listing) => object {
  const attached = bracketParam(query, 'attachObjects')
  const left: string[] = listingAttachments.filter((name) => !attached.includes(name))
  if (flagParam(query, 'includeResources') === false) left.push(...listingResources)
  return (listing) => without(listing, left)
}
