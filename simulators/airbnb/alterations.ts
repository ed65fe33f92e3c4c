import { daysBetween, secondOf } from '../kit/clock.ts'
import type { Account } from './account.ts'
import { whyClosed } from './calendar.ts'
import type { Guests, Stay } from './guests.ts'
import { guestsIn } from './invent-reservation.ts'
import { amountsOf, type Amounts } from './money.ts'
import type { Listing, Party, Reservation } from './records.ts'

export interface Alteration extends Amounts {
  id: string
  id_str: string
  host_id: string
  confirmation_code: string
  initiated_by: 'host' | 'guest' | 'admin'
  status: 'PENDING' | 'ACCEPTED' | 'DECLINED' | 'CANCELED' | 'VOID' | 'AWAITING_PAYMENT'
  listing_id: string
  start_date: string
  end_date: string
  nights: number
  number_of_guests: number
  guest_details: Party
  created_at: string
  updated_at: string
  response_at: string | null
  /** The guest must pay before the change takes effect. */
  paysLater: boolean
}

export interface Change {
  arrival?: string | undefined
  departure?: string | undefined
  party?: Party | undefined
  total?: number | undefined
  listing?: Listing | undefined
}

/** Either side of a booking can ask the other for a change. */
export class Alterations {
  readonly #account: Account
  readonly #guests: Guests

  constructor(account: Account, guests: Guests) {
    this.#account = account
    this.#guests = guests
  }

  /** Returns why the channel refuses the request; undefined if it does not. */
  whyNot(reservation: Reservation, change: Change): string | undefined {
    if (reservation.status_type !== 'accept') return 'the reservation is not active'
    if ((reservation.end_date ?? '') <= this.#account.today()) return 'the stay is over'
    if (this.#pendingOf(reservation) !== undefined) return 'another change is waiting for an answer'
    const stay = this.#stayAfter(reservation, change)
    if (stay.departure <= stay.arrival) return 'the dates are not in order'
    const wish = { ...stay, guests: guestsIn(stay.party) }
    const listing = this.#listingAfter(reservation, change)
    if (listing === undefined) return 'there is no such listing'
    return whyClosed(this.#account.store, listing, wish, this.#account.nowMs(), reservation)
  }

  request(
    reservation: Reservation,
    change: Change,
    by: 'host' | 'guest',
    { paysLater = false } = {},
  ): Alteration {
    const { store } = this.#account
    const listing = this.#listingAfter(reservation, change)
    if (listing === undefined) throw new Error('a change leads to a listing that is not there')
    const { arrival, departure, party } = this.#stayAfter(reservation, change)
    const guests = guestsIn(party)
    const id = store.nextId('alteration', 51_300_401)
    const now = secondOf(this.#account.nowMs())
    const alteration: Alteration = {
      ...{ id, id_str: id, host_id: reservation.host_id, confirmation_code: reservation.confirmation_code },
      ...{
        initiated_by: by,
        status: 'PENDING',
        listing_id: listing.id,
        start_date: arrival,
        end_date: departure,
      },
      ...{ nights: daysBetween(arrival, departure), number_of_guests: guests, guest_details: party },
      ...amountsOf(store, listing, { arrival, departure, guests }, change.total),
      ...{ created_at: now, updated_at: now, response_at: null, paysLater },
    }
    store.alterations.set(id, alteration)
    return alteration
  }

  /** Checks the channel's own calendar and asks the app about the nights; returns false if they are taken. */
  async accept(alteration: Alteration): Promise<boolean> {
    const { store } = this.#account
    const reservation = this.#account.reservation(alteration.confirmation_code)
    const stay: Stay = {
      arrival: alteration.start_date,
      departure: alteration.end_date,
      party: alteration.guest_details,
    }
    if (this.#isTaken(alteration)) {
      this.end(alteration, 'VOID')
      return false
    }
    const letGo = store.keep(alteration.listing_id, stay)
    const question = await this.#guests.mayChange(reservation, stay).finally(letGo)
    // The booking may have been cancelled meanwhile.
    if (alteration.status !== 'PENDING') return false
    if (question?.verdict === 'no') this.end(alteration, 'VOID')
    else if (alteration.paysLater) this.end(alteration, 'AWAITING_PAYMENT')
    else this.carryOut(alteration)
    return question?.verdict !== 'no'
  }

  pay(alteration: Alteration): void {
    if (this.#isTaken(alteration)) this.end(alteration, 'VOID')
    else this.carryOut(alteration)
  }

  carryOut(alteration: Alteration): void {
    const reservation = this.#account.reservation(alteration.confirmation_code)
    this.end(alteration, 'ACCEPTED')
    const { listing_id, start_date, end_date, number_of_guests, guest_details } = alteration
    const { listing_base_price_accurate, listing_host_fee_accurate, expected_payout_amount_accurate } =
      alteration
    this.#account.store.move(reservation, listing_id)
    this.#account.apply(reservation, {
      ...{ start_date, end_date, number_of_guests, guest_details },
      ...{ listing_base_price_accurate, listing_host_fee_accurate, expected_payout_amount_accurate },
      standard_fees_details: alteration.standard_fees_details,
      airbnb_collected_tax_amount_accurate: alteration.airbnb_collected_tax_amount_accurate,
    })
  }

  end(alteration: Alteration, status: Alteration['status']): void {
    const now = secondOf(this.#account.nowMs())
    Object.assign(alteration, { status, updated_at: now, response_at: now })
  }

  /** Whether somebody else has booked the nights meanwhile. */
  #isTaken({ confirmation_code, listing_id, start_date, end_date, number_of_guests }: Alteration): boolean {
    const { store } = this.#account
    const listing = store.listings.get(listing_id)
    const wish = { arrival: start_date, departure: end_date, guests: number_of_guests }
    const reservation = this.#account.reservation(confirmation_code)
    const nowMs = this.#account.nowMs()
    return listing === undefined || whyClosed(store, listing, wish, nowMs, reservation) !== undefined
  }

  #pendingOf({ confirmation_code }: Reservation): Alteration | undefined {
    return this.#account.store.alterations
      .values()
      .find((row) => row.confirmation_code === confirmation_code && row.status === 'PENDING')
  }

  #stayAfter({ start_date, end_date, guest_details }: Reservation, change: Change): Stay {
    return {
      arrival: change.arrival ?? start_date ?? '',
      departure: change.departure ?? end_date ?? '',
      party: change.party ?? (guest_details as Party),
    }
  }

  #listingAfter({ listing_id_str }: Reservation, { listing }: Change): Listing | undefined {
    return listing ?? this.#account.store.listings.get(listing_id_str)
  }
}

export function shownAlteration({ host_id: _host, paysLater: _later, ...row }: Alteration): object {
  return row
}
