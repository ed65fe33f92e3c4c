import { flagParam, intParam, textParam, type Query } from '../kit/query.ts'
import { inOrder, rowTests } from '../kit/row-list.ts'
import { reservationExtras, reservationResources, type Reservation } from './reservation-record.ts'
import type { Store } from './store.ts'

type Key = (reservation: Reservation) => string

/** The field of each order, and whether the newest comes first; ids decide between equals. */
const orders = {
  default: ['updatedOn', true],
  updatedOn: ['updatedOn', false],
  arrivalDate: ['arrivalDate', false],
  arrivalDateDesc: ['arrivalDate', true],
  latestActivity: ['latestActivityOn', false],
  latestActivityDesc: ['latestActivityOn', true],
  lastConversationMessageSent: ['messageSentOn', false],
  lastConversationMessageSentDesc: ['messageSentOn', true],
  lastConversationMessageReceived: ['messageReceivedOn', false],
  lastConversationMessageReceivedDesc: ['messageReceivedOn', true],
} as const

type OrderName = keyof typeof orders

function isOrderName(name: string | undefined): name is OrderName {
  return name !== undefined && Object.hasOwn(orders, name)
}

export type Compare = (left: Reservation, right: Reservation) => number

/** Keeps sorted lists of reservations until something in the account changes. */
export class ReservationOrder {
  readonly #store: Store
  #version = -1
  #sorted = new Map<OrderName, { rows: Reservation[]; compare: Compare }>()

  constructor(store: Store) {
    this.#store = store
  }

  by(query: Query): { rows: readonly Reservation[]; compare: Compare } {
    const order = textParam(query, 'sortOrder')
    const name = isOrderName(order) ? order : 'default'
    if (this.#version !== this.#store.version) this.#sorted.clear()
    this.#version = this.#store.version
    const compare = this.#compare(name)
    const sorted = this.#sorted.get(name) ?? {
      rows: [...this.#store.reservations.values()].sort(compare),
      compare,
    }
    this.#sorted.set(name, sorted)
    return sorted
  }

  #compare(name: OrderName): Compare {
    const [field, newestFirst] = orders[name]
    const key: Key =
      field === 'messageSentOn' || field === 'messageReceivedOn'
        ? this.#lastMessages(field)
        : (reservation) => reservation[field] ?? ''
    return inOrder(key, { isReversed: newestFirst })
  }

  #lastMessages(field: 'messageSentOn' | 'messageReceivedOn'): Key {
    const times = new Map<number, string>()
    for (const conversation of this.#store.conversations.values()) {
      times.set(conversation.reservationId, conversation[field] ?? '')
    }
    return (reservation) => times.get(reservation.id) ?? ''
  }
}

/** Returns the list's filter; an absent parameter passes everything. */
export function reservationFilter(store: Store, query: Query): (reservation: Reservation) => boolean {
  const { test, passes } = rowTests<Reservation>()
  test(intParam(query, 'listingId'), (row, id) => row.listingMapId === id)
  test(intParam(query, 'channelId'), (row, id) => row.channelId === id)
  test(intParam(query, 'assigneeUserId'), (row, id) => row.assigneeUserId === id)
  test(textParam(query, 'customerUserId'), (row, id) => row.customerUserId === id)
  test(textParam(query, 'reservationAgreement'), (row, word) => row.reservationAgreement === word)
  test(textParam(query, 'match')?.toLowerCase(), (row, part) =>
    (row.guestName ?? '').toLowerCase().includes(part),
  )
  test(
    textParam(query, 'guestEmail')?.toLowerCase(),
    (row, email) => (row.guestEmail ?? '').toLowerCase() === email,
  )
  for (const [name, field] of [
    ['arrival', 'arrivalDate'],
    ['departure', 'departureDate'],
  ] as const) {
    test(textParam(query, `${name}StartDate`), (row, day) => (row[field] ?? '') >= day)
    test(textParam(query, `${name}EndDate`), (row, day) => (row[field] ?? '') <= day)
  }
  // Whole days are compared with both ends included, whatever hour is given.
  const activityDay = (row: Reservation) => (row.latestActivityOn ?? '').slice(0, 10)
  test(textParam(query, 'latestActivityStart')?.slice(0, 10), (row, day) => activityDay(row) >= day)
  test(textParam(query, 'latestActivityEnd')?.slice(0, 10), (row, day) => activityDay(row) <= day)
  for (const name of ['isStarred', 'isArchived', 'isPinned'] as const) {
    test(flagParam(query, name), (row, isWanted) => (row[name] === 1) === isWanted)
  }
  const unread = [...store.conversations.values()].filter((one) => one.hasUnreadMessages === 1)
  const ids = new Set(unread.map((one) => one.reservationId))
  test(flagParam(query, 'hasUnreadConversationMessages'), (row, isWanted) => ids.has(row.id) === isWanted)
  return passes
}

/** Shows a reservation of a list, without parts that were not requested. */
export function showReservation(query: Query): (reservation: Reservation) => object {
  const left: string[] = flagParam(query, 'includeResources') === false ? [...reservationResources] : []
  for (const [parameter, field] of Object.entries(reservationExtras)) {
    if (flagParam(query, parameter) !== true) left.push(field)
  }
  return (reservation) => without(reservation, left)
}

export function without(record: object, names: readonly string[]): object {
  const rest: Record<string, unknown> = { ...record }
  for (const name of names) delete rest[name]
  return rest
}
