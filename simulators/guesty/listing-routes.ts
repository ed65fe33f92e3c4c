import type { FastifyInstance } from 'fastify'
import { daysBetween } from '../kit/clock.ts'
import { flagParam, textParam } from '../kit/query.ts'
import type { Query } from '../kit/query.ts'
import { found, Refusal } from '../kit/refusal.ts'
import { askedFor, noListing, refusal, sorted } from './answers.ts'
import { calendarDays } from './calendar.ts'
import type { Listing } from './listing-record.ts'
import { project } from './projection.ts'
import type { Store } from './store.ts'

type WithId = { Params: { id: string }; Querystring: Query }

// The documentation names no longest range; this one only keeps the simulator from drowning.
const mostCalendarDays = 1100
const calendar = '/availability-pricing/api/calendar/listings'

export function listingRoutes(app: FastifyInstance, store: Store): void {
  app.get<{ Querystring: Query }>('/listings', ({ query }) => {
    const listed = [...store.listings.values()].filter(listingFilter(query))
    const { limit, skip } = askedFor(query)
    const rows = sorted(listed, textParam(query, 'sort') ?? 'title').slice(skip, skip + limit)
    const fields = textParam(query, 'fields')
    return {
      results: rows.map(showListing(fields)),
      title: 'Listings',
      count: listed.length,
      fields: fields ?? '',
      limit,
      skip,
    }
  })

  app.get<WithId>('/listings/:id', ({ params, query }) =>
    showListing(textParam(query, 'fields'))(found(store.listings.get(params.id), noListing(params.id))),
  )

  app.get<WithId>(`${calendar}/:id`, ({ params, query }) => {
    const range = rangeOf(query)
    return calendarOf(store, [found(store.listings.get(params.id), noListing(params.id))], range)
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
  const wanted = (name: string) => flagParam(query, name) ?? true
  const [active, managed, listed] = [wanted('active'), wanted('pmsActive'), wanted('listed')]
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
      listing.isListed === listed &&
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
