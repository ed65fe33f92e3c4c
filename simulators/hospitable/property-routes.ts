import type { FastifyInstance } from 'fastify'
import { addDays, daysBetween, type SimulatorClock } from '../kit/clock.ts'
import { textParam, type Query } from '../kit/query.ts'
import { heldOr, refuse, sendAnswer } from '../kit/server.ts'
import { calendarDays } from './calendar.ts'
import { failure, notFound } from './failure.ts'
import { numberedPage } from './numbered-page.ts'
import type { Home } from './records.ts'
import { user, type Store } from './store.ts'
import { includesOf, showProperty, showReview } from './views.ts'

type PropertyByIdRequest = { Params: { uuid: string }; Querystring: Query }

export function propertyRoutes(app: FastifyInstance, store: Store, clock: SimulatorClock): void {
  const homeOf = ({ uuid }: { uuid: string }): Home => heldOr(store.home(uuid), notFound)

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
    const show = (home: Home) => showProperty(home, includesOf(query))
    return sendAnswer(reply, numberedPage([...store.homes.values()], query, { path: '/properties', show }))
  })

  // A single property comes without an envelope.
  app.get<PropertyByIdRequest>('/properties/:uuid', ({ params, query }) =>
    showProperty(homeOf(params), includesOf(query)),
  )

  app.get<PropertyByIdRequest>('/properties/:uuid/images', ({ params }) => {
    const ends = Math.floor(clock.nowMs() / 1000) + 3600
    const signed = (url: string) => `${url}${url.includes('?') ? '&' : '?'}Expires=${ends}&Signature=c2ln`
    const data = homeOf(params).images.map((image) => ({
      ...image,
      url: signed(image.url),
      thumbnail_url: signed(image.thumbnail_url),
    }))
    return { data }
  })

  app.get<PropertyByIdRequest>('/properties/:uuid/calendar', ({ params, query }) => {
    const home = homeOf(params)
    const start_date = textParam(query, 'start_date') ?? clock.today()
    const end_date = textParam(query, 'end_date') ?? addDays(start_date, 30)
    if (end_date < start_date || daysBetween(start_date, end_date) > 1095) {
      refuse(failure(400, 'Invalid date range supplied.'))
    }
    const days = calendarDays(store, home, start_date, end_date, clock.today())
    return { data: { listing_id: home.row.id, provider: 'hospitable', start_date, end_date, days } }
  })

  app.get<PropertyByIdRequest>('/properties/:uuid/reviews', ({ params, query }, reply) => {
    const { id } = homeOf(params).row
    const rows = [...store.reviews.values()]
      .filter((review) => review.property_id === id)
      .sort((left, right) => right.reviewed_at.localeCompare(left.reviewed_at))
    const show = (review: (typeof rows)[number]) => showReview(store, review, includesOf(query))
    return sendAnswer(reply, numberedPage(rows, query, { path: '/reviews', largest: 50, show }))
  })
}
