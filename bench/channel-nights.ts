/**
 * Nights sold on Airbnb and Booking.com are computed, sent and read back, beside the bare calls. One booking is timed
 * until both channels show it closed.
 */
import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import { addDays } from '../src/connector-kit/dates.ts'
import { joinPartners } from '../src/connector-kit/partnership.ts'
import type { Budget } from '../src/connector-kit/ratelimit.ts'
import { createHttpServer } from '../src/features/http-server.ts'
import { nightsPerPiece } from '../src/features/calendar/selling/pieces.ts'
import { startSelling } from '../src/features/calendar/selling/worker.ts'
import { startSync } from '../src/features/sync/turn/scheduler.ts'
import { newKey } from '../src/features/tenancy/workspaces/keys.ts'
import { insertApiKey, insertWorkspace } from '../src/features/tenancy/workspaces/queries.ts'
import { callConnection, connectionAccess } from '../src/upstream/access.ts'
import { preparePairs } from '../simulators/stage/pairs.ts'
import { median, type Bench } from './bench.ts'
import { benchServices } from './services.ts'
import { startSimulator } from './sync.ts'

const homes = 8
const closings = 15
const giveUpAfterMs = 300_000
/** docs/internals/benchmarks.md has the measured figures; these limits leave room for busy machines. */
const limits = { through: 0.05, closing: 40 }
const noLimit: Budget = { take: async () => {}, block: async () => {} }

async function until(condition: string, isSo: () => Promise<boolean>): Promise<void> {
  for (const deadline = performance.now() + giveUpAfterMs; performance.now() < deadline; await pause(25)) {
    if (await isSo()) return
  }
  throw new Error(`waited in vain for ${condition}`)
}

