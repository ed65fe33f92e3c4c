import { known } from '../kit/asked.ts'
import { addDays } from '../kit/clock.ts'
import { ControlError } from '../kit/control-error.ts'
import type { SimulatorTools } from '../kit/definition.ts'
import { readFields, readObject, refuseUnknown } from '../kit/fields.ts'
import { firstFreeStay } from '../kit/free-stay.ts'
import { LateGuests } from '../kit/late-guests.ts'
import { inventPerson } from '../kit/people.ts'
import type { SeededRandom } from '../kit/random.ts'
import { ofCategory, ofCustomer, readInput } from './control-fields.ts'
import { inventCustomer } from './invent-customer.ts'
import { inventStay, invoiceStates } from './invent-stay.ts'
import { amountOf } from './money.ts'
import { dayIn, moment } from './moments.ts'
import { freeRoom, occupied } from './nights.ts'
import type { Category, Customer, Reservation } from './records.ts'
import { agenciesOf } from './seed-stays.ts'
import type { Store } from './store.ts'
import type { Webhooks } from './webhooks.ts'

const nobody = { FirstName: null, LastName: '', Email: null, Phone: null }

/** Things happen after the portfolio was seeded. */
export class Account {
  readonly store: Store
  readonly #tools: SimulatorTools
  readonly #webhooks: Webhooks
  readonly #random: SeededRandom
  /** Late guest data changes the profile only, not the reservation. */
  readonly lateGuests: LateGuests<Customer>

  constructor(store: Store, tools: SimulatorTools, webhooks: Webhooks) {
    this.store = store
    this.#tools = tools
    this.#webhooks = webhooks
    this.#random = tools.random.fork('account')
    this.lateGuests = new LateGuests(tools, (customer) =>
      this.#changeCustomer(customer, this.lateGuests.take(customer)),
    )
  }

