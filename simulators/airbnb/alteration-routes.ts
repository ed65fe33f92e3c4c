import type { FastifyInstance, FastifyRequest } from 'fastify'
import { bracketParam, type Query } from '../kit/query.ts'
import { heldOr, refuse } from '../kit/server.ts'
import { shownAlteration, type Alteration, type Alterations } from './alterations.ts'
import { demand, emptyAnswer, invalid, createdId, notFound, withTwins } from './answers.ts'
import type { Desk } from './desk.ts'
import type { Party } from './records.ts'
import { ownReservation } from './reservation-routes.ts'

type AlterationByIdRequest = { Params: { id: string } }
interface AlterationBody {
  confirmation_code: string
  start_date?: string
  end_date?: string
  guest_details?: Partial<Party> & { number_of_adults: number }
  total_price?: number
  listing_id?: string
}

export function alterationRoutes(api: FastifyInstance, desk: Desk, alterations: Alterations): void {
  const { store } = desk

  for (const path of ['/reservation_alterations', '/reservation_alterations/']) {
    api.get<{ Querystring: Query }>(path, (request) => {
      const codes = bracketParam(request.query, 'confirmation_codes')
      const own = desk.hostOf(request)
      const rows = [...store.alterations.values()]
        .filter((row) => row.host_id === own && codes.includes(row.confirmation_code))
        .map((row) => withTwins(shownAlteration(row)))
      return { reservation_alterations: rows }
    })
  }

  api.get<AlterationByIdRequest>('/reservation_alterations/:id', (request) => ({
    reservation_alteration: withTwins(shownAlteration(ownAlteration(desk, request, request.params.id))),
  }))

  api.post('/reservation_alterations', (request) => {
    const body = request.body as AlterationBody
    const reservation = ownReservation(desk, request, body.confirmation_code)
    demand(Object.keys(body).length > 1, 'Nothing is to be changed.', 'missing_parameter')
    const { guest_details } = body
    const change = {
      ...{ arrival: body.start_date, departure: body.end_date, total: body.total_price },
      party: guest_details && { number_of_children: 0, number_of_infants: 0, ...guest_details },
      listing: body.listing_id === undefined ? undefined : desk.listing(request, body.listing_id),
    }
    const reason = alterations.whyNot(reservation, change)
    if (reason !== undefined)
      refuse(invalid(`The change is not possible: ${reason}.`, 'alteration_not_possible'))
    return createdId(alterations.request(reservation, change, 'host').id)
  })

  api.put<AlterationByIdRequest>('/reservation_alterations/:id', async (request) => {
    const alteration = ownAlteration(desk, request, request.params.id)
    const { status } = request.body as { status: 'ACCEPTED' | 'DECLINED' | 'CANCELED' }
    demand(alteration.status === 'PENDING', 'The change is not waiting for an answer.', 'not_pending')
    const isOwn = alteration.initiated_by === 'host'
    demand(
      isOwn === (status === 'CANCELED'),
      'Who asked may cancel, who was asked may answer.',
      'not_allowed',
    )
    if (status !== 'ACCEPTED') alterations.end(alteration, status)
    else if (!(await alterations.accept(alteration))) {
      refuse(invalid('The nights are not available.', 'dates_not_available'))
    }
    return emptyAnswer
  })
}

function ownAlteration(desk: Desk, request: FastifyRequest, id: string): Alteration {
  const alteration = heldOr(desk.store.alterations.get(id), notFound)
  return alteration.host_id === desk.hostOf(request) ? alteration : refuse(notFound)
}
