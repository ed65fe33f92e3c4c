import type { FastifyInstance, FastifyRequest } from 'fastify'
import { addDays, daysBetween, secondOf } from '../kit/clock.ts'
import { heldOr, refuse } from '../kit/server.ts'
import { demand, emptyAnswer, createdId, notFound } from './answers.ts'
import type { Desk } from './desk.ts'
import { answerBy, type Thread } from './inbox.ts'
import type { Offer } from './offers.ts'
import { ownThread } from './thread-routes.ts'

type OfferByIdRequest = { Params: { id: string } }
type OfferBody = Pick<Offer, 'type' | 'thread_id' | 'block_instant_booking'> &
  Partial<Pick<Offer, 'listing_id' | 'start_date' | 'nights' | 'adults' | 'children'>> & {
    total_price?: number
  }

const ofSpecialOffers = ['listing_id', 'start_date', 'nights', 'adults', 'total_price'] as const

export function offerRoutes(api: FastifyInstance, desk: Desk): void {
  const { store } = desk

  api.get<OfferByIdRequest>('/special_offers/:id', (request) => {
    const { host_id: _host, ...offer } = ownOffer(desk, request, request.params.id)
    return { special_offer: offer }
  })

  api.post('/special_offers', (request) => {
    const offerBody = request.body as OfferBody
    const thread = ownThread(desk, request, offerBody.thread_id)
    if (offerBody.type === 'special_offer') {
      const missing = ofSpecialOffers.find((name) => offerBody[name] === undefined)
      demand(missing === undefined, `${missing} is required.`, 'missing_parameter')
    }
    const offer = offerFor(desk, thread, offerBody)
    desk.listing(request, offer.listing_id)
    // A new offer replaces the earlier one.
    const before = store.offers.get(thread.offerId ?? '')
    if (before?.status === 'pending') before.status = 'replaced'
    store.offers.set(offer.id, offer)
    thread.offerId = offer.id
    desk.account.timetable.at(Date.parse(offer.expires_at), () => {
      if (offer.status === 'pending') offer.status = 'expired'
    })
    return createdId(offer.id)
  })

  api.put<OfferByIdRequest>('/special_offers/:id', (request) => {
    const offer = ownOffer(desk, request, request.params.id)
    demand(offer.status === 'pending', 'The offer is no longer open.', 'not_pending')
    offer.status = 'withdrawn'
    return emptyAnswer
  })
}

function offerFor({ store, account }: Desk, thread: Thread, body: OfferBody): Offer {
  const { inquiry } = thread
  const isOpen = inquiry?.status === 'active' && thread.reservationCode === undefined
  demand(isOpen && inquiry !== undefined, 'The inquiry is no longer open.', 'inquiry_not_open')
  const wish = {
    listing_id: thread.listing_id,
    start_date: inquiry.arrival,
    nights: daysBetween(inquiry.arrival, inquiry.departure),
    adults: inquiry.party.number_of_adults,
    children: inquiry.party.number_of_children,
  }
  const nowMs = account.nowMs()
  return {
    id: store.nextId('offer', 93_100_501),
    host_id: thread.host_id,
    total_price: null,
    ...wish,
    ...body,
    status: 'pending',
    created_at: secondOf(nowMs),
    expires_at: secondOf(answerBy(nowMs)),
  }
}

export const stayOfOffer = ({ start_date, nights, adults, children }: Offer) => ({
  arrival: start_date,
  departure: addDays(start_date, nights),
  party: { number_of_adults: adults, number_of_children: children, number_of_infants: 0 },
})

function ownOffer(desk: Desk, request: FastifyRequest, id: string): Offer {
  const offer = heldOr(desk.store.offers.get(id), notFound)
  return offer.host_id === desk.hostOf(request) ? offer : refuse(notFound)
}
