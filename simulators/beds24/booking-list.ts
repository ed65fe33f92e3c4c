import { textParam, type Query } from '../kit/query.ts'
import { heldOr } from '../kit/server.ts'
import { failure, idsParam, manyParam } from './envelope.ts'
import { readMoment } from './moment.ts'
import type { Booking } from './records.ts'
import type { Store } from './store.ts'
import { statuses, usualStatuses } from './vocabulary.ts'

type Test = (booking: Booking) => boolean

const days = ['arrival', 'arrivalFrom', 'arrivalTo', 'departure', 'departureFrom', 'departureTo'] as const
const moments = ['bookingTimeFrom', 'bookingTimeTo', 'modifiedFrom', 'modifiedTo'] as const

/** Returns the rows that a query asks for. */
export function selectBookings({ world }: Store, query: Query): Booking[] {
  const tests = [...idTests(query), ...dayTests(query, world.today()), ...timeTests(query), statusTest(query)]
  return world.stays
    .all()
    .filter((booking) => tests.every((test) => test(booking)))
    .toSorted((left, right) => (left.arrival ?? '').localeCompare(right.arrival ?? '') || left.id - right.id)
}

function idTests(query: Query): Test[] {
  return (['id', 'propertyId', 'roomId', 'masterId'] as const).flatMap((name): Test[] => {
    const ids = idsParam(query, name)
    return ids === undefined ? [] : [(booking) => ids.has(booking[name] ?? 0)]
  })
}

/** Without days or numbers, the list has only future bookings. */
function dayTests(query: Query, today: string): Test[] {
  const tests = days.flatMap((name): Test[] => {
    const day = textParam(query, name)
    if (day === undefined) return []
    const field = name.startsWith('arrival') ? 'arrival' : 'departure'
    if (name.endsWith('From')) return [(booking) => (booking[field] ?? '') >= day]
    if (name.endsWith('To')) return [(booking) => (booking[field] ?? '') <= day]
    return [(booking) => booking[field] === day]
  })
  const isNumbered = ['id', 'masterId'].some((name) => textParam(query, name) !== undefined)
  if (tests.length > 0 || isNumbered) return tests
  return [(booking) => (booking.departure ?? '') >= today]
}

function timeTests(query: Query): Test[] {
  return moments.flatMap((name): Test[] => {
    const text = textParam(query, name)
    if (text === undefined) return []
    const bound = heldOr(readMoment(text), failure(400, `${name} not valid`))
    const field = name.startsWith('modified') ? 'modifiedTime' : 'bookingTime'
    const at = (booking: Booking) => Date.parse(booking[field] ?? '')
    return [(booking) => (name.endsWith('From') ? at(booking) >= bound : at(booking) <= bound)]
  })
}

/** Without `status` cancelled rows are left out, but a row requested by its number always comes. */
function statusTest(query: Query): Test {
  const statusWords = manyParam(query, 'status')
  if (statusWords.length === 0 && textParam(query, 'id') !== undefined) return () => true
  const wantedStatuses = statusWords.length === 0 ? usualStatuses : statusWords
  // An unknown status stands for a word the vendor adds later; callers who list all statuses get it.
  const knowsAll = statuses.every((status) => wantedStatuses.includes(status))
  return ({ status }) =>
    wantedStatuses.includes(status ?? '') || (knowsAll && !statuses.includes(status ?? ''))
}
