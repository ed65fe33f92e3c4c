import type { FastifyInstance } from 'fastify'
import { addDays, daysBetween, isDay } from '../kit/clock.ts'
import type { SimulatorClock } from '../kit/clock.ts'
import { textParam } from '../kit/query.ts'
import type { Query } from '../kit/query.ts'
import { sendAnswer } from '../kit/server.ts'
import { calendarDays } from './calendar.ts'
import { failure, notFound } from './failure.ts'
import { numberedPage } from './numbered-page.ts'
import type { Store } from './store.ts'
import { user } from './store.ts'
import { includesOf, showProperty, showReview } from './views.ts'

type WithId = { Params: { uuid: string }; Querystring: Query }

export function propertyRoutes(app: FastifyInstance, store: Store, clock: SimulatorClock): void {
  app.get('/user', () => ({
    data: {
      ...user,
      business: true,
      company: 'Marchetti Stays',
      vat: null,
      tax_id: null,
      street_line1: '12 Alder Row',
      street_line2: null,
      postal_code: 30301,
      city: 'Atlanta',
      region: null,
      country: 'United States',
    },
  }))

  app.get<{ Querystring: Query }>('/properties', ({ query }, reply) => {
    const show = (home: Parameters<typeof showProperty>[0]) => showProperty(home, includesOf(query))
    return sendAnswer(reply, numberedPage([...store.homes.values()], query, { path: '/properties', show }))
  })

  // A single one stands there without an envelope.
  app.get<WithId>('/properties/:uuid', ({ params, query }, reply) => {
    const home = store.home(params.uuid)
    return home === undefined
      ? sendAnswer(reply, notFound)
      : reply.send(showProperty(home, includesOf(query)))
  })

  app.get<WithId>('/properties/:uuid/images', ({ params }, reply) => {
    const home = store.home(params.uuid)
    if (home === undefined) return sendAnswer(reply, notFound)
    const ends = Math.floor(clock.nowMs() / 1000) + 3600
    const signed = (url: string) => `${url}${url.includes('?') ? '&' : '?'}Expires=${ends}&Signature=c2ln`
    const data = home.images.map((image) => ({
      ...image,
      url: signed(image.url),
      thumbnail_url: signed(image.thumbnail_url),
    }))
    return reply.send({ data })
  })

  app.get<WithId>('/properties/:uuid/calendar', ({ params, query }, reply) => {
    const home = store.home(params.uuid)
    if (home === undefined) return sendAnswer(reply, notFound)
    const start = textParam(query, 'start_date') ?? clock.today()
    const end = textParam(query, 'end_date') ?? addDays(start, 30)
    if (!isDay(start) || !isDay(end) || end < start || daysBetween(start, end) > 1095) {
      return sendAnswer(reply, failure(400, 'Invalid date range supplied.'))
    }
    const data = {
      listing_id: home.row.id,
      provider: 'hospitable',
      start_date: start,
      end_date: end,
      days: calendarDays(store, home, start, end, clock.today()),
    }
    return reply.send({ data })
  })

  app.get<WithId>('/properties/:uuid/reviews', ({ params, query }, reply) => {
    if (store.home(params.uuid) === undefined) return sendAnswer(reply, notFound)
    const rows = [...store.reviews.values()]
      .filter((review) => review.property_id === params.uuid)
      .sort((left, right) => right.reviewed_at.localeCompare(left.reviewed_at))
    const show = (review: (typeof rows)[number]) => showReview(store, review, includesOf(query))
    return sendAnswer(reply, numberedPage(rows, query, { path: '/reviews', largest: 50, show }))
  })
}
