import type { FastifyInstance } from 'fastify'
import { addDays, daysBetween, isDay } from '../kit/clock.ts'
import { bracketParam, flagParam, nonEmpty, intParam, textParam, type Query } from '../kit/query.ts'
import { inOrder, rowTests } from '../kit/row-list.ts'
import { heldOr, orRefuse, refuse } from '../kit/server.ts'
import { calendarDays } from './calendar.ts'
import { failure, notFound, page, success } from './envelope.ts'
import { listingAttachments, listingResources, type Listing } from './records.ts'
import { hasText, without } from './reservation-list.ts'
import type { Store } from './store.ts'

type ListingByIdRequest = { Params: { id: string }; Querystring: Query }
type ImagesRequest = { Params: { id: string }; Body: { images: { url: string; caption?: string | null }[] } }

// The documentation names no longest range; this one only limits the work of a call.
const mostCalendarDays = 2200

export function listingRoutes(app: FastifyInstance, store: Store): void {
  const { world } = store
  const listingOf = ({ id }: { id: string }) => heldOr(world.homes.get(id), notFound)

  app.get<{ Querystring: Query }>('/listings', ({ query }) => {
    const found = world.homes.all().filter(listingFilter(store, query)).sort(listingOrder(query))
    return page(found, query, showListing(query))
  })

  app.get<ListingByIdRequest>('/listings/:id', ({ params, query }) =>
    success(showListing(query)(listingOf(params))),
  )

  app.get<ListingByIdRequest>('/listingUnits/:id', ({ params, query }) =>
    page(store.unitsOf(listingOf(params)), query),
  )

  app.get<ListingByIdRequest>('/listings/:id/calendar', ({ params, query }) => {
    const listing = listingOf(params)
    const from = textParam(query, 'startDate') ?? world.today()
    const to = textParam(query, 'endDate') ?? (isDay(from) ? addDays(from, 365) : from)
    if (!isDay(from) || !isDay(to)) refuse(failure(400, 'startDate and endDate must be dates'))
    if (to < from) refuse(failure(400, 'endDate is before startDate'))
    if (daysBetween(from, to) > mostCalendarDays) refuse(failure(400, 'The range is too long'))
    return success(calendarDays(store, listing, { from, to }, flagParam(query, 'includeResources') !== false))
  })

  app.put<ListingByIdRequest>('/listings/:id', ({ params, body }) => {
    if (listingOf(params).specialStatus === 'archived') refuse(failure(400, 'Listing is archived'))
    const change = () => world.changeListing(params.id, body)
    return success(orRefuse(change, (mistake) => failure(400, mistake)))
  })

  app.post<ImagesRequest>('/listings/:id/images', ({ params, body: { images } }) => {
    const listing = listingOf(params)
    const oldImages = listing.listingImages ?? []
    const added = images.map(({ url, caption = null }, index) => ({
      ...{ id: listing.id * 1000 + oldImages.length + index, url, caption },
      sortOrder: oldImages.length + index + 1,
    }))
    if (added.some(({ url }) => url === undefined)) refuse(failure(400, 'url is required'))
    world.changeListing(params.id, { listingImages: [...oldImages, ...added] })
    return success({ message: 'Images are being imported', imagesCount: added.length })
  })
}

function listingFilter({ world }: Store, query: Query): (listing: Listing) => boolean {
  const { test, passes } = rowTests<Listing>()
  const same = (one: string | null, other: string) => (one ?? '').toLowerCase() === other.toLowerCase()
  test(textParam(query, 'match'), (row, part) => hasText(row.name, part))
  test(textParam(query, 'city'), (row, city) => same(row.city, city))
  const countries = ({ country, countryCode }: Listing) => [country, countryCode]
  test(textParam(query, 'country'), (row, country) => countries(row).some((one) => same(one, country)))
  test(textParam(query, 'contactName'), (row, name) => same(row.contactName, name))
  test(intParam(query, 'propertyTypeId'), (row, id) => row.propertyTypeId === id)
  // The account has one user, who sees everything.
  test(intParam(query, 'userId'), (_row, id) => id === 1)
  test(intParam(query, 'availabilityGuestNumber'), (row, guests) => (row.personCapacity ?? 0) >= guests)
  const isDirect = ({ bookingEngineUrls }: Listing) => (bookingEngineUrls ?? []).length > 0
  test(flagParam(query, 'isBookingEngineActive'), (row, isWanted) => isDirect(row) === isWanted)
  const activityDay = (row: Listing) => (row.latestActivityOn ?? '').slice(0, 10)
  test(textParam(query, 'latestActivityStart')?.slice(0, 10), (row, day) => activityDay(row) >= day)
  test(textParam(query, 'latestActivityEnd')?.slice(0, 10), (row, day) => activityDay(row) <= day)
  const statusOf = ({ specialStatus }: Listing) => specialStatus ?? 'active'
  test(nonEmpty(bracketParam(query, 'specialStatus')), (row, words) => words.includes(statusOf(row)))
  const [from, to] = [textParam(query, 'availabilityDateStart'), textParam(query, 'availabilityDateEnd')]
  test(isDay(from) && isDay(to) && from < to ? { from, to } : undefined, (row, nights) =>
    world.nights(row, { from: nights.from, to: addDays(nights.to, -1) }).every(({ left }) => left > 0),
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
