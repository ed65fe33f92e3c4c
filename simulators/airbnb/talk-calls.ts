import type { FastifyInstance } from 'fastify'
import { known } from '../kit/asked.ts'
import { ControlError } from '../kit/control-error.ts'
import { reviewPhrases } from '../kit/phrases.ts'
import * as is from '../kit/shape.ts'
import type { Account } from './account.ts'
import { shownAlteration, type Alterations } from './alterations.ts'
import { read, stayFields, stayOf, type AskedStay } from './guest-calls.ts'
import type { Guests } from './guests.ts'
import { pictureTypes, type Media } from './media.ts'
import { stayOfOffer } from './offer-routes.ts'

type TalkByIdRequest = { Params: { id: string } }

const inquiry = is.exactly({ listingId: is.filled, message: is.opt(is.filled), ...stayFields })
const change = is.exactly({
  reservationId: is.filled,
  ...{ ...stayFields, arrival: is.opt(is.day), paysLater: is.opt(is.bool) },
})
const verdict = is.exactly({ accept: is.bool })
const review = is.exactly({
  reservationId: is.filled,
  overall_rating: is.opt(is.between(1, 5)),
  public_review: is.opt(is.filled),
  private_feedback: is.opt(is.filled),
})
const picture = is.exactly({ image: is.filled, content_type: is.oneOf(...pictureTypes) })

interface TalkCallDeps {
  account: Account
  guests: Guests
  alterations: Alterations
  media: Media
}

/** Calls for what guests ask, change, answer and write at the channel's own site. */
export function talkCalls({ account, guests, alterations, media }: TalkCallDeps) {
  const { store, inbox, reviews } = account
  return (app: FastifyInstance): void => {
    app.post('/guests/inquire', ({ body }) => {
      const { listingId, message, ...rest } = read<AskedStay & { listingId: string; message?: string }>(
        inquiry,
        body,
      )
      const listing = known(store.listings.get(listingId), `no listing ${listingId}`)
      return inbox.shown(guests.inquire(listing, stayOf(rest), message))
    })

    app.post<TalkByIdRequest>('/threads/:id/picture', (request) => {
      const { image, content_type } = read<{ image: string; content_type: string }>(picture, request.body)
      const thread = known(inbox.threads.get(request.params.id), `no conversation ${request.params.id}`)
      media.origin = `http://${request.host}`
      const medium = media.add(content_type, Buffer.from(image, 'base64'))
      return account.say(thread, thread.guest.id, { message: '', attachment_media: [{ id: medium.id }] })
    })

    app.post('/guests/change', ({ body }) => {
      const {
        reservationId,
        paysLater = false,
        ...rest
      } = read<Partial<AskedStay> & { reservationId: string; paysLater?: boolean }>(change, body)
      const reservation = account.reservation(reservationId)
      const start = reservation.start_date ?? ''
      const end = reservation.end_date ?? ''
      const until = rest.nights === undefined ? { departure: end } : {}
      const { arrival, departure, party } = stayOf({ arrival: start, ...until, ...rest })
      const wish = { arrival, departure, party: rest.adults === undefined ? undefined : party }
      const reason = alterations.whyNot(reservation, wish)
      if (reason !== undefined) throw new ControlError(reason)
      return shownAlteration(alterations.request(reservation, wish, 'guest', { paysLater }))
    })

    app.post<TalkByIdRequest>('/alterations/:id/answer', async ({ params, body }) => {
      const { accept } = read<{ accept: boolean }>(verdict, body)
      const alteration = known(store.alterations.get(params.id), `no alteration ${params.id}`)
      if (alteration.status !== 'PENDING') throw new ControlError('nobody waits for an answer')
      if (accept) await alterations.accept(alteration)
      else alterations.end(alteration, 'DECLINED')
      return shownAlteration(alteration)
    })

    app.post<TalkByIdRequest>('/alterations/:id/pay', ({ params }) => {
      const alteration = known(store.alterations.get(params.id), `no alteration ${params.id}`)
      if (alteration.status !== 'AWAITING_PAYMENT') throw new ControlError('there is nothing to pay')
      alterations.pay(alteration)
      return shownAlteration(alteration)
    })

    app.post<TalkByIdRequest>('/offers/:id/accept', async ({ params }) => {
      const offer = known(store.offers.get(params.id), `no offer ${params.id}`)
      if (offer.status !== 'pending') throw new ControlError('the offer is no longer open')
      const thread = known(inbox.threads.get(offer.thread_id), 'the conversation is gone')
      const acceptance = { id: offer.id, total: offer.total_price ?? undefined, thread }
      const stay = stayOfOffer(offer)
      const outcome = await guests.book({ listingId: offer.listing_id, ...stay, offer: acceptance })
      if (outcome.outcome === 'booked') offer.status = 'accepted'
      return outcome
    })

    app.post('/guests/review', ({ body }) => {
      const { reservationId, ...reviewFields } = read<{ reservationId: string; overall_rating?: number }>(
        review,
        body,
      )
      const [own] = reviews.of(account.reservation(reservationId).confirmation_code, 'guest')
      if (own === undefined || own.submitted || reviews.isClosed(own, account.nowMs())) {
        throw new ControlError(
          'there is nothing to review: the stay is not over, was reviewed, or too much time went by',
        )
      }
      const usual = { overall_rating: 5, public_review: account.random.pick(reviewPhrases) }
      reviews.submit(own, { ...usual, ...reviewFields }, account.nowMs())
      return own
    })
  }
}
