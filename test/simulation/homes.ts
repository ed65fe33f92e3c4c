/** Builds what a world begins with: vendors with their accounts, and homes that are sold by them and here. */
import assert from 'node:assert/strict'
import { setTimeout as pause } from 'node:timers/promises'
import type { SimulatorDefinition } from '../../simulators/kit/definition.ts'
import { CalendarPlatform } from './calendar-platform.ts'
import { openHomeAt } from './kept-home.ts'
import { runAs, type StepOwner } from './scheduler.ts'
import { encryptionKey, nightCount, serverUrl, type SimulatedHome, type SimulatedWorld } from './world.ts'

/** Those that are sold at both channels. */
const homeCount = 3
/** Homes are single ones everywhere. */
const habitsOf: Record<string, Record<string, number>> = {
  booking: { hotels: 2 },
  hostaway: { wholeHomes: 1 },
}
/** Every fifth listing of the simulator takes requests only. */
const isInstant = (index: number) => index % 5 !== 1

export async function openVendors({ simulators }: SimulatedWorld): Promise<void> {
  const { runSimulator } = await import('../../simulators/kit/run-simulator.ts')
  const [{ airbnb }, { booking }, { hostaway }, { smoobu }] = await Promise.all([
    import('../../simulators/airbnb/index.ts'),
    import('../../simulators/booking/index.ts'),
    import('../../simulators/hostaway/index.ts'),
    import('../../simulators/smoobu/index.ts'),
  ])
  const start = (definition: SimulatorDefinition, listings = 6) => {
    const owner: StepOwner = { name: definition.vendor, isAlive: true }
    const habits = habitsOf[definition.vendor] ?? {}
    return runAs(owner, () => runSimulator(definition, { listings, reservations: 0, seed: 1, habits }))
  }
  simulators.airbnb = await start(airbnb)
  simulators.booking = await start(booking)
  simulators.hostaway = await start(hostaway)
  simulators.smoobu = await start(smoobu, 1)
}

/** Starts both servers, connects the accounts and waits for their first imports. */
export async function openHomes(world: SimulatedWorld, isPmsAlone: boolean): Promise<void> {
  const pairs = isPmsAlone ? [] : await preparePairs(world)
  await world.startServer('full')
  await world.startServer('worker')
  if (!isPmsAlone)
    await connectChannels(
      world,
      pairs.map(({ hotelId }) => hotelId),
    )
  await connectPms(world)
  await awaitImports(world)
  for (const { airbnbId, roomId, currency } of pairs) {
    const home = { id: await makeListing(world, currency), channels: { airbnbId, roomId } }
    world.homes.push({ ...home, pmsId: null, calendar: null })
    await world.done('POST', '/v1/channels/airbnb/listings/map', { airbnbId, listingId: home.id })
    await world.done('POST', '/v1/channels/booking/listings/map', {
      roomBookingId: String(roomId),
      listingId: home.id,
    })
  }
  await addKeptHome(world)
  if (!isPmsAlone) await addCalendarHome(world)
}

async function makeListing(world: SimulatedWorld, currency: string): Promise<string> {
  const name = `Home ${world.homes.length + 1}`
  const made = await world.done('POST', '/v1/listings', { name, currency, defaultDailyPrice: 100 })
  return String(made['id'])
}

/** The PMS's own channels sell this home, so it is mapped to none here. */
export async function addKeptHome(world: SimulatedWorld): Promise<SimulatedHome> {
  const nights = { first: world.day(0), last: world.day(nightCount - 1) }
  const pmsId = openHomeAt(world.simulators.hostaway, nights, new Set(world.homes.map((home) => home.pmsId)))
  const [listing] = await world.parts.control.query<{ id: string }>(
    'select id::text from listings where workspace_id = $1 and external_id = $2',
    [world.workspaceId, pmsId],
  )
  assert.ok(listing, 'the home of the PMS was not imported')
  const home = { id: listing.id, channels: null, pmsId, calendar: null }
  world.homes.push(home)
  return home
}

/** A platform without a connection sells this home: files go both ways. */
async function addCalendarHome(world: SimulatedWorld): Promise<void> {
  const id = await makeListing(world, 'EUR')
  const platform = new CalendarPlatform(world.parts.network)
  const { url } = platform
  const feed = await world.done('POST', `/v1/listings/${id}/ical-feeds`, {
    ...{ name: 'Files', url, platform: 'airbnb', intervalMinutes: 10 },
  })
  const address = await world.done('POST', `/v1/listings/${id}/ical-exports`, {
    ...{ name: 'Files', platform: 'airbnb', feedIds: [feed['id']] },
  })
  const home = { id, channels: null, pmsId: null }
  world.homes.push({
    ...home,
    calendar: { platform, feedId: String(feed['id']), exportUrl: String(address['url']) },
  })
}

async function preparePairs({ simulators: { airbnb, booking } }: SimulatedWorld) {
  const places = await import('../../simulators/stage/pairs.ts')
  return places.preparePairs({ airbnb: airbnb.control, booking: booking.control }, homeCount, isInstant)
}

async function connectChannels(world: SimulatedWorld, hotelIds: readonly number[]): Promise<void> {
  const { appWebhookUrl } = await import('../../src/features/sync/inbound/app-address.ts')
  const { createVault } = await import('../../src/platform/crypto.ts')
  const url = appWebhookUrl(createVault(encryptionKey), serverUrl, 'airbnb')
  await world.atVendor('airbnb', 'PUT', '/webhook', { url })
  const { credentials } = world.simulators.airbnb
  await world.done('POST', '/v1/connect/airbnb/credentials', { credentials })
  for (const hotelId of hotelIds)
    await world.done('POST', '/v1/connect/booking/credentials', {
      credentials: { hotelId: String(hotelId) },
    })
}

async function connectPms(world: SimulatedWorld): Promise<void> {
  const { credentials } = world.simulators.hostaway
  await world.done('POST', '/v1/connect/hostaway/credentials', { credentials })
  await world.done('PATCH', '/v1/connect/hostaway/write-policy', { reservations: { api: true } })
}

async function awaitImports({ parts }: SimulatedWorld): Promise<void> {
  for (;;) {
    const open = await parts.control.query('select from connections where first_import_at is null')
    if (open.length === 0) return
    await pause(1_000)
  }
}
