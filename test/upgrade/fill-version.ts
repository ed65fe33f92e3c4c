/** Fills the data folder of a server of this version with something of everything, by its API and the simulators of some vendors. */
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { startSimulator, type RunningSimulator } from '../../simulators/index.ts'
import type { ApiAccess } from '../../src/cli/api.ts'
import { importProgress } from '../../src/cli/demo/account.ts'
import { prepareScene, type Scene } from '../../src/cli/demo/channels.ts'
import { loadConfig } from '../../src/platform/config.ts'
import { startServerProcess, type ServerProcess } from '../harness/server-process.ts'
import { until } from '../harness/until.ts'

type SendCall = <T = Record<string, unknown>>(
  method: string,
  path: string,
  body?: unknown,
  workspaceId?: string,
) => Promise<T>
interface RecordRow {
  id: string
  name?: string
}

const pmsVendors = ['hostaway', 'guesty']
const channelVendors = ['airbnb', 'booking']
const movedVendor = 'lodgify'
const ownHome = 'Loft'

const daysAhead = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)

/** Somebody who takes every webhook and serves a calendar file. */
async function startOutsider() {
  const from = daysAhead(200).replaceAll('-', '')
  const to = daysAhead(203).replaceAll('-', '')
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Outsider//EN',
    'BEGIN:VEVENT',
    'UID:stay-1@outsider',
  ]
  const event = [
    `DTSTART;VALUE=DATE:${from}`,
    `DTEND;VALUE=DATE:${to}`,
    'SUMMARY:Reserved',
    'END:VEVENT',
    'END:VCALENDAR',
  ]
  const server = createServer((request, response) => {
    request.resume()
    if (request.method === 'GET') response.setHeader('content-type', 'text/calendar')
    response.end(request.method === 'GET' ? `${[...lines, ...event].join('\r\n')}\r\n` : '')
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return { url, close: () => void server.close() }
}

function callsOf({ baseUrl, keys }: ServerProcess): SendCall {
  return async (method, path, body, workspaceId) => {
    const response = await fetch(`${baseUrl}${path}`, {
      method,
      headers: {
        authorization: `Bearer ${keys.liveKey}`,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(method === 'GET' ? {} : { 'idempotency-key': `${method} ${path} ${Date.now()}` }),
        ...(workspaceId === undefined ? {} : { 'x-workspace-id': workspaceId }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    const text = await response.text()
    if (!response.ok) throw new Error(`${method} ${path} answered ${response.status}: ${text}`)
    return (text === '' ? {} : JSON.parse(text)) as never
  }
}

/** Every kind of record that a caller makes by one request. */
async function writeRecords(send: SendCall, outsider: string): Promise<void> {
  const hook = await send<RecordRow>('POST', '/v1/webhooks', { url: `${outsider}/hooks`, events: ['*'] })
  await send('POST', `/v1/webhooks/${hook.id}/ping`)
  const key = await send<RecordRow>('POST', '/v1/keys', {
    name: 'Price tool',
    scopes: ['calendar:read', 'calendar:write'],
  })
  await send('POST', `/v1/keys/${key.id}/rotate`, { overlapSeconds: 3600 })
  await send('POST', '/v1/members', { email: 'ada@example.com', name: 'Ada', role: 'owner', locale: 'en' })
  await send('PUT', '/v1/kv/place', { value: { pages: 3 }, ttl_seconds: 86_400 })
  await send('POST', '/v1/schema/custom', { name: 'our-crm', mappings: { reference: 'confirmationCode' } })
  await send('PATCH', '/v1/retention', { guestMonths: 36 })
  await send('POST', '/v1/guests', { firstName: 'Ada', lastName: 'Lovelace', email: 'ada@example.com' })
  const place = { city: 'Split', countryCode: 'HR', timeZone: 'Europe/Zagreb' }
  const home = await send<RecordRow>('POST', '/v1/listings', {
    name: ownHome,
    currency: 'EUR',
    defaultDailyPrice: 120,
    ...place,
  })
  const at = `/v1/listings/${home.id}`
  await send('POST', `${at}/ical-feeds`, { name: 'Elsewhere', url: `${outsider}/calendar.ics` })
  await send('POST', `${at}/ical-exports`, { name: 'For a channel', platform: 'other' })
  await send('PUT', `${at}/pricing/strategy`, { minPrice: 90, maxDailyChangePct: 10 })
  const stay = { listingId: home.id, checkIn: daysAhead(60), checkOut: daysAhead(64), guestCount: 2 }
  const booked = await send<RecordRow>('POST', '/v1/reservations', {
    ...stay,
    guest: { firstName: 'Grace', email: 'grace@example.com' },
  })
  await send('PATCH', `/v1/reservations/${booked.id}`, { checkOut: daysAhead(65) })
  const next = { ...stay, checkIn: daysAhead(70), checkOut: daysAhead(72), guest: { firstName: 'Joan' } }
  const cancelled = await send<RecordRow>('POST', '/v1/reservations', next)
  await send('POST', `/v1/reservations/${cancelled.id}/cancel`, { reason: 'The roof leaks.' })
}

/** A booking, a night and a message at a PMS. */
async function writeAtPms(send: SendCall): Promise<void> {
  const { data: listings } = await send<{ data: RecordRow[] }>('GET', '/v1/listings')
  // Nothing but the first PMS is connected yet.
  const listing = listings.find(({ name }) => name !== ownHome)
  if (listing === undefined) throw new Error('The PMS has no listing.')
  const stay = { listingId: listing.id, checkIn: daysAhead(400), checkOut: daysAhead(403), guestCount: 2 }
  await send('POST', '/v1/reservations', {
    ...stay,
    guest: { firstName: 'Mary', lastName: 'Jackson', email: 'mary@example.com' },
  })
  await send('PUT', `/v1/availability/${listing.id}`, { dates: [daysAhead(410)], price: 210, minNights: 2 })
  const { data: threads } = await send<{ data: RecordRow[] }>('GET', '/v1/conversations?limit=5')
  const [thread] = threads
  if (thread)
    await send('POST', `/v1/conversations/${thread.id}/messages`, { message: 'The key is in the box.' })
}

/** A property manager who moves here, with an account of a workspace of its own. */
async function moveSomebody(send: SendCall, { credentials }: RunningSimulator): Promise<void> {
  const workspace = { name: 'Homes that move', externalRef: movedVendor }
  const body = { purpose: 'migrate', redirectUrl: 'https://app.example.com/moved', workspace }
  const { workspaceId } = await send<{ workspaceId: string }>('POST', '/v1/connect', body)
  await send('POST', `/v1/connect/${movedVendor}/credentials`, { credentials }, workspaceId)
  await until(
    'the move to be imported',
    async () => {
      const { data } = await send<{ data: { state: string } }>('GET', `/v1/migrations/${workspaceId}`)
      return data.state === 'imported'
    },
    { withinMs: 60_000, everyMs: 500 },
  )
}

const isRead = (api: ApiAccess, vendor: string) =>
  until(`${vendor} to be read`, async () => (await importProgress(api, vendor)).done, {
    withinMs: 90_000,
    everyMs: 500,
  })

const settingsFor = (simulators: readonly RunningSimulator[], scene: Scene) => ({
  ALLOW_PRIVATE_TARGETS: 'true',
  SYNC_INTERVAL_SECONDS: '5',
  ...Object.assign({}, ...simulators.map(({ partner }) => partner)),
  ...scene.settings,
  VENDOR_BASE_URLS: simulators.map(({ vendor, url }) => `${vendor}=${url}`).join(','),
})

export async function fillVersion(dataDir: string): Promise<void> {
  const small = { listings: 3, reservations: 12, seed: 1, rateLimit: 'off' as const }
  const start = (vendor: string) =>
    startSimulator(vendor, {
      ...small,
      ...(channelVendors.includes(vendor) && { listings: 4, reservations: 0 }),
      ...(vendor === 'booking' && { habits: { hotels: 2 } }),
    })
  const simulators = await Promise.all([...pmsVendors, ...channelVendors, movedVendor].map(start))
  const outsider = await startOutsider()
  const scene = await prepareScene(simulators)
  const env = settingsFor(simulators, scene)
  const server = await startServerProcess(dataDir, env)
  try {
    const send = callsOf(server)
    const api = { baseUrl: server.baseUrl, key: server.keys.liveKey }
    await writeRecords(send, outsider.url)
    for (const { vendor, credentials } of simulators) {
      if (!pmsVendors.includes(vendor)) continue
      await send('POST', `/v1/connect/${vendor}/credentials`, { credentials })
      await isRead(api, vendor)
      if (vendor === pmsVendors[0]) await writeAtPms(send)
    }
    await scene.connect(api, loadConfig({ ...env, DATA_DIR: dataDir }))
    for (const vendor of channelVendors) await isRead(api, vendor)
    const stage = await scene.open(api)
    const moved = simulators.find(({ vendor }) => vendor === movedVendor)
    if (moved) await moveSomebody(send, moved)
    await send('GET', '/v1/reservations?limit=50')
    await stage.close()
  } finally {
    await server.stop()
    outsider.close()
    for (const { close } of simulators) await close()
  }
}
