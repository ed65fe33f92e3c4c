import { flagParam, intParam, textParam, type Query } from '../kit/query.ts'
import { inOrder, rowTests } from '../kit/row-list.ts'
import type { World } from '../kit/world/world.ts'
import { conversationIdOf, conversationOf, isUnread } from './records.ts'
import { reservationExtras, reservationResources, type HostawayKinds, type Reservation } from './records.ts'

/** The field of each order; ids decide between equals. Behind a name, `Desc` puts the newest first. */
const orders = {
  updatedOn: 'updatedOn',
  arrivalDate: 'arrivalDate',
  latestActivity: 'latestActivityOn',
  lastConversationMessageSent: 'messageSentOn',
  lastConversationMessageReceived: 'messageReceivedOn',
} as const
const usualOrder = 'updatedOnDesc'

type Compare = (left: Reservation, right: Reservation) => number

/** Keeps sorted lists of reservations until something in the account changes. */
export class ReservationOrder {
  readonly #world: World<HostawayKinds>
  readonly #sorted = new Map<string, { rows: Reservation[]; compare: Compare }>()

  constructor(world: World<HostawayKinds>) {
    this.#world = world
    world.onEvent(() => this.#sorted.clear())
  }

  by(query: Query): { rows: readonly Reservation[]; compare: Compare } {
    const order = textParam(query, 'sortOrder') ?? usualOrder
    const name = Object.hasOwn(orders, order.replace(/Desc$/, '')) ? order : usualOrder
    const sorted = this.#sorted.get(name) ?? this.#sortedBy(this.#compare(name))
    this.#sorted.set(name, sorted)
    return sorted
  }

  #sortedBy(compare: Compare) {
    return { rows: this.#world.stays.all().sort(compare), compare }
  }

  #compare(name: string): Compare {
    const isReversed = name.endsWith('Desc')
    const field = orders[name.replace(/Desc$/, '') as keyof typeof orders]
    if (field !== 'messageSentOn' && field !== 'messageReceivedOn')
      return inOrder((row) => row[field] ?? '', { isReversed })
    const times = new Map(
      this.#world.threads.all().map((row) => [row.stay, conversationOf(row)[field] ?? '']),
    )
    return inOrder((row) => times.get(row) ?? '', { isReversed })
  }
}

/** Returns the list's filter; an absent parameter passes everything. */
export function reservationFilter(
  { threads }: World<HostawayKinds>,
  query: Query,
): (reservation: Reservation) => boolean {
  const { test, passes } = rowTests<Reservation>()
  test(intParam(query, 'listingId'), (row, id) => row.listingMapId === id)
  test(intParam(query, 'channelId'), (row, id) => row.channelId === id)
  test(intParam(query, 'assigneeUserId'), (row, id) => row.assigneeUserId === id)
  test(textParam(query, 'customerUserId'), (row, id) => row.customerUserId === id)
  test(textParam(query, 'reservationAgreement'), (row, word) => row.reservationAgreement === word)
  test(textParam(query, 'match'), (row, part) => hasText(row.guestName, part))
  test(textParam(query, 'guestEmail')?.toLowerCase(), (row, email) => row.guestEmail?.toLowerCase() === email)
  for (const name of ['arrival', 'departure'] as const) {
    test(textParam(query, `${name}StartDate`), (row, day) => (row[`${name}Date`] ?? '') >= day)
    test(textParam(query, `${name}EndDate`), (row, day) => (row[`${name}Date`] ?? '') <= day)
  }
  // Whole days are compared with both ends included, whatever hour is given.
  const activityDay = (row: Reservation) => (row.latestActivityOn ?? '').slice(0, 10)
  test(textParam(query, 'latestActivityStart')?.slice(0, 10), (row, day) => activityDay(row) >= day)
  test(textParam(query, 'latestActivityEnd')?.slice(0, 10), (row, day) => activityDay(row) <= day)
  for (const name of ['isStarred', 'isArchived', 'isPinned'] as const) {
    test(flagParam(query, name), (row, isWanted) => (row[name] === 1) === isWanted)
  }
  test(
    flagParam(query, 'hasUnreadConversationMessages'),
    (row, isWanted) => isUnread(threads.messagesIn(conversationIdOf(row))) === isWanted,
  )
  return passes
}

/** Shows a reservation of a list, without parts that were not requested. */
export function showReservation(query: Query): (reservation: Reservation) => object {
  const extras = Object.entries(reservationExtras).filter(([name]) => flagParam(query, name) !== true)
  const resources = flagParam(query, 'includeResources') === false ? reservationResources : []
  return (reservation) => without(reservation, [...resources, ...extras.map(([, field]) => field)])
}

/** Upper and lower case are the same. */
export function hasText(text: string | null, part: string): boolean {
  return (text ?? '').toLowerCase().includes(part.toLowerCase())
}

export function without(record: object, names: readonly string[]): object {
  const rest: Record<string, unknown> = { ...record }
  for (const name of names) delete rest[name]
  return rest
}
