import type { FastifyInstance, FastifyReply } from 'fastify'
import { daysBetween } from '../kit/clock.ts'
import { flagParam, textParam } from '../kit/query.ts'
import type { Query } from '../kit/query.ts'
import { sendAnswer } from '../kit/server.ts'
import { askedFor, refusal, sorted } from './answers.ts'
import { calendarDays } from './calendar.ts'
import type { Listing } from './listing-record.ts'
import { project } from './projection.ts'
import type { Store } from './store.ts'

type WithId = { Params: { id: string }; Querystring: Query }

// The documentation names no longest range; this one only keeps the simulator from drowning.
const mostCalendarDays = 1100

const noListing = (id: string) => ({
  status: 404,
  body: {
    message: 'Listing not found',
    code: 'LISTING_NOT_FOUND',
    data: { listingId: id },
    requestId: 'Root=1-63b68e3a-573cc83364fce31b0fd45abc',
  },
})

export function listingRoutes(app: FastifyInstance, store: Store): void {
  app.get<{ Querystring: Query }>('/listings', ({ query }) => {
    const found = [...store.listings.values()].filter(listingFilter(query))
    const { limit, skip } = askedFor(query)
    const rows = sorted(found, textParam(query, 'sort') ?? 'title').slice(skip, skip + limit)
    const fields = textParam(query, 'fields')
    return {
      results: rows.map(showListing(fields)),
      title: 'Listings',
      count: found.length,
      fields: fields ?? '',
      limit,
      skip,
    }
  })

  app.get<WithId>('/listings/:id', ({ params, query }, reply) => {
    const found = store.listings.get(params.id)
    if (found === undefined) return sendAnswer(reply, noListing(params.id))
    return showListing(textParam(query, 'fields'))(found)
  })

  app.get<WithId>(
    '/availability-pricing/api/calendar/listings/:id',
    ({ params, query }, reply): object | FastifyReply => {
      const wrong = wrongRange(query)
      if (wrong !== null) return sendAnswer(reply, refusal(422, wrong))
      const found = store.listings.get(params.id)
      if (found === undefined) return sendAnswer(reply, noListing(params.id))
      return { status: 200, data: { days: daysOf(store, found, query) }, message: 'OK' }
    },
  )

  app.get<{ Querystring: Query }>(
    '/availability-pricing/api/calendar/listings',
    ({ query }, reply): object | FastifyReply => {
      const wrong = wrongRange(query)
      if (wrong !== null) return sendAnswer(reply, refusal(422, wrong))
      const found = (textParam(query, 'listingIds') ?? '')
        .split(',')
        .flatMap((id) => store.listings.get(id) ?? [])
      return {
        status: 200,
        data: { days: found.flatMap((listing) => daysOf(store, listing, query)) },
        message: 'OK',
      }
    },
  )
}

function daysOf(store: Store, listing: Listing, query: Query): object[] {
  const [from, to] = [textParam(query, 'startDate') ?? '', textParam(query, 'endDate') ?? '']
  return calendarDays(store, listing, from, to, flagParam(query, 'includeAllotment') === true)
}

function wrongRange(query: Query): string | null {
  const [from = '', to = ''] = [textParam(query, 'startDate'), textParam(query, 'endDate')]
  if (to < from) return 'startDate and endDate must be dates in order'
  return daysBetween(from, to) > mostCalendarDays ? 'The range is too long' : null
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
