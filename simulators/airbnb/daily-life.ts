import { addDays } from '../kit/clock.ts'
import { dailyLife } from '../kit/daily-life.ts'
import { firstFreeStay } from '../kit/free-stay.ts'
import { reviewPhrases } from '../kit/phrases.ts'
import type { SeededRandom } from '../kit/random.ts'
import type { Account } from './account.ts'
import type { Alterations } from './alterations.ts'
import type { Guests } from './guests.ts'
import { inventParty } from './invent-reservation.ts'
import type { Reservation } from './records.ts'

interface AirbnbLifeDeps {
  account: Account
  guests: Guests
  alterations: Alterations
}

/** Guests book by the channel's calendar and wait for the app, ask, change, cancel, write and review. */
export function airbnbLife(
  { account, guests, alterations }: AirbnbLifeDeps,
  random: SeededRandom,
): () => void {
  const { store, reviews } = account
  const openListings = () =>
    [...store.listings.values()].filter(({ has_availability }) => has_availability === true)
  const isComing = ({ status_type, start_date }: Reservation) =>
    status_type === 'accept' && (start_date ?? '') >= account.today()
  const message = (reservationId: string) => ({ reservationId, isIncoming: random.chance(0.7) })
  const place = () => {
    const listing = random.pick(openListings())
    const from = addDays(account.today(), random.int(1, 60))
    const free = firstFreeStay(
      store.staysOf(listing.id),
      listing.total_inventory_count ?? 1,
      from,
      random.int(2, 6),
    )
    return { listing, stay: { ...free, party: inventParty(random) } }
  }
  const book = () => {
    const { listing, stay } = place()
    // The nights may be closed after all, so the result does not matter.
    void guests.book({ listingId: listing.id, ...stay })
  }
  const inquire = () => {
    const { listing, stay } = place()
    guests.inquire(listing, stay)
  }
  const change = (reservation: Reservation) => {
    const wish = { departure: addDays(reservation.end_date ?? '', 1) }
    if (alterations.whyNot(reservation, wish) === undefined) alterations.request(reservation, wish, 'guest')
  }
  const review = () => {
    const open = [...reviews.rows.values()].filter(
      (row) => row.reviewer_role === 'guest' && !row.submitted && !reviews.isClosed(row, account.nowMs()),
    )
    const [row] = random.shuffled(open)
    const verdict = { overall_rating: random.int(3, 5), public_review: random.pick(reviewPhrases) }
    if (row !== undefined) reviews.submit(row, verdict, account.nowMs())
  }
  const life = {
    account: { book, lateGuests: account.lateGuests },
    isOpen: () => openListings().length > 0,
    coming: () => [...store.reservations.values()].filter(isComing),
    acts: [
      [({ confirmation_code: code }: Reservation) => account.cancel(code, {}), 1],
      [({ confirmation_code: code }: Reservation) => account.write(message(code)), 4],
      [change, 1],
      [inquire, 1],
      [review, 1],
    ] as const,
  }
  const live = dailyLife(life, random)
  return () => {
    account.timetable.catchUp()
    live()
  }
}