export const channelNightsBench: Bench = async ({ url }) => {
  const [airbnb, booking] = await Promise.all([
    startSimulator('airbnb', { listings: homes * 2, reservations: 0 }),
    startSimulator('booking', { listings: homes * 2, reservations: 0, habits: ['hotels=2'] }),
  ])
  const channels = { airbnb, booking }
  const pairs = await preparePairs({ airbnb: airbnb.control, booking: booking.control }, homes)
  const base = benchServices(url, { VENDOR_BASE_URLS: `airbnb=${airbnb.url},booking=${booking.url}` })
  const partner = new Map(Object.entries({ ...airbnb.partner, ...booking.partner }))
  const joined = joinPartners(base.connectors, partner, base.config.vendorBaseUrls)
  // Other accounts in the database are left alone.
  const chosen = Object.entries(joined).filter(([name]) => Object.hasOwn(channels, name))
  const services = { ...base, connectors: Object.fromEntries(chosen) }
  const { db } = services
  const { app } = await createHttpServer(services)
  const { id: workspaceId } = await insertWorkspace(db, {
    ...{ name: 'Nights', plan: 'custom', contactConfirmed: true },
  })
  const key = newKey('live')
  await insertApiKey(db, workspaceId, key, 'Bench')
  const options = { budget: noLimit, askEveryMs: 20 }
  const sync = await startSync(services, options)
  const stops: (() => Promise<unknown>)[] = [sync.stop]
  const call = async <T>(path: string, payload: object): Promise<T> => {
    const headers = { authorization: `Bearer ${key.key}` }
    const answer = await app.inject({ method: 'POST', url: path, headers, payload })
    if (answer.statusCode >= 300) throw new Error(`${path} answered ${answer.statusCode} ${answer.body}`)
    return answer.json<T>()
  }
  try {
    await call('/v1/connect/airbnb/credentials', { credentials: airbnb.credentials })
    for (const { hotelId } of pairs)
      await call('/v1/connect/booking/credentials', { credentials: { hotelId: String(hotelId) } })
    await until('the imports', async () => {
      const { rows } = await sql`
        select from connections where workspace_id = ${workspaceId} and first_import_at is null`.execute(db)
      return rows.length === 0
    })
    const listings: string[] = []
    for (const { name, currency, airbnbId, roomId } of pairs) {
      const { id: listingId } = await call<{ id: string }>('/v1/listings', {
        name,
        currency,
        defaultDailyPrice: 100,
      })
      await call('/v1/channels/airbnb/listings/map', { airbnbId, listingId })
      await call('/v1/channels/booking/listings/map', { roomBookingId: String(roomId), listingId })
      listings.push(listingId)
    }
    const today = services.clock.now().toISOString().slice(0, 10)

    const alone = await Promise.all([writeAlone('airbnb'), writeAlone('booking')])
    const aloneNights = alone.reduce((sum, { nights }) => sum + nights, 0)
    const aloneMs = Math.max(...alone.map(({ ms }) => ms))

    const began = performance.now()
    const selling = startSelling(services, options)
    stops.unshift(selling.stop)
    const count = async (condition: ReturnType<typeof sql>) => {
      const { rows } = await sql<{ count: number }>`
        select count(*)::int as count from channel_nights
        where workspace_id = ${workspaceId} and date >= ${today} and ${condition}`.execute(db)
      return rows[0]?.count ?? 0
    }
    const expected = homes * 2 * 300
    await until('all nights to be confirmed', async () => {
      const open = await count(sql`state <> 'confirmed'`)
      return open === 0 && (await count(sql`true`)) > expected
    })
    const throughMs = performance.now() - began
    const nights = await count(sql`true`)

    const closedMs: number[] = []
    const bareMs: number[] = []
    for (let index = 0; index < closings; index += 1) {
      const home = index % homes
      const [night, next] = [addDays(today, 60 + index), addDays(today, 100 + index)]
      closedMs.push(await bookUntilClosed(home, night))
      const startedAt = performance.now()
      await Promise.all([writeNights('airbnb', home, next, next), writeNights('booking', home, next, next)])
      bareMs.push(performance.now() - startedAt)
    }
    const rate = (count: number, ms: number) => (count / ms) * 1000
    return [
      {
        label: `nights through computing, sending and reading back on two channels, to the same writes and reads alone`,
        ratio: rate(nights, throughMs) / rate(aloneNights, aloneMs),
        atLeast: limits.through,
        detail: `${rate(nights, throughMs).toFixed(0)} nights a second, ${rate(aloneNights, aloneMs).toFixed(0)} alone; ${nights} nights`,
      },
      {
        label: 'one night booked here until both channels show it closed, to a write to both',
        ratio: median(closedMs) / median(bareMs),
        atMost: limits.closing,
        detail: `median ${median(closedMs).toFixed(0)} ms, slowest ${Math.max(...closedMs).toFixed(0)} ms of ${closings}; the writes alone ${median(bareMs).toFixed(1)} ms`,
      },
    ]

    async function linkOf(provider: 'airbnb' | 'booking', home: number) {
      const pair = pairs[home]
      const externalId = provider === 'airbnb' ? pair?.airbnbId : String(pair?.roomId)
      const { rows } = await sql<{ id: string }>`
        select connection_id as id from selling_links k
        join connections c on c.workspace_id = k.workspace_id and c.id = k.connection_id
        where k.workspace_id = ${workspaceId} and c.provider = ${provider} and k.external_id = ${externalId}`.execute(
        db,
      )
      const access = await connectionAccess(services, { workspaceId }, rows[0]?.id ?? '')
      if (!access || externalId === undefined) throw new Error(`home ${home} is not at ${provider}`)
      return { access, externalId, currency: pair?.currency ?? null }
    }

    async function writeNights(provider: 'airbnb' | 'booking', home: number, from: string, to: string) {
      const { access, externalId, currency } = await linkOf(provider, home)
      const { calendarWrites } = access.connector.operations
      const change = { listingExternalId: externalId, unitCount: 1, currency, from, to, available: false }
      await callConnection(access, async (context) => calendarWrites?.write(context, [change]), noLimit)
    }

    /** Writes and reads back piece by piece like the engine, but stores nothing. */
    async function writeAlone(provider: 'airbnb' | 'booking') {
      const startedAt = performance.now()
      let written = 0
      for (let home = 0; home < 2; home += 1) {
        const { access, externalId, currency } = await linkOf(provider, home)
        const { calendarWrites, calendar } = access.connector.operations
        const listing = { externalId, unitCount: 1 }
        for (let day = 0; day + nightsPerPiece <= 310; day += nightsPerPiece) {
          const [from, to] = [addDays(today, day), addDays(today, day + nightsPerPiece - 1)]
          const wanted = { from, to, available: true, availableUnits: 1, price: '100.00' }
          await callConnection(
            access,
            async (context) => {
              await calendarWrites?.write(context, [
                { listingExternalId: externalId, unitCount: 1, currency, ...wanted },
              ])
              await calendar?.range(context, { listing, from, to })
            },
            noLimit,
          )
          written += nightsPerPiece
        }
      }
      return { nights: written, ms: performance.now() - startedAt }
    }

    async function bookUntilClosed(home: number, night: string): Promise<number> {
      const startedAt = performance.now()
      await call('/v1/reservations', {
        ...{ listingId: listings[home], checkIn: night, checkOut: addDays(night, 1), adults: 1 },
        guest: { firstName: 'Ada' },
      })
      const shownBy = async (provider: 'airbnb' | 'booking') => {
        const id = provider === 'airbnb' ? pairs[home]?.airbnbId : pairs[home]?.roomId
        const answer = await fetch(`${channels[provider].control}/listings/${id}/nights?from=${night}`)
        const { nights: shown } = (await answer.json()) as { nights: { left: number }[] }
        return shown[0]?.left === 0
      }
      await until('a night to be closed', async () => (await shownBy('airbnb')) && (await shownBy('booking')))
      return performance.now() - startedAt
    }
  } finally {
    for (const stop of stops) await stop()
    await app.close()
    await services.pool.end()
    await Promise.all([airbnb.stop(), booking.stop()])
  }
}
