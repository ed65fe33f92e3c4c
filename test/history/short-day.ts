/** A few writes of every kind, one after the other, each of them read back. The same in every run. */
import assert from 'node:assert/strict'
import { createClient, type HistoryClient } from './client.ts'
import type { History } from './history.ts'
import { readEventLog, readOrders, settleDeliveries } from './last-look.ts'
import { recordHeldBefore, recordVendorBookings, recordVendorCalls } from './record-vendor-calls.ts'
import { dayOf, newGuest, newHome, subscribe, type HistoryWorld } from './world.ts'

export interface DayOptions {
  /** Tells the names of one day from those of another. */
  name: string
  /** Returns an address that leads to a receiver. */
  url: (path: string) => string
  /** Deliveries arrive within this time. */
  settleMs: number
  /** The PMS's nights from this one on are free. */
  firstNight: number
}

/** Nobody can tell which of them came first but by looking. */
export const racingPrices = [113, 114]

/** Everything that happens is in the history when it ends. */
export async function liveShortDay(
  history: History,
  world: HistoryWorld,
  { name, url, settleMs, firstNight }: DayOptions,
): Promise<void> {
  const [origin = ''] = world.origins
  const client = createClient(history, { name, key: world.key, choose: () => origin })
  const earlier = await client.read<{ data: { confirmationCode: string }[] }>(
    '/v1/reservations?limit=100&status=confirmed',
  )
  recordHeldBefore(history, { simulator: world.vendor.simulator, stays: earlier.data })
  recordVendorCalls(history, world.vendor)
  const { log } = await client.read<{ log: { latest: number } }>('/v1/events?limit=1')
  const endpoints = [`/plain-${name}`, `/ordered-${name}`]
  const [plain = '', ordered = ''] = endpoints
  const hooks = [await subscribe(client, url(plain), false), await subscribe(client, url(ordered), true)]
  const guests = [await newGuest(client, `${name}-first-0`), await newGuest(client, `${name}-second-0`)]
  await renameGuests(client, name, guests)
  await makeTwice(client, `${name}-twice`)
  const home = await newHome(client, name)
  await setPrices(client, home)
  await raceForPrice(client, home)
  await closeAndOpen(client, home)
  const stays = [
    await book(client, home, `${name}-here`, 0),
    await book(client, world.pmsHome, `${name}-there`, firstNight, 100),
  ]
  const [stay = ''] = stays
  for (const time of ['11:01', '11:02', '11:03']) {
    const changed = await client.write('PATCH', `/v1/reservations/${stay}`, { checkInTime: time })
    assert.equal(changed.status, 200, JSON.stringify(changed.body))
    await client.read(`/v1/reservations/${stay}`)
  }
  await client.read(`/v1/availability/${home}?from=${dayOf(0)}&to=${dayOf(5)}`)
  await client.read('/v1/reservations?limit=100')
  await settleDeliveries(history, client, { endpoints, after: log.latest, withinMs: settleMs })
  await readEventLog(client, log.latest)
  await readOrders(client, { guests, stays: [stay] })
  recordVendorBookings(history, world.vendor)
  for (const hook of hooks) await client.write('DELETE', `/v1/webhooks/${hook}`, undefined)
}

/** Sends one request two times, as if the first answer had been lost. */
async function makeTwice({ ask }: HistoryClient, name: string): Promise<void> {
  for (let time = 0; time < 2; time += 1) {
    const made = await ask(
      'POST',
      '/v1/guests',
      { firstName: 'Grace', lastName: name },
      { 'idempotency-key': name },
    )
    assert.equal(made?.status, 201, JSON.stringify(made?.body))
  }
}

async function renameGuests(client: HistoryClient, name: string, guests: readonly string[]): Promise<void> {
  const [first = '', second = ''] = guests
  const rename = async (id: string, lastName: string) => {
    const renamed = await client.write('PATCH', `/v1/guests/${id}`, { lastName })
    assert.ok(renamed.status < 500, JSON.stringify(renamed.body))
  }
  await rename(first, `${name}-first-1`)
  await client.read(`/v1/guests/${first}`)
  await rename(first, `${name}-first-2`)
  await client.read(`/v1/guests/${first}`)
  // Somebody reads the list while both guests are changed one after the other.
  const reading = client.read(`/v1/guests?limit=100&q=${name}`)
  await rename(first, `${name}-first-3`)
  await rename(second, `${name}-second-1`)
  await reading
  await client.read(`/v1/guests?limit=100&q=${name}`)
}

async function setPrices(client: HistoryClient, home: string): Promise<void> {
  for (const price of [111, 112]) {
    const set = await client.write('PUT', `/v1/availability/${home}`, { dates: [dayOf(0), dayOf(1)], price })
    assert.equal(set.status, 200, JSON.stringify(set.body))
    await client.read(`/v1/availability/${home}?from=${dayOf(0)}&to=${dayOf(5)}`)
  }
}

/** Two prices at the same time, and then three looks at which of them is there. */
async function raceForPrice(client: HistoryClient, home: string): Promise<void> {
  const path = `/v1/availability/${home}`
  const set = (price: number) => client.write('PUT', path, { dates: [dayOf(3)], price })
  const answers = await Promise.all(racingPrices.map(set))
  assert.deepEqual(
    answers.map(({ status }) => status),
    [200, 200],
  )
  for (let look = 0; look < 3; look += 1) await client.read(`${path}?from=${dayOf(3)}&to=${dayOf(3)}`)
}

async function closeAndOpen(client: HistoryClient, home: string): Promise<void> {
  const path = `/v1/availability/${home}`
  for (const available of [false, true]) {
    const set = await client.write('PUT', path, { dates: [dayOf(4)], available })
    assert.equal(set.status, 200, JSON.stringify(set.body))
    await client.read(`${path}?from=${dayOf(4)}&to=${dayOf(4)}`)
  }
}

async function book(
  client: HistoryClient,
  listingId: string,
  lastName: string,
  night: number,
  totalPrice?: number,
): Promise<string> {
  const booked = await client.write<{ id: string }>('POST', '/v1/reservations', {
    ...{ listingId, checkIn: dayOf(night), checkOut: dayOf(night + 1), adults: 1 },
    guest: { firstName: 'Grace', lastName },
    ...(totalPrice === undefined ? {} : { totalPrice }),
  })
  assert.equal(booked.status, 201, JSON.stringify(booked.body))
  return booked.body.id
}
