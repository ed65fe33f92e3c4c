/** Callers who change the same records at the same time and read them back. Every value is written once. */
import assert from 'node:assert/strict'
import { anyOf } from '../harness/random-numbers.ts'
import type { HistoryClient } from './client.ts'
import { dayOf, newGuest, type HistoryWorld } from './world.ts'

export interface SharedRecords {
  homes: readonly string[]
  pmsHome: string
  guests: string[]
  stays: string[]
}

export interface CallerPlan {
  caller: number
  turns: number
  next: () => number
  /** Counts the turns of all callers. */
  done: { turns: number }
}

const guestCount = 8
const stayCount = 8
/** Prices are set for these nights, callers compete for the next ones, and those of the PMS are each caller's own. */
const pricedNights = { first: 100, count: 4 }
const contestedNights = { first: 120, count: 40 }
const pmsNights = { first: 40, perCaller: 12 }
const firstPrice = 1000

export async function makeRecords({ setUp, homes, pmsHome }: HistoryWorld): Promise<SharedRecords> {
  const guests: string[] = []
  const stays: string[] = []
  for (let at = 0; at < guestCount; at += 1) guests.push(await newGuest(setUp, `Renamed-${at}-0`))
  for (let at = 0; at < stayCount; at += 1) {
    const home = homes[at % homes.length] ?? assert.fail()
    const night = Math.floor(at / homes.length)
    stays.push((await bookNight(setUp, home, `Kept-${at}`, night)) ?? assert.fail('a first night was taken'))
  }
  return { homes, pmsHome, guests, stays }
}

/** Returns the id; null if somebody else has the night. */
async function bookNight(
  { write }: HistoryClient,
  listingId: string,
  lastName: string,
  night: number,
  totalPrice?: number,
): Promise<string | null> {
  const booked = await write<{ id?: string }>('POST', '/v1/reservations', {
    ...{ listingId, checkIn: dayOf(night), checkOut: dayOf(night + 1), adults: 1 },
    guest: { firstName: 'Grace', lastName },
    ...(totalPrice === undefined ? {} : { totalPrice }),
  })
  if (booked.status === 422) return null
  assert.equal(booked.status, 201, JSON.stringify(booked.body))
  return booked.body.id ?? assert.fail()
}

type Turn = (at: number) => Promise<unknown>

export async function work(client: HistoryClient, records: SharedRecords, plan: CallerPlan): Promise<void> {
  const { caller, turns, next, done } = plan
  const { read, write } = client
  const guest = () => anyOf(next, records.guests)
  const stay = () => anyOf(next, records.stays)
  const home = () => anyOf(next, records.homes)
  const put = async (method: string, path: string, body: unknown) => {
    const answer = await write(method, path, body)
    assert.equal(answer.status, 200, `${method} ${path}: ${JSON.stringify(answer.body)}`)
  }
  const nightsOf = ({ first, count }: { first: number; count: number }) =>
    `from=${dayOf(first)}&to=${dayOf(first + count - 1)}`
  const dates = Array.from({ length: pricedNights.count }, (_, night) => dayOf(pricedNights.first + night))
  /** A number that no other turn has. */
  const uniqueOf = (at: number) => at * 10 + caller
  let pmsBookings = 0

  const kinds: readonly Turn[] = [
    (at) => put('PATCH', `/v1/guests/${guest()}`, { lastName: `Renamed-${caller}-${at + 1}` }),
    (at) => put('PATCH', `/v1/guests/${guest()}`, { lastName: `Renamed-${caller}-${at + 1}` }),
    () => read(`/v1/guests/${guest()}`),
    () => read('/v1/guests?limit=100&q=Renamed'),
    () => read('/v1/guests?limit=100&q=Renamed'),
    (at) => put('PATCH', `/v1/reservations/${stay()}`, { checkInTime: minuteOf(uniqueOf(at)) }),
    () => read(`/v1/reservations/${stay()}`),
    () => read('/v1/reservations?limit=100&include_total=false'),
    (at) => put('PUT', `/v1/availability/${home()}`, { dates, price: firstPrice + uniqueOf(at) }),
    (at) =>
      put('PATCH', '/v1/availability/batch', {
        ...{ propertyIds: records.homes, dates, price: firstPrice + uniqueOf(at) },
      }),
    () => read(`/v1/availability/${home()}?${nightsOf(pricedNights)}`),
    () => read(`/v1/availability/${home()}?${nightsOf(contestedNights)}`),
    (at) => {
      const night = contestedNights.first + Math.floor(next() * contestedNights.count)
      return bookNight(client, home(), `Guest-${caller}-${at}`, night)
    },
    async (at) => {
      if (pmsBookings === pmsNights.perCaller) return
      const night = pmsNights.first + caller * pmsNights.perCaller + pmsBookings
      pmsBookings += 1
      await bookNight(client, records.pmsHome, `Relayed-${caller}-${at}`, night, 100)
    },
  ]
  for (let at = 0; at < turns; at += 1) {
    await anyOf(next, kinds)(at)
    done.turns += 1
  }
}

/** Minutes of a day are enough for a hundred turns of ten callers. */
const minuteOf = (unique: number) => {
  assert.ok(unique < 24 * 60, `there is no minute ${unique} in a day`)
  const two = (part: number) => String(part).padStart(2, '0')
  return `${two(Math.floor(unique / 60))}:${two(unique % 60)}`
}
