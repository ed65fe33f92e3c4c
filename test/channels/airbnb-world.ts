/** A workspace whose Airbnb host is connected and imported, beside a simulator that guests act on. */
import assert from 'node:assert/strict'
import { sql } from 'kysely'
import { startVendorWorld, type VendorWorld } from '../bookings/vendor-world.ts'
import type { TestAnswer } from '../harness/app.ts'

export interface AirbnbWorld extends VendorWorld {
  /** Airbnb's id of the connected host. */
  hostId: string
  /** Something that guests or the host do at Airbnb itself. */
  there<T extends object>(path: string, body?: object): Promise<T>
  /** Read once more. */
  readAgain(): Promise<void>
  /** A booking made at Airbnb in this state, read; its code. */
  booked(status_type?: string): Promise<string>
  state(part: string): Record<string, unknown>[]
  /** What was asked of Airbnb, but for nights: they are read by themselves whenever they are due. */
  asks(): string[]
}

export const base = '/v1/channels/airbnb'

/** With the write policy that every new connection has. */
export async function startAirbnbWorld(): Promise<AirbnbWorld> {
  const world = await startVendorWorld('airbnb', { listings: 3, writePolicy: {} })
  const { simulator } = world
  const { data } = (await world.app.get(`${base}/connection`)).body as unknown as {
    data: { hosts: { airbnbUserId: string }[] }
  }
  const there: AirbnbWorld['there'] = async <T>(path: string, body: object = {}) => {
    const answer = await fetch(`${simulator.url}/_control${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    assert.ok(answer.ok, `${path}: ${await answer.clone().text()}`)
    return (await answer.json()) as T
  }
  // Half an hour is more than any walk waits.
  const readAgain = async () => {
    // What is being read now may have been asked for before whatever happened there.
    await world.pass(0)
    await world.pass(1800)
  }
  return Object.assign(world, {
    hostId: data.hosts[0]?.airbnbUserId ?? '',
    there,
    readAgain,
    async booked(status_type = 'accept') {
      const { id } = await there<{ id: string }>('/reservations', { status_type })
      await readAgain()
      return id
    },
    asks: () =>
      simulator.calls
        .list()
        .filter(({ path }) => /^\/v2\/(?!calendars\/)/.test(path))
        .map(({ method, path }) => `${method} ${path}`),
    state: (part: string) =>
      simulator.operations.state(new Set(parts.includes(part) ? [part] : []))[part] as AirbnbRow[],
  })
}

/** The first listing that Airbnb lets this server write. */
export async function syncedListing({
  app,
}: Pick<AirbnbWorld, 'app'>): Promise<{ id: string; airbnbId: string }> {
  const { rows } = await sql<{ id: string; airbnbId: string }>`
    select listing_id as id, external_id as "airbnbId" from channel_links
    where sync_category = 'sync_all' order by listing_id limit 1`.execute(app.db)
  return rows[0] ?? assert.fail('no listing is synchronised')
}

type AirbnbRow = Record<string, unknown>

/** What the simulator shows only where it is asked for. */
const parts = ['alterations', 'offers', 'hosts', 'content', 'calendar']

export const rowsOf = (answer: TestAnswer): Record<string, unknown>[] => {
  assert.equal(answer.status, 200, answer.text)
  return [...(answer.body['data'] ?? [])] as unknown as Record<string, unknown>[]
}

export const dataOf = (answer: TestAnswer): Record<string, unknown> => {
  assert.equal(answer.status, 200, answer.text)
  return answer.body['data'] as unknown as Record<string, unknown>
}
