/**
 * A stay is known by the last name of its guest, since its id is not known while its answer is lost. Its time of arrival
 * is a record of its own, and each of its nights is sold.
 */
import { nightsBetween } from '../../../simulators/ical/peer.ts'
import type { SeenEffect } from '../history.ts'
import {
  isWholeList,
  orderOf,
  rowsOf,
  type CallMeaning,
  type JsonFields,
  type ParsedExchange,
} from './meaning.ts'

const guestOf = ({ guestName }: JsonFields) =>
  typeof guestName === 'string' ? guestName.split(' ').at(-1) : undefined

/** Names by which a test knows a reservation: of its guest, or of the channel that took it. */
export function namesOfStay(stay: JsonFields): string[] {
  const names = [guestOf(stay), stay.confirmationCode]
  return names.filter((name) => typeof name === 'string').map((name) => `stay ${name}`)
}

const effectOf = (stay: JsonFields): SeenEffect => ({
  kind: 'reservation',
  id: String(stay.id),
  causes: namesOfStay(stay),
})

function readsOf(stay: JsonFields) {
  const guest = guestOf(stay)
  const { id, checkInTime } = stay
  return [
    { record: `arrival ${String(id)}`, value: typeof checkInTime === 'string' ? checkInTime : null },
    ...(guest === undefined ? [] : [{ record: `stay ${guest}`, value: 'made' }]),
  ]
}

export function reservationMeaning(exchange: ParsedExchange): CallMeaning | null {
  const { method, path, query, body, status, answer } = exchange
  const [isThis, id, part] = /^\/v1\/reservations(?:\/(\d+))?(\/history|\/cancel)?$/.exec(path) ?? []
  if (isThis === undefined || query.get('dry_run') === 'true') return null
  if (method === 'POST' && id === undefined) return bookingMeaning(body, answer)
  if (part === '/cancel') return { releases: { holder: `reservation ${id}`, nights: null } }
  if (method === 'PATCH' && typeof body.checkInTime === 'string')
    return { writes: [{ record: `arrival ${id}`, value: body.checkInTime }] }
  if (method !== 'GET' || status !== 200) return null
  if (part !== undefined) {
    const values = orderOf(exchange, 'checkInTime')
    return values === null ? null : { orders: [{ record: `arrival ${id}`, values }] }
  }
  if (id !== undefined) return { reads: readsOf(answer), effects: [effectOf(answer)] }
  const stays = rowsOf(answer)
  const read = { reads: stays.flatMap(readsOf), effects: stays.map(effectOf) }
  return isWholeList(exchange) ? { ...read, readsAll: 'stay ' } : read
}

function bookingMeaning(
  { guest, listingId, checkIn, checkOut }: JsonFields,
  { id }: JsonFields,
): CallMeaning | null {
  const { lastName } = (guest ?? {}) as { lastName?: unknown }
  if (typeof lastName !== 'string') return null
  const nights = nightsBetween(String(checkIn), String(checkOut))
  const held = nights.map((night) => `${String(listingId)} ${night}`)
  return {
    causes: [`stay ${lastName}`],
    holds: {
      ...{ holder: `stay ${lastName}`, nights: held },
      ...(id === undefined ? {} : { alias: `reservation ${String(id)}` }),
    },
    writes: [
      { record: `stay ${lastName}`, value: 'made' },
      ...held.map((night) => ({ record: `sale ${night}`, value: 'sold' })),
    ],
  }
}
