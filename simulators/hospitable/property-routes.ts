import type { FastifyInstance } from 'fastify'
import { addDays, daysBetween } from '../kit/clock.ts'
import { textParam, type Query } from '../kit/query.ts'
import { heldOr, refuse, sendAnswer } from '../kit/server.ts'
import { calendarDays } from './calendar.ts'
import { failure, notFound } from './failure.ts'
import { numberedPage } from './numbered-page.ts'
import type { HospitableWorld, PropertyRow } from './records.ts'
import { includesOf, showProperty, showReview, user } from './views.ts'

type PropertyByIdRequest = { Params: { uuid: string }; Querystring: Query }

export function propertyRoutes(app: FastifyInstance, world: HospitableWorld): void {
  const homeOf = ({ uuid }: { uuid: string }): PropertyRow => heldOr(world.homes.get(uuid), notFound)

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
    const show = (home: PropertyRow) => showProperty(home, includesOf(query))
    return sendAnswer(reply, numberedPage(world.homes.all(), query, { path: '/properties', show }))
  })

  // A single property comes without an envelope.
  app.get<PropertyByIdRequest>('/properties/:uuid', ({ params, query }) =>
    showProperty(homeOf(params), includesOf(query)),
  )

  app.get<PropertyByIdRequest>('/properties/:uuid/images', ({ params }) => {
    const { id } = homeOf(params)
    // Addresses are signed for an hour, so they differ each time.
    const signature = `Expires=${Math.floor(world.nowMs() / 1000) + 3600}&Signature=c2ln`
    const data = Array.from({ length: Number.parseInt(id.slice(0, 2), 16) % 6 }, (_, order) => {
      const url = `https://assets.example.com/property_images/${id}/${order}.jpg`
      return {
        url: `${url}?${signature}`,
        thumbnail_url: `${url}?w=300&${signature}`,
        caption: order === 0 ? 'Living room' : null,
        order,
        last_updated_at: '2026-01-15T09:20:00.000000Z',
      }
    })
    return { data }
  })

  app.get<PropertyByIdRequest>('/properties/:uuid/calendar', ({ params, query }) => {
    const home = homeOf(params)
    const start_date = textParam(query, 'start_date') ?? world.today()
    const end_date = textParam(query, 'end_date') ?? addDays(start_date, 30)
    if (end_date < start_date || daysBetween(start_date, end_date) > 1095) {
      refuse(failure(400, 'Invalid date range supplied.'))
    }
    const days = calendarDays(world, home, { from: start_date, to: end_date })
    return { data: { listing_id: home.id, provider: 'hospitable', start_date, end_date, days } }
  })

  app.get<PropertyByIdRequest>('/properties/:uuid/reviews', ({ params, query }, reply) => {
    const { id } = homeOf(params)
    const rows = world.reviews
      .all()
      .filter((review) => review.property_id === id)
      .sort((left, right) => right.reviewed_at.localeCompare(left.reviewed_at))
    const show = (review: (typeof rows)[number]) => showReview(world, review, includesOf(query))
    return sendAnswer(reply, numberedPage(rows, query, { path: '/reviews', largest: 50, show }))
  })
}
