import type { FastifyInstance } from 'fastify'
import { addDays, daysBetween, isDay, type SimulatorClock } from '../kit/clock.ts'
import { occupiedUnits } from '../kit/free-stay.ts'
import { bracketParam, flagParam, nonEmpty, intParam, textParam, type Query } from '../kit/query.ts'
import { inOrder, rowTests } from '../kit/row-list.ts'
import { heldOr, refuse } from '../kit/server.ts'
import { calendarDays, occupied } from './calendar.ts'
import { failure, notFound, page, success } from './envelope.ts'
import { listingAttachments, listingResources, type Listing } from './listing-record.ts'
import { without } from './reservation-list.ts'
import type { Store } from './store.ts'

type ListingByIdRequest = { Params: { id: string }; Querystring: Query }

// The documentation names no longest range; this one only limits the work of a call.
const mostCalendarDays = 2200

export function listingRoutes(app: FastifyInstance, store: Store, clock: SimulatorClock): void {
  const listingOf = ({ id }: { id: string }) => heldOr(store.listings.get(Number(id)), notFound)

  app.get<{ Querystring: Query }>('/listings', ({ query }) => {
    const found = [...store.listings.values()].filter(listingFilter(store, query)).sort(listingOrder(query))
    return page(found, query, showListing(query))
  })

  app.get<ListingByIdRequest>('/listings/:id', ({ params, query }) =>
    success(showListing(query)(listingOf(params))),
  )

  app.get<ListingByIdRequest>('/listingUnits/:id', ({ params, query }) =>
    page(store.units.get(listingOf(params).id) ?? [], query),
  )

  app.get<ListingByIdRequest>('/listings/:id/calendar', ({ params, query }) => {
    const listing = listingOf(params)
    const from = textParam(query, 'startDate') ?? clock.today()
    const to = textParam(query, 'endDate') ?? (isDay(from) ? addDays(from, 365) : from)
    if (!isDay(from) || !isDay(to)) refuse(failure(400, 'startDate and endDate must be dates'))
    if (to < from) refuse(failure(400, 'endDate is before startDate'))
    if (daysBetween(from, to) > mostCalendarDays) refuse(failure(400, 'The range is too long'))
    return success(calendarDays(store, listing, from, to, flagParam(query, 'includeResources') !== false))
  })
}

function listingFilter(store: Store, query: Query): (listing: Listing) => boolean {
  const { test, passes } = rowTests<Listing>()
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
    (row, isWanted) => (row.bookingEngineUrls ?? []).length > 0 === isWanted,
  )
  const activityDay = (row: Listing) => (row.latestActivityOn ?? '').slice(0, 10)
  test(textParam(query, 'latestActivityStart')?.slice(0, 10), (row, day) => activityDay(row) >= day)
  test(textParam(query, 'latestActivityEnd')?.slice(0, 10), (row, day) => activityDay(row) <= day)
  test(nonEmpty(bracketParam(query, 'specialStatus')), (row, statuses) =>
    statuses.includes(row.specialStatus ?? 'active'),
  )
  const [from, to] = [textParam(query, 'availabilityDateStart'), textParam(query, 'availabilityDateEnd')]
  test(isDay(from) && isDay(to) && from < to ? { from, to } : undefined, (row, nights) =>
    occupiedUnits(occupied(store, row), nights.from, nights.to).every(
      (soldUnits) => soldUnits < store.unitCount(row.id),
    ),
  )
  return passes
}

const orders: Readonly<Record<string, (listing: Listing) => string | number>> = {
  name: (row) => row.name ?? '',
  order: (row) => row.id,
  contactName: (row) => row.contactName ?? '',
}

function listingOrder(query: Query): (left: Listing, right: Listing) => number {
  const [, name = '', reversed] = /^(.*?)(Reversed)?$/.exec(textParam(query, 'sortOrder') ?? '') ?? []
  const key = Object.hasOwn(orders, name) ? orders[name] : undefined
  if (key === undefined) return inOrder((row) => row.id)
  return inOrder(key, { isReversed: reversed !== undefined, byId: 'ascending' })
}

function showListing(query: Query): (listing: Listing) => object {
  const attached = bracketParam(query, 'attachObjects')
  const left: string[] = listingAttachments.filter((name) => !attached.includes(name))
  if (flagParam(query, 'includeResources') === false) left.push(...listingResources)
  return (listing) => without(listing, left)
}
