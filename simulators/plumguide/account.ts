import { chooseNights, known, refuseOptions, requireOrder } from '../kit/asked.ts'
import { secondOf } from '../kit/clock.ts'
import { ControlError } from '../kit/control-error.ts'
import { readFields } from '../kit/fields.ts'
import { firstFreeStay } from '../kit/free-stay.ts'
import { LivingAccount } from '../kit/living-account.ts'
import { inventPerson } from '../kit/people.ts'
import { inventBooking } from './invent-booking.ts'
import { bookingFields, listingFields, type Booking, type Listing } from './records.ts'
import { codeOf, firstCode } from './seed.ts'
import type { Store } from './store.ts'
import type { Webhooks } from './webhooks.ts'

const wrongOrder = 'checkOut must not be before checkIn'
const over: readonly (string | null)[] = ['Cancelled', 'Declined']

/** Things happen in the account after it was seeded. */
export class Account extends LivingAccount<Store, Webhooks, Booking> {
  book(input: unknown): Booking {
    const fields = readFields(bookingFields, input, ['bookingCode'])
    const listing = this.#listingFor(fields.listingId)
    requireOrder(fields.checkIn, fields.checkOut, wrongOrder)
    const stay = chooseNights(
      { arrival: fields.checkIn, departure: fields.checkOut },
      this.today(),
      this.random,
      (from, nights) => firstFreeStay(this.store.occupied(listing.id), 1, from, nights),
    )
    const plan = {
      code: codeOf(this.store.nextId('booking', firstCode)),
      listing,
      nights: this.store.nightsOf(listing.id),
      ...stay,
      status: fields.status ?? (listing.instantBook === false ? 'Requested' : 'Confirmed'),
      person: inventPerson(this.random, this.random.int(100_000, 999_999)),
      madeAtMs: this.nowMs(),
    }
    const booking: Booking = { ...inventBooking(plan, this.random), ...fields }
    this.lateGuests.mayHoldBack(booking, { guestName: null })
    this.store.bookings.set(booking.bookingCode, booking)
    this.webhooks.send(booking.bookingCode)
    return booking
  }

  change(code: string, input: unknown): Booking {
    return this.apply(this.booking(code), readFields(bookingFields, input, ['bookingCode']))
  }

  cancel(code: string, input: unknown): Booking {
    refuseOptions(input)
    const booking = this.booking(code)
    if (over.includes(booking.status)) throw new ControlError(`booking ${code} is over already`)
    return this.apply(booking, { status: 'Cancelled', cancelledAt: secondOf(this.nowMs()) })
  }

  /** The host answers through a link in the vendor's e-mail, since the API has no call for it. */
  answer(code: string, isApproved: boolean): Booking {
    const booking = this.booking(code)
    if (booking.status !== 'Requested') throw new ControlError(`booking ${code} waits for no answer`)
    return this.apply(booking, { status: isApproved ? 'Confirmed' : 'Declined' })
  }

  remove(code: string): void {
    const booking = this.booking(code)
    this.lateGuests.take(booking)
    this.store.bookings.delete(code)
    this.webhooks.send(code)
  }

  changeListing(id: string, input: unknown): Listing {
    const listing = this.listing(id)
    return Object.assign(listing, readFields(listingFields, input, ['id']))
  }

  listing(id: string): Listing {
    return known(this.store.listings.get(id), `no listing ${id}`)
  }

  booking(code: string): Booking {
    return known(this.store.bookings.get(code), `no reservation ${code}`)
  }

  apply(booking: Booking, fields: Partial<Booking>): Booking {
    requireOrder(fields.checkIn ?? booking.checkIn, fields.checkOut ?? booking.checkOut, wrongOrder)
    Object.assign(booking, this.lateGuests.take(booking), fields)
    this.webhooks.send(booking.bookingCode)
    return booking
  }

  #listingFor(id: string | undefined): Listing {
    if (id !== undefined) return known(this.store.listings.get(id), `no listing ${id}`, 400)
    const open = [...this.store.listings.values()].filter(({ status }) => status === 'Approved')
    if (open.length === 0) throw new ControlError('there is no listing to book')
    return this.random.pick(open)
  }
}
