import { chooseNights, known, refuseOptions, requireOrder } from '../kit/asked.ts'
import { secondOf } from '../kit/clock.ts'
import { ControlError } from '../kit/control-error.ts'
import type { SimulatorTools } from '../kit/definition.ts'
import { readFields } from '../kit/fields.ts'
import { firstFreeStay } from '../kit/free-stay.ts'
import { LivingAccount } from '../kit/living-account.ts'
import { inventPerson } from '../kit/people.ts'
import { inventBooking } from './invent-booking.ts'
import { bookingFields, isOver, keyOf, propertyFields, type Booking, type Property } from './records.ts'
import { firstBooking } from './seed.ts'
import type { Store } from './store.ts'

const wrongOrder = 'checkOutDate must not be before checkInDate'

/** What happens in the account after it was seeded. */
export class Account extends LivingAccount<Store, null, Booking> {
  constructor(store: Store, tools: SimulatorTools) {
    super(store, tools, null)
  }

  book(input: unknown): Booking {
    const fields = readFields(bookingFields, input, ['id', 'messageThreadId'])
    const property = this.#propertyFor(fields.propertyId)
    requireOrder(fields.checkInDate, fields.checkOutDate, wrongOrder)
    const stay = chooseNights(
      { arrival: fields.checkInDate, departure: fields.checkOutDate },
      this.today(),
      this.random,
      (from, nights) => firstFreeStay(this.store.occupied(property.id), 1, from, nights),
    )
    const nowMs = this.nowMs()
    const plan = {
      id: String(this.store.nextId('booking', firstBooking)),
      property,
      ...stay,
      status: fields.status ?? (property.asksFirst === true ? 'UNCONFIRMED' : 'BOOKED'),
      person: inventPerson(this.random, this.random.int(100_000, 999_999)),
      madeAtMs: nowMs,
      nowMs,
    }
    const booking: Booking = { ...inventBooking(plan, this.random), ...fields, propertyId: property.id }
    this.lateGuests.mayHoldBack(booking, { firstName: '', lastName: '', email: null, phone: null })
    return this.store.add(booking)
  }

  change(key: string, input: unknown): Booking {
    return this.apply(this.booking(key), readFields(bookingFields, input, ['id', 'propertyId']))
  }

  cancel(key: string, input: unknown): Booking {
    refuseOptions(input)
    const booking = this.booking(key)
    if (isOver(booking)) throw new ControlError(`booking ${key} is over already`)
    return this.apply(booking, { status: 'CANCELLED_BY_TRAVELER', cancelledBy: 'TRAVELER' })
  }

  remove(key: string): void {
    const booking = this.booking(key)
    this.lateGuests.take(booking)
    this.store.bookings.delete(keyOf(booking))
  }

  changeListing(id: string, input: unknown): Property {
    return Object.assign(this.property(id), readFields(propertyFields, input, ['id']))
  }

  property(id: string): Property {
    return known(this.store.properties.get(id), `no listing ${id}`)
  }

  booking(key: string): Booking {
    return known(this.store.bookings.get(key), `no reservation ${key}`)
  }

  apply(booking: Booking, fields: Partial<Booking>): Booking {
    requireOrder(
      fields.checkInDate ?? booking.checkInDate,
      fields.checkOutDate ?? booking.checkOutDate,
      wrongOrder,
    )
    const stamp = { lastUpdatedDateTime: secondOf(this.nowMs()) }
    Object.assign(booking, this.lateGuests.take(booking), stamp, fields)
    return booking
  }

  #propertyFor(id: string | undefined): Property {
    if (id !== undefined) return known(this.store.properties.get(id), `no listing ${id}`, 400)
    const open = [...this.store.properties.values()].filter(({ isActive }) => isActive !== false)
    if (open.length === 0) throw new ControlError('there is no listing to book')
    return this.random.pick(open)
  }
}
