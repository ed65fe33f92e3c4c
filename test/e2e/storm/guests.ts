/** Guests who want a home for a night or two at one place, and which of them got it. */
import assert from 'node:assert/strict'
import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import type { RunningSimulator } from '../../../simulators/index.ts'
import { bookAtPms, tellOthers } from './pms.ts'
import { bookAtPeer, bookAtVrbo } from './slow-guests.ts'
import { control, type Home, type StormWorld } from './world.ts'

export const places = ['airbnb', 'booking', 'api', 'pms', 'plumguide', 'channex', 'vrbo', 'ical'] as const
export type BookingPlace = (typeof places)[number]
const ofPms: readonly BookingPlace[] = ['airbnb', 'booking', 'api', 'pms']
const ofUs: readonly BookingPlace[] = ['airbnb', 'booking', 'api', 'plumguide', 'channex', 'vrbo', 'ical']
export const placesOf = ({ pmsId, doors }: Home): readonly BookingPlace[] =>
  pmsId === null ? ofUs.filter((place) => place !== 'channex' || doors?.channexId !== null) : ofPms

export interface Wish {
  guest: number
  place: BookingPlace
  home: Home
  from: string
  /** The day of departure. */
  to: string
}

/** A booking that a channel or the server accepted. */
export interface Sale extends Wish {
  /** Its code at the place, or the guest's name if the code is ours. */
  code: string
  /** When it was accepted, by the place's clock. */
  soldAtMs: number
}

/** Returns the sale; null if somebody else was first. */
export async function ask(world: StormWorld, wish: Wish): Promise<Sale | null> {
  return world.history.as(`${nameOf(wish)} at ${wish.place}`, async () => {
    const sale = await askAt[wish.place](world, wish)
    if (sale && wish.home.pmsId !== null) await tellOthers(world, sale)
    return sale
  })
}

const askAt: Record<BookingPlace, (world: StormWorld, wish: Wish) => Promise<Sale | null>> = {
  airbnb: atAirbnb,
  booking: atBooking,
  api: here,
  pms: bookAtPms,
  plumguide: (world, wish) => atDoor(world.plumguide, wish, wish.home.doors?.plumId),
  channex: (world, wish) => atDoor(world.channex, wish, wish.home.doors?.channexId),
  vrbo: bookAtVrbo,
  ical: async (world, wish) => bookAtPeer(world, wish),
}

async function atAirbnb({ airbnb }: StormWorld, wish: Wish): Promise<Sale | null> {
  const { home, from, to } = wish
  const body = { listingId: home.airbnbId, arrival: from, departure: to, adults: 1 }
  const path = '/guests/book'
  const { outcome, reservation } = await control<{
    outcome: string
    reservation?: { confirmation_code: string }
  }>(airbnb, 'POST', path, body)
  assert.notEqual(outcome, 'requested')
  if (outcome !== 'booked' || !reservation) return null
  return { ...wish, code: reservation.confirmation_code, soldAtMs: airbnb.clock.nowMs() }
}

async function atBooking({ booking }: StormWorld, wish: Wish): Promise<Sale | null> {
  const { home, from, to } = wish
  const stay = { room_id: home.roomId, arrival_date: from, departure_date: to, adults: 1 }
  const { id } = await control<{ id?: number }>(booking, 'POST', '/guest/bookings', stay)
  return id === undefined ? null : { ...wish, code: String(id), soldAtMs: booking.clock.nowMs() }
}

/** Books where a guest gets what the calendar there shows as open. */
async function atDoor(
  place: RunningSimulator,
  wish: Wish,
  listingId: string | null | undefined,
): Promise<Sale | null> {
  const { from, to } = wish
  assert.ok(listingId)
  const body = { listingId, arrival: from, departure: to }
  const { outcome, id } = await control<{ outcome: string; id?: string }>(place, 'POST', '/guests/book', body)
  assert.notEqual(outcome, 'requested')
  return id === undefined ? null : { ...wish, code: id, soldAtMs: place.clock.nowMs() }
}

/** The guest's name identifies bookings without a code of another place. */
export const nameOf = ({ guest }: Wish) => `G${guest}`

/** Repeats with the same key until there is an answer, since it may be lost or its server killed. */
async function here({ baseUrl, key, airbnb, db }: StormWorld, wish: Wish): Promise<Sale | null> {
  const { home, from, to } = wish
  const name = nameOf(wish)
  const body = {
    ...{ listingId: home.id, checkIn: from, checkOut: to, adults: 1 },
    guest: { firstName: 'Storm', lastName: name },
    // For a native home the calendar gives the price, and no PMS is asked.
    ...(home.pmsId === null ? {} : { totalPrice: 100 }),
  }
  const headers = {
    authorization: `Bearer ${key}`,
    'content-type': 'application/json',
    'idempotency-key': name,
  }
  for (;;) {
    const answer = await fetch(`${baseUrl}/v1/reservations`, {
      ...{ method: 'POST', headers, body: JSON.stringify(body) },
    }).catch(() => null)
    const text = (await answer?.text().catch(() => null)) ?? null
    if (answer?.status === 201 && text !== null) {
      // The PMS's homes are booked there and have its id.
      const { id } = JSON.parse(text) as { id: string }
      const code = home.pmsId === null ? name : await idAtPms(db, id)
      return { ...wish, code, soldAtMs: airbnb.clock.nowMs() }
    }
    if (answer?.status === 422 || text?.includes('"pms_unavailable"')) return null
    const isPassing = answer === null || text === null || answer.status >= 500 || text.includes('_key_in_use')
    assert.ok(isPassing, `a booking was answered ${answer?.status} ${text}`)
    await pause(250)
  }
}

async function idAtPms(db: StormWorld['db'], id: string): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    select external_id as id from reservations where id = ${id}`.execute(db)
  return rows[0]?.id ?? assert.fail(`reservation ${id} is not stored`)
}
