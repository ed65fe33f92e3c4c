import type { FastifyInstance } from 'fastify'
import { intParam, type Query } from '../kit/query.ts'
import { heldOr } from '../kit/server.ts'
import type { World } from '../kit/world/world.ts'
import { invalid, notFound } from './answers.ts'
import type { PlumguideKinds } from './projection.ts'
import type { Listing } from './records.ts'
import type { Webhooks } from './webhooks.ts'

type AccountListRequest = { Querystring: Query }
type AccountByIdRequest = { Params: { id: string } }

/** The vendor curates texts, name and photos, so it ignores what is sent of them. */
const curated: readonly string[] = ['listingName', 'homeDescription', 'photos'] satisfies (keyof Listing)[]

/** Routes of listings, bookings and the webhook. The form of the lists' pages is not known. */
export function routes(
  app: FastifyInstance,
  { homes, stays }: World<PlumguideKinds>,
  webhooks: Webhooks,
): void {
  app.get<AccountListRequest>('/v2/listings', ({ query }) => ({
    listings: cut(
      homes.all().filter(({ status }) => status === 'Approved'),
      query,
    ),
  }))

  app.get<AccountByIdRequest>('/v2/listings/:id', ({ params }) => heldOr(homes.get(params.id), notFound))

  app.patch<AccountByIdRequest>('/v2/listings/:id', ({ params, body }) => {
    const listing = heldOr(homes.get(params.id), notFound)
    const entries = Object.entries(body as object).filter(([name]) => !curated.includes(name))
    return Object.assign(listing, Object.fromEntries(entries))
  })

  app.get<AccountListRequest>('/v2/bookings', ({ query }) => ({
    bookings: cut(stays.all().toReversed(), query),
  }))

  app.get<{ Params: { code: string } }>('/v2/bookings/:code', ({ params }) =>
    heldOr(stays.get(params.code), notFound),
  )

  const config = () => ({ isActive: webhooks.isActive, endpoints: { bookings: webhooks.address.url() } })
  app.get('/v2/webhooks/config', config)
  app.post('/v2/webhooks/config', ({ body }) => {
    const { isActive, endpoints } = body as ReturnType<typeof config>
    if (isActive && endpoints.bookings === null) heldOr(undefined, invalid('endpoints.bookings is required.'))
    webhooks.configure(isActive, endpoints.bookings)
    return config()
  })
}

const largestPage = 100

function cut<Row>(rows: readonly Row[], query: Query): Row[] {
  const size = intParam(query, 'pageSize') ?? largestPage
  const start = ((intParam(query, 'page') ?? 1) - 1) * size
  return rows.slice(start, start + size)
}