  book(input: unknown): Reservation {
    const { fields, extra } = readInput(input)
    const category = this.#category(fields.RequestedResourceCategoryId)
    const random = this.#random
    const nowMs = this.#tools.clock.nowMs()
    const stay = firstFreeStay(
      occupied(this.store, category),
      this.store.rooms(category.Id).length,
      addDays(this.#tools.clock.today(), random.int(2, 60)),
      random.int(1, 5),
    )
    const customer = inventCustomer(inventPerson(random, random.int(100_000, 999_999)), moment(nowMs), random)
    this.lateGuests.mayHoldBack(customer, nobody)
    this.store.customers.add(customer)
    const agency = random.chance(0.6) ? random.pick(agenciesOf(this.store)) : undefined
    const plan = {
      category,
      ...stay,
      roomId: freeRoom(this.store, category, stay),
      state: typeof fields.State === 'string' ? fields.State : 'Confirmed',
      origin: agency === undefined ? random.pick(['Distributor', 'Commander']) : 'ChannelManager',
      customer,
      company: undefined,
      agency,
      madeAtMs: nowMs,
      nowMs,
    }
    const reservation = inventStay(this.store, plan, random)
    Object.assign(reservation, fields)
    this.#setBesides(reservation, extra)
    this.#webhooks.send(this.#enterpriseId(reservation), [
      ['CustomerAdded', customer.Id],
      ['CustomerUpdated', customer.Id],
      ['ServiceOrderUpdated', reservation.Id],
    ])
    return reservation
  }

  change(id: string, input: unknown): Reservation {
    const reservation = this.reservation(id)
    const { fields, extra } = readInput(input)
    const start = fields.ScheduledStartUtc ?? reservation.ScheduledStartUtc
    const end = fields.ScheduledEndUtc ?? reservation.ScheduledEndUtc
    if (end <= start) throw new ControlError('ScheduledEndUtc must be after ScheduledStartUtc')
    Object.assign(reservation, fields)
    this.#setBesides(reservation, extra)
    if (Object.keys(fields).length === 0) return reservation
    if (fields.State !== undefined) this.#settle(reservation)
    this.touch(reservation)
    return reservation
  }

  cancel(id: string, input: unknown): Reservation {
    const reservation = this.reservation(id)
    const body = readObject(input)
    refuseUnknown(body, ['cancelledBy'])
    const { cancelledBy = 'guest' } = body
    if (cancelledBy !== 'guest' && cancelledBy !== 'host') {
      throw new ControlError('cancelledBy must be guest or host')
    }
    if (reservation.State === 'Canceled') throw new ControlError(`reservation ${id} is already canceled`)
    reservation.State = 'Canceled'
    reservation.CancellationReason = cancelledBy === 'guest' ? 'RequestedByGuest' : 'ServiceNotAvailable'
    reservation.CancelledUtc = this.#now()
    this.#settle(reservation)
    this.touch(reservation)
    return reservation
  }

  /** Only tests remove reservations; the vendor just cancels them. */
  remove(id: string): void {
    this.store.erase(this.reservation(id))
  }

  changeListing(id: string, input: unknown): Category {
    const category = known(this.store.categories.get(id), `no room type ${id}`)
    return Object.assign(category, readFields(ofCategory, input, []))
  }

  reservation(id: string): Reservation {
    return known(this.store.reservations.get(id), `no reservation ${id}`)
  }

  today(): string {
    return this.#tools.clock.today()
  }

  #setBesides(reservation: Reservation, extra: Record<string, unknown>): void {
    if (extra.NightlyGross !== undefined) this.#reprice(reservation, extra.NightlyGross)
    if (extra.Customer === undefined) return
    const customer = this.store.customers.get(reservation.BookerId ?? reservation.AccountId)
    if (customer !== undefined)
      this.#changeCustomer(customer, readFields(ofCustomer, extra.Customer, []) as object)
  }

  #changeCustomer(customer: Customer, fields: object): void {
    Object.assign(customer, fields, { UpdatedUtc: this.#now() })
    const enterprise = this.store.enterprises.values()[0]?.Id ?? ''
    this.#webhooks.send(enterprise, [['CustomerUpdated', customer.Id]])
  }

  /** Only the order items change, not the reservation. */
  #reprice(reservation: Reservation, gross: unknown): void {
    if (typeof gross !== 'number' || !Number.isFinite(gross))
      throw new ControlError('NightlyGross must be a number')
    const amount = amountOf(gross, this.store.enterpriseOf(reservation.ServiceId))
    for (const item of this.store.itemsOf(reservation.Id).filter(({ Type }) => Type === 'SpaceOrder')) {
      Object.assign(item, { Amount: amount, UnitAmount: amount, UpdatedUtc: this.#now() })
    }
  }

  /** Order items follow the state of their reservation. */
  #settle(reservation: Reservation): void {
    const state = invoiceStates[reservation.State] ?? 'Open'
    for (const item of this.store.itemsOf(reservation.Id)) {
      item.AccountingState = state
      item.CanceledUtc = state === 'Canceled' ? this.#now() : null
      item.UpdatedUtc = this.#now()
    }
  }

  /** Marks a reservation as changed and sends the webhook. */
  touch(reservation: Reservation): void {
    const { ScheduledStartUtc: StartUtc, ScheduledEndUtc: EndUtc } = reservation
    Object.assign(reservation, { StartUtc, EndUtc, UpdatedUtc: this.#now() })
    this.#webhooks.send(this.#enterpriseId(reservation), [['ServiceOrderUpdated', reservation.Id]])
  }

  #category(id: string | null | undefined): Category {
    const open = this.store.sellable()
    const match = open.find((row) => row.Id === id)
    if (id) return known(match, `no room type ${id}`, 400)
    if (open.length === 0) throw new ControlError('there is no room type to book')
    return this.#random.pick(open)
  }

  #enterpriseId(reservation: Reservation): string {
    return this.store.enterpriseOf(reservation.ServiceId).Id
  }

  #now(): string {
    return moment(this.#tools.clock.nowMs())
  }

  /** Returns the hotel's day on which a stay begins. */
  arrivalOf(reservation: Reservation): string {
    const { TimeZoneIdentifier } = this.store.enterpriseOf(reservation.ServiceId)
    return dayIn(reservation.ScheduledStartUtc, TimeZoneIdentifier)
  }
}
