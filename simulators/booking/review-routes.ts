import type { FastifyInstance } from 'fastify'
import { intParam, textParam, type Query } from '../kit/query.ts'
import { sendAnswer } from '../kit/server.ts'
import * as is from '../kit/shape.ts'
import { connectedHotel, notThere, refuseJson } from './access.ts'
import type { Account } from './account.ts'
import { codes, type AnswerWriter } from './answers.ts'
import type { Reviews } from './reviews.ts'

const place = '/review-api/properties/:pid/reviews'
const usualPage = 10

export const reviewShapes: is.RouteShapes = {
  [`GET ${place}`]: {
    query: is.some({ from_date: is.dayOrMoment, limit: is.between(1, 100), page_token: is.ids }),
  },
  [`GET ${place}/:id`]: {},
  [`POST ${place}/:id`]: { body: is.exactly({ reply: is.filled }) },
}

type ReviewByIdRequest = { Params: { pid: string; id: string } }

/** The oldest come first. Every answer has the next page's address, so a caller at the end repeats the last one. */
export function reviewRoutes(
  app: FastifyInstance,
  account: Account,
  reviews: Reviews,
  answers: AnswerWriter,
): void {
  const reviewOf = ({ pid, id }: ReviewByIdRequest['Params']) => {
    const hotel = connectedHotel(account, answers, pid)
    const found = reviews.of(hotel.id).find(({ review_id }) => review_id === id)
    return found ?? notThere(answers, `There is no review ${id}`)
  }
  app.get<ReviewByIdRequest>(place, (request, reply) => {
    const hotel = connectedHotel(account, answers, request.params.pid)
    const query = request.query as Query
    const [since, limit] = [textParam(query, 'from_date'), intParam(query, 'limit') ?? usualPage]
    const from = Number(textParam(query, 'page_token') ?? 0)
    const all = reviews
      .of(hotel.id)
      .filter(({ createdMs }) => since === undefined || createdMs >= Date.parse(since))
    const page = all.slice(from, from + limit)
    const next = new URLSearchParams({
      ...(since === undefined ? {} : { from_date: since }),
      ...{ limit: String(limit), page_token: String(from + page.length) },
    })
    const next_page = `${request.protocol}://${request.host}${request.url.split('?')[0]}?${next}`
    const rows = page.map((review) => reviews.show(review))
    return sendAnswer(reply, answers.json({ reviews: rows }, { meta: { next_page } }))
  })
  app.get<ReviewByIdRequest>(`${place}/:id`, (request, reply) =>
    sendAnswer(reply, answers.json(reviews.show(reviewOf(request.params)))),
  )
  app.post<ReviewByIdRequest>(`${place}/:id`, (request, reply) => {
    const { reply: text } = request.body as { reply: string }
    const refused = reviews.reply(reviewOf(request.params), text)
    if (refused !== undefined)
      refuseJson(answers, 400, { code: codes.unable, text: refused, fields: ['$.reply'] })
    const { status, body } = answers.json(null)
    const { data: _none, ...rest } = body as { data: null }
    return sendAnswer(reply, { status, body: rest })
  })
}
