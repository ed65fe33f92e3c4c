import { known } from '../kit/asked.ts'
import { daysBetween } from '../kit/clock.ts'
import { guestPhrases } from '../kit/phrases.ts'
import type { Account } from './account.ts'
import { isInstant, whyClosed } from './calendar.ts'
import { answerBy, type Thread } from './inbox.ts'
import { guestsIn, inventGuest } from './invent-reservation.ts'
import type { Listing, Party, Reservation } from './records.ts'
import type { WebhookQuestion, Question, Webhooks } from './webhooks.ts'

export interface Stay {
  arrival: string
  departure: string
  party: Party
}

/** The result for a guest who wanted to book. */
export interface BookingOutcome {
  outcome: 'booked' | 'requested' | 'not_open' | 'refused'
  why?: string
  reservation?: object
  /** The questions the app was asked. If it does not answer in time, the channel's calendar decides. */
  questions: Question[]
}

export interface Booking extends Stay {
  listingId: string
  /** The offer the guest accepts, with its price and conversation. */
  offer?: { id: string; total: number | undefined; thread: Thread }
}

/** Guests at the channel's site see its calendar, and wait while the app is asked. */
export class Guests {
  readonly #account: Account
  readonly #webhooks: Webhooks

  constructor(account: Account, webhooks: Webhooks) {
    this.#account = account
    this.#webhooks = webhooks
  }

  async book({ listingId, offer, ...stay }: Booking): Promise<BookingOutcome> {
    const { store } = this.#account
    const listing = known(store.listings.get(listingId), `no listing ${listingId}`)
    const wish = { ...stay, guests: guestsIn(stay.party) }
    const nowMs = this.#account.nowMs()
    const obstacle = whyClosed(store, listing, wish, nowMs)
    if (obstacle !== undefined) return { outcome: 'not_open', why: obstacle, questions: [] }
    // From here on nobody else gets these nights.
    const letGo = store.keep(listing.id, stay)
    try {
      const isConfirmed = offer !== undefined || isInstant(store, listing, wish, nowMs)
      return await this.#ask(listing, stay, isConfirmed ? 'accept' : 'pending', offer)
    } finally {
      letGo()
    }
  }

  /** A guest asks before booking. */
  inquire(listing: Listing, stay: Stay, message?: string): Thread {
    const { store, inbox, random, timetable } = this.#account
    const nowMs = this.#account.nowMs()
    const about = { host_id: listing.host_id, listing_id: listing.id, guest: inventGuest(store, random) }
    const nonResponseAtMs = answerBy(nowMs)
    const thread = inbox.open({ ...about, inquiry: { status: 'active', ...stay, nonResponseAtMs } }, nowMs)
    this.#account.say(thread, thread.guest.id, { message: message ?? random.pick(guestPhrases) })
    timetable.at(nonResponseAtMs, () => inbox.expire(thread))
    return thread
  }

  /** Asks the app about a change of a booking before it takes effect. */
  async mayChange(reservation: Reservation, stay: Stay): Promise<Question | undefined> {
    const listing = known(this.#account.store.listings.get(reservation.listing_id_str), 'no such listing')
    const { confirmation_code: under } = reservation
    const body = { ...aboutStay(listing, stay), ...aboutBooking(reservation), guest_details: stay.party }
    return this.#question(listing, { asked: 'alteration', method: 'PUT', under, body })
  }

  async #ask(listing: Listing, stay: Stay, status: string, offer: Booking['offer']): Promise<BookingOutcome> {
    const { arrival, departure } = stay
    const query = {
      ...{ action: 'check_availability', listing_id: listing.id },
      ...{ start_date: arrival, nights: String(daysBetween(arrival, departure)) },
    }
    const questions: Question[] = []
    const isRefused = async (asking: Omit<WebhookQuestion, 'hostId'>) => {
      const question = await this.#question(listing, asking)
      if (question !== undefined) questions.push(question)
      return question?.verdict === 'no'
    }
    const refused = () => ({
      outcome: 'refused' as const,
      why: questions.at(-1)?.failure_code ?? 'not available',
      questions,
    })
    if (await isRefused({ asked: 'check_availability', method: 'GET', query })) return refused()
    const agreed = offer?.total === undefined ? {} : { offer: { id: offer.id, total: offer.total } }
    const guest = offer === undefined ? {} : { guestId: offer.thread.guest.id }
    const special_offer_id = offer?.id ?? null
    const draft = this.#account.draft({ listing, ...stay, status, ...agreed, ...guest }, { special_offer_id })
    const body = { ...aboutStay(listing, stay), ...aboutBooking(draft), guest_details: stay.party }
    if (await isRefused({ asked: 'pre_confirm', method: 'POST', body })) return refused()
    const reservation = this.#account.shown(this.#account.admit(draft, offer?.thread))
    return { outcome: status === 'accept' ? 'booked' : 'requested', reservation, questions }
  }

  /** Asks only about listings that the app manages. */
  async #question(listing: Listing, asking: Omit<WebhookQuestion, 'hostId'>): Promise<Question | undefined> {
    if (listing.synchronization_category === null) return undefined
    return this.#webhooks.ask({ ...asking, hostId: listing.host_id })
  }
}

const aboutStay = (listing: Listing, { arrival, departure, party }: Stay) => ({
  listing_id: listing.id,
  start_date: arrival,
  nights: daysBetween(arrival, departure),
  number_of_guests: guestsIn(party),
})

const aboutBooking = (reservation: Reservation) => ({
  confirmation_code: reservation.confirmation_code,
  listing_base_price: Number(reservation.listing_base_price_accurate),
  guest_id: reservation.guest_id,
})
