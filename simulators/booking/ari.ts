/** All writes of nights share these rules about rooms, rates and nights. */
import { addDays } from '../kit/clock.ts'
import { daysOf } from '../kit/nights.ts'
import type { Account } from './account.ts'
import { codes, type Wrong } from './answers.ts'
import { noAccess } from './listing-routes.ts'
import type { RatePlan, Room } from './records.ts'
import { roomsLeft, type RateNight, type RoomNight } from './store.ts'

/** One or more nights of a room, or of one of its rates. */
export interface Update {
  room: Room
  rate?: RatePlan
  days: readonly string[]
  ofRoom?: RoomNight
  ofRate?: RateNight
}

export class RefusedUpdate extends Error {
  readonly wrong: Wrong
  readonly status: number

  constructor(wrong: Wrong, status = 400) {
    super(wrong.text)
    this.wrong = wrong
    this.status = status
  }
}

const longestRequest = 31

/** Writes before yesterday in Amsterdam, the vendor's home, are refused. */
function firstDay(nowMs: number): string {
  const today = Temporal.Instant.fromEpochMilliseconds(nowMs).toZonedDateTimeISO('Europe/Amsterdam')
  return today.toPlainDate().subtract({ days: 1 }).toString()
}

export function roomOf(account: Account, id: string): Room {
  const room = account.store.rooms.get(Number(id))
  if (room === undefined) throw new RefusedUpdate({ code: codes.invalid, text: `There is no room ${id}` })
  const hotel = room.hotel_id ?? 0
  if (!account.isConnected(hotel))
    throw new RefusedUpdate({ code: codes.forbidden, text: noAccess(hotel) }, 403)
  return room
}

export function rateOf(account: Account, room: Room, id: string): RatePlan {
  const rate = account.store.ratesOf(room.hotel_id).find((one) => one.id === Number(id))
  if (rate === undefined)
    throw new RefusedUpdate({ code: codes.invalid, text: `Room ${room.id} has no rate ${id}` })
  if (rate.readonly) throw new RefusedUpdate({ code: codes.invalid, text: `Rate ${id} is read-only` })
  return rate
}

/** Both ends are included. */
export function nightsIn(account: Account, from: string, to: string): string[] {
  if (to < from) throw new RefusedUpdate({ code: codes.invalid, text: `${to} lies before ${from}` })
  const first = firstDay(account.nowMs())
  if (from < first)
    throw new RefusedUpdate({ code: codes.invalid, text: `Dates before ${first} cannot be changed` })
  if (to > addDays(first, 3 * 366)) {
    throw new RefusedUpdate({ code: codes.invalid, text: 'Dates lie at most three years ahead' })
  }
  return daysOf({ from, to })
}

/** A request may cover one hotel and one month. */
export function refuseWide(updates: readonly Update[]): void {
  if (new Set(updates.map(({ room }) => room.hotel_id)).size > 1) {
    throw new RefusedUpdate({ code: codes.unable, text: 'A request may be about one hotel only' })
  }
  const days = updates.flatMap((update) => update.days).toSorted()
  if ((days.at(-1) ?? '') > addDays(days[0] ?? '2000-01-01', longestRequest - 1)) {
    throw new RefusedUpdate({ code: codes.unable, text: 'A request may be about one month only' })
  }
}

export function apply(account: Account, { room, rate, days, ofRoom, ofRate }: Update): void {
  const { store } = account
  if (ofRoom !== undefined) {
    store.setRoomNights(room.id, days, ofRoom)
    noteClosed(account, room, days)
  }
  if (rate === undefined || ofRate === undefined) return
  for (const day of days) {
    const before = store.rateNights.get(`${room.id}:${rate.id}`)?.get(day)?.byGuests
    const byGuests = ofRate.byGuests === undefined ? {} : { byGuests: { ...before, ...ofRate.byGuests } }
    store.setRateNights(room.id, rate.id, [day], { ...ofRate, ...byGuests })
  }
}

function noteClosed(account: Account, room: Room, days: readonly string[]): void {
  const { store } = account
  const closed = store.closedAtMs.get(room.id) ?? new Map<string, number>()
  store.closedAtMs.set(room.id, closed)
  for (const day of days) {
    if (roomsLeft(store.roomNight(room, day)) > 0) closed.delete(day)
    else if (!closed.has(day)) closed.set(day, account.nowMs())
  }
}
