import type { FastifyInstance } from 'fastify'
import { daysBetween } from '../kit/clock.ts'
import type { VendorAnswer } from '../kit/definition.ts'
import { flagParam, textParam } from '../kit/query.ts'
import type { Query } from '../kit/query.ts'
import { Refusal } from '../kit/refusal.ts'
import { heldOr } from '../kit/server.ts'
import type { Account } from './account.ts'
import { askedFor, failure, noListing, refusal, sorted } from './answers.ts'
import { calendarDays } from './calendar.ts'
import type { Listing } from './listing-record.ts'
import { project } from './projection.ts'
import type { SentFields } from './sent-fields.ts'
import type { Store } from './store.ts'
import { amenities } from './vocabulary.ts'

type ListingByIdRequest = { Params: { id: string }; Querystring: Query }

// The documentation names no longest range; this one only keeps the simulator from drowning.
const mostCalendarDays = 1100
const calendar = '/availability-pricing/api/calendar/listings'

export function listingRoutes(app: FastifyInstance, store: Store): void {
  app.get<{ Querystring: Query }>('/listings', ({ query }) => {
    const listings = [...store.listings.values()].filter(listingFilter(query))
    const { limit, skip } = askedFor(query)
    const rows = sorted(listings, textParam(query, 'sort') ?? 'title').slice(skip, skip + limit)
    const fields = textParam(query, 'fields')
    return {
      results: rows.map(showListing(fields)),
      title: 'Listings',
      count: listings.length,
      fields: fields ?? '',
      limit,
      skip,
    }
  })

  app.get<ListingByIdRequest>('/listings/:id', ({ params, query }) =>
    showListing(textParam(query, 'fields'))(heldOr(store.listings.get(params.id), noListing(params.id))),
  )

  app.get<ListingByIdRequest>(`${calendar}/:id`, ({ params, query }) => {
    const range = rangeOf(query)
    return calendarOf(store, [heldOr(store.listings.get(params.id), noListing(params.id))], range)
  })

  app.get<{ Querystring: Query }>(calendar, ({ query }) => {
    const ids = (textParam(query, 'listingIds') ?? '').split(',')
    const listings = ids.flatMap((id) => store.listings.get(id) ?? [])
    return calendarOf(store, listings, rangeOf(query))
  })
}

interface Range {
  from: string
  to: string
  includeAllotment: boolean
}

function calendarOf(store: Store, listings: Listing[], { from, to, includeAllotment }: Range): object {
  const days = listings.flatMap((listing) => calendarDays(store, listing, from, to, includeAllotment))
  return { status: 200, data: { days }, message: 'OK' }
}

function rangeOf(query: Query): Range {
  const [from = '', to = ''] = [textParam(query, 'startDate'), textParam(query, 'endDate')]
  const isLong = () => daysBetween(from, to) > mostCalendarDays
  const wrong =
    to < from ? 'startDate and endDate must be dates in order' : isLong() && 'The range is too long'
  if (wrong) throw new Refusal(refusal(422, wrong))
  return { from, to, includeAllotment: flagParam(query, 'includeAllotment') === true }
}

/** Without being told otherwise, only what is active, managed here and listed. */
function listingFilter(query: Query): (listing: Listing) => boolean {
  const flag = (name: string) => flagParam(query, name) ?? true
  const [active, managed, isListed] = [flag('active'), flag('pmsActive'), flag('listed')]
  const list = (name: string) =>
    textParam(query, name)
      ?.split(',')
      .map((id) => id.trim())
  const [ids, withoutIds, tags] = [list('ids'), list('nids'), list('tags')]
  const part = textParam(query, 'q')?.toLowerCase()
  const city = textParam(query, 'city')?.toLowerCase()
  return (listing) => {
    const address = (listing.address ?? {}) as { city?: string }
    return (
      listing.active === active &&
      (listing.pms as { active?: boolean } | null)?.active === managed &&
      listing.isListed === isListed &&
      (ids === undefined || ids.includes(listing._id)) &&
      !(withoutIds?.includes(listing._id) ?? false) &&
      (tags === undefined || tags.some((tag) => listing.tags?.includes(tag))) &&
      (city === undefined || (address.city ?? '').toLowerCase() === city) &&
      (part === undefined || `${listing.title} ${listing.nickname}`.toLowerCase().includes(part))
    )
  }
}

function showListing(fields: string | undefined): (listing: Listing) => object {
  return (listing) => {
    // What nobody has filled in does not come as null but not at all.
    const filled = Object.fromEntries(Object.entries(listing).filter(([, value]) => value !== null))
    return fields === undefined ? filled : project(filled, fields)
  }
}

const noAddress = failure(404, 'Not Found', 'Address not found')

/** What a listing says of itself, by several services: texts, amenities, address, photos. */
export function listingWriteRoutes(app: FastifyInstance, account: Account): void {
  const { store } = account
  const find = (id: string, missing: VendorAnswer) => heldOr(store.listings.get(id), missing)

  app.put<ListingByIdRequest>('/listings/:id', ({ params, body }) => {
    find(params.id, noListing(params.id))
    account.changeListing(params.id, body)
    // Only what was sent comes back.
    return { _id: params.id, ...(body as object) }
  })

  app.get('/properties-api/amenities/supported', () =>
    amenities.map((name) => ({ name, group: 'Essentials', channels: {} })),
  )

  app.put<ListingByIdRequest>('/properties-api/amenities/:id', ({ params, body }) => {
    const listing = find(params.id, failure(404, 'Not Found', 'Amenities not found'))
    if (listing.type === 'MTL_CHILD') {
      throw new Refusal(failure(400, 'Only MTL and SINGLE property types are supported'))
    }
    const chosen = (body as SentFields).amenities as string[]
    account.changeListing(listing._id, { amenities: chosen, amenitiesNotIncluded: [] })
    return { propertyId: listing._id, amenities: chosen, otherAmenities: [] }
  })

  app.get<ListingByIdRequest>('/address/:id', ({ params }) => addressOf(find(params.id, noAddress)))

  app.put<ListingByIdRequest>('/address/:id/update', ({ params, body }) => {
    find(params.id, noAddress)
    const { address, publishedAddress } = body as { address: SentFields; publishedAddress: SentFields }
    return addressOf(
      account.changeListing(params.id, { address: flat(address), publishedAddress: flat(publishedAddress) }),
    )
  })

  app.post<ListingByIdRequest>(
    '/properties-api/property-photos/property-photos/:id',
    ({ params, body }, reply) => {
      const listing = find(params.id, failure(404, 'Property not found'))
      const added = (body as SentFields[]).map(({ url, caption }) => ({
        _id: store.ids.make(account.nowMs()),
        original: url,
        thumbnail: url,
        ...(caption === undefined ? {} : { caption }),
      }))
      const pictures = [...(listing.pictures ?? []), ...added]
      account.changeListing(listing._id, { pictures })
      return reply.code(201).send(pictures)
    },
  )
}

/** The place stands in a part of its own here, and beside the rest in the listing. */
function addressOf({ address, publishedAddress }: Listing): object {
  const nested = (value: object | null) => {
    const { lat, lng, ...rest } = { ...(value as SentFields | null) }
    return { ...rest, location: { lat, lng } }
  }
  return {
    address: nested(address),
    publishedAddress: nested(publishedAddress),
    isPublishedAddressEnabled: false,
  }
}

function flat({ location, ...rest }: SentFields): SentFields {
  return { ...rest, ...(location as SentFields) }
}
