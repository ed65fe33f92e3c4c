import { daysBetween, nextDay } from '../kit/clock.ts'
import type { SimulatorTools } from '../kit/definition.ts'
import type { SeededRandom } from '../kit/random.ts'
import type { Account } from './account.ts'
import { guid } from './guid.ts'
import { connectorProfileId } from './invent-customer.ts'
import { blankReservation, inventItem } from './invent-stay.ts'
import { amountOf } from './money.ts'
import { dayIn, midnight, moment } from './moments.ts'
import { freeRoom, nightPrice } from './nights.ts'
import type { Amount, Category, Rate, Reservation } from './records.ts'
import type { Store } from './store.ts'

/** A stay as the API's caller requests it. */
export interface StayOrder {
  category: Category
  rate: Rate
  startUtc: string
  endUtc: string
  persons: Reservation['PersonCounts']
  /** What each night costs with taxes, if the hotel's own prices do not apply. */
  nights: number[] | undefined
}

export interface ReservationOrder extends StayOrder {
  state: string
  customerId: string
  roomId: string | null
  channelNumber: string | null
  releasedUtc: string | null
  notes: string | null
}

interface Charge {
  Type: string
  amount: Amount
  startUtc: string
  name: string
}

/** Returns the charges of a stay: its nights and city tax. */
export function chargesOf(store: Store, { category, rate, startUtc, endUtc, nights }: StayOrder): Charge[] {
  const enterprise = store.enterpriseOf(category.ServiceId)
  const zone = enterprise.TimeZoneIdentifier
  const [arrival, departure] = [dayIn(startUtc, zone), dayIn(endUtc, zone)]
  const charges: Charge[] = []
  for (let date = arrival, index = 0; date < departure; date = nextDay(date), index++) {
    const own = nights?.[index]
    const amount = own === undefined ? nightPrice(store, category, rate, date) : amountOf(own, enterprise)
    charges.push({ Type: 'SpaceOrder', amount, startUtc: midnight(date, zone), name: `Night ${date}` })
  }
  const cityTax = amountOf((store.sides.get(category.Id)?.price ?? 0) * 0.02, enterprise, false)
  charges.push({ Type: 'CityTax', amount: cityTax, startUtc: midnight(arrival, zone), name: 'City tax' })
  return charges
}

/** Makes the changes that come through the API. */
export class Writer {
  readonly #account: Account
  readonly #store: Store
  readonly #tools: SimulatorTools
  readonly #random: SeededRandom

  constructor(account: Account, tools: SimulatorTools) {
    this.#account = account
    this.#store = account.store
    this.#tools = tools
    this.#random = tools.random.fork('writer')
  }

  make(order: ReservationOrder): Reservation {
    const { category, rate, startUtc: start, endUtc: end, persons, state } = order
    const zone = this.#store.enterpriseOf(category.ServiceId).TimeZoneIdentifier
    const stay = { arrival: dayIn(start, zone), departure: dayIn(end, zone) }
    const known = { category, rate, state, start, end, profile: connectorProfileId }
    const reservation = {
      ...blankReservation(this.#store, { ...known, id: this.id(), at: this.now() }),
      AccountId: order.customerId,
      GroupId: this.id(),
      AssignedResourceId: order.roomId ?? freeRoom(this.#store, category, stay),
      ChannelNumber: order.channelNumber,
      ReleasedUtc: order.releasedUtc,
      PersonCounts: persons,
      Notes: order.notes,
    } as Reservation
    this.#store.reservations.add(reservation)
    this.#charge(reservation, order)
    this.#account.touch(reservation)
    return reservation
  }

  update(reservation: Reservation, order: StayOrder, reprices: boolean): void {
    const { startUtc, endUtc, persons } = order
    const isLonger =
      daysBetween(startUtc.slice(0, 10), endUtc.slice(0, 10)) !==
      daysBetween(reservation.ScheduledStartUtc.slice(0, 10), reservation.ScheduledEndUtc.slice(0, 10))
    Object.assign(reservation, {
      ScheduledStartUtc: startUtc,
      ScheduledEndUtc: endUtc,
      PersonCounts: persons,
    })
    if (reprices || isLonger) {
      this.#store.dropItems(reservation.Id)
      this.#charge(reservation, order)
    }
    this.#account.touch(reservation)
  }

  now(): string {
    return moment(this.#tools.clock.nowMs())
  }

  id(): string {
    return guid(this.#random)
  }

  #charge(reservation: Reservation, order: StayOrder): void {
    for (const charge of chargesOf(this.#store, order)) {
      this.#store.addItem(
        Object.assign(inventItem(this.#store, reservation, charge, this.#random), {
          CreatedUtc: this.now(),
          UpdatedUtc: this.now(),
        }),
      )
    }
  }
}
