import { chooseNights, known, refuseOptions, requireOrder } from '../kit/asked.ts'
import { ControlError } from '../kit/control-error.ts'
import { blankRow, readFields } from '../kit/fields.ts'
import { firstFreeStay } from '../kit/free-stay.ts'
import { LivingAccount } from '../kit/living-account.ts'
import { inventPerson } from '../kit/people.ts'
import { Deck } from '../kit/random.ts'
import { inventBooking } from './invent-booking.ts'
import { apartmentFields, bookingFields, guestFields } from './records.ts'
import type { Apartment, Booking, PricedApartment } from './records.ts'
import { firstBookingId, firstGuestId } from './seed-bookings.ts'
import { stamp } from './stamp.ts'
import type { Store } from './store.ts'
import { blockedChannel, channels, type Channel } from './vocabulary.ts'
import type { Action, Webhooks } from './webhooks.ts'

const nobody: Partial<Booking> = Object.fromEntries(guestFields.map((name) => [name, '']))
const wrongOrder = 'departure must not be before arrival'

/** Things happen in the account after it was seeded; every change moves `modifiedAt` and sends the webhook. */
export class Account extends LivingAccount<Store, Webhooks, Booking> {
  readonly #channels = new Deck(
    this.random.fork('channels'),
    channels.filter(([channel]) => !channel.isFeed),
  )

  book(input: unknown): Booking {
    const fields = readFields(bookingFields, input, ['id'])
    const lodging = this.#chooseLodging(fields.apartment)
    const nowMs = this.nowMs()
    const person = this.random.int(100_000, 999_999)
    const plan = {
      id: this.store.nextId('booking', firstBookingId),
      lodging,
      ...this.#chooseStay(lodging, fields),
      type: fields.type ?? 'reservation',
      channel: this.#channels.draw(),
      person: inventPerson(this.random, person),
      guestId: firstGuestId + person,
      madeAtMs: nowMs,
      changedAtMs: nowMs,
    }
    const booking = { ...inventBooking(plan, this.random), ...fields }
    this.lateGuests.mayHoldBack(booking, nobody)
    this.store.bookings.set(booking.id, booking)
    this.webhooks.send('newReservation', booking)
    return booking
  }

  /** A booking through the API has only the fields that were sent. */
  make({ apartment }: PricedApartment, channel: Channel, fields: Partial<Booking>): Booking {
    const now = stamp(this.nowMs())
    const { firstname = '', lastname = '' } = fields
    const booking: Booking = {
      ...blankRow(bookingFields, this.store.nextId('booking', firstBookingId)),
      type: 'reservation',
      'created-at': now,
      modifiedAt: now,
      apartment: { id: apartment.id, name: apartment.name },
      channel: { id: channel.id, name: channel.name },
      'guest-name': `${firstname} ${lastname}`.trim(),
      'is-blocked-booking': channel === blockedChannel,
      'price-paid': 'No',
      related: [],
      priceElements: [],
      ...fields,
    }
    this.store.bookings.set(booking.id, booking)
    this.webhooks.send('newReservation', booking)
    return booking
  }

  change(id: string, input: unknown): Booking {
    const booking = this.booking(id)
    const fields = readFields(bookingFields, input, ['id'])
    requireOrder(fields.arrival ?? booking.arrival, fields.departure ?? booking.departure, wrongOrder)
    return this.apply(booking, fields)
  }

  cancel(id: string, input: unknown): Booking {
    refuseOptions(input)
    const booking = this.booking(id)
    if (booking.type === 'cancellation') throw new ControlError(`booking ${id} is already cancelled`)
    return this.apply(booking, { type: 'cancellation' }, 'cancelReservation')
  }

  remove(id: string): void {
    const booking = this.booking(id)
    this.lateGuests.take(booking)
    this.store.bookings.delete(booking.id)
    this.webhooks.send('deleteReservation', booking)
  }

  changeListing(id: string, input: unknown): Apartment {
    const { apartment } = known(this.store.lodgings.get(Number(id)), `no apartment ${id}`)
    return Object.assign(apartment, readFields(apartmentFields, input, ['id']))
  }

  booking(id: string): Booking {
    return known(this.store.bookings.get(Number(id)), `no booking ${id}`)
  }

  apply(booking: Booking, fields: Partial<Booking>, action: Action = 'updateReservation'): Booking {
    const modifiedAt = stamp(this.nowMs())
    Object.assign(booking, { modifiedAt }, this.lateGuests.take(booking), fields)
    this.webhooks.send(action, booking)
    return booking
  }

  #chooseLodging(apartment: object | null | undefined): PricedApartment {
    const lodgings = [...this.store.lodgings.values()]
    if (apartment === undefined && lodgings.length > 0) return this.random.pick(lodgings)
    const id = Number((apartment as { id?: unknown } | null | undefined)?.id ?? 0)
    return known(this.store.lodgings.get(id), `no apartment ${id}`, 400)
  }

  #chooseStay({ apartment }: PricedApartment, { arrival, departure }: Partial<Booking>) {
    requireOrder(arrival, departure, wrongOrder)
    return chooseNights({ arrival, departure }, this.today(), this.random, (from, nights) =>
      firstFreeStay(this.store.occupied(apartment.id), 1, from, nights),
    )
  }
}
