/** Sends changes through the API: each client waits for the answer before its next change. */
import { Agent, request } from 'undici'

export const changeKinds = ['guest', 'nights', 'booking'] as const
export type ChangeKind = (typeof changeKinds)[number]

/** A workspace with what its changes are about. */
export interface ChangedWorkspace {
  origin: string
  key: string
  guests: readonly string[]
  listings: readonly string[]
}

interface ChangeRequest {
  method: 'PATCH' | 'PUT' | 'POST'
  path: string
  body: object
}

const headersOf = (key: string) => ({ authorization: `Bearer ${key}`, 'content-type': 'application/json' })

async function create(
  { origin, key }: Pick<ChangedWorkspace, 'origin' | 'key'>,
  path: string,
  body: object,
): Promise<string> {
  const { statusCode, body: answer } = await request(origin + path, {
    ...{ method: 'POST', headers: headersOf(key), body: JSON.stringify(body) },
  })
  const text = await answer.text()
  if (statusCode >= 300) throw new Error(`POST ${path} answered ${statusCode}: ${text}`)
  return (JSON.parse(text) as { id: string }).id
}

/** Creates guests and listings to change. */
export async function fillForChanges(origin: string, key: string): Promise<ChangedWorkspace> {
  const guests: string[] = []
  const listings: string[] = []
  for (let n = 0; n < 40; n += 1) {
    const guest = { firstName: 'Guest', lastName: `Number ${n}`, email: `guest${n}@example.com` }
    guests.push(await create({ origin, key }, '/v1/guests', guest))
    listings.push(await create({ origin, key }, '/v1/listings', { name: `Listing ${n}`, currency: 'EUR' }))
  }
  return { origin, key, guests, listings }
}

const dayMs = 86_400_000
const dayIn = (days: number) => new Date(Date.now() + days * dayMs).toISOString().slice(0, 10)

/** Counts over all changes, so that no two are the same and no two bookings want the same night. */
let made = 0

function nextChange(kind: ChangeKind, { guests, listings }: ChangedWorkspace): ChangeRequest {
  const number = (made += 1)
  const listingId = listings[number % listings.length]
  if (kind === 'guest') {
    const path = `/v1/guests/${guests[number % guests.length]}`
    return { method: 'PATCH', path, body: { firstName: `Name ${number}` } }
  }
  const day = 2 + (Math.floor(number / listings.length) % 700)
  if (kind === 'nights') {
    const body = { dates: [dayIn(day), dayIn(day + 1)], price: 50 + (number % 977) }
    return { method: 'PUT', path: `/v1/availability/${listingId}`, body }
  }
  const guest = { firstName: 'Ann', lastName: `Booker ${number}`, email: `ann${number}@example.com` }
  const body = { listingId, checkIn: dayIn(day), checkOut: dayIn(day + 1), guest }
  return { method: 'POST', path: '/v1/reservations', body }
}

/** Runs for about `seconds`. The clients take the workspaces in turn. */
export async function sendChanges(
  kind: ChangeKind,
  workspaces: readonly ChangedWorkspace[],
  { clients, seconds }: { clients: number; seconds: number },
): Promise<{ count: number; perSecond: number }> {
  const agent = new Agent({ connections: clients, pipelining: 1 })
  let count = 0
  const started = performance.now()
  const end = started + seconds * 1000
  async function client(n: number): Promise<void> {
    const workspace = workspaces[n % workspaces.length]
    if (!workspace) throw new Error('no workspace to change')
    const { origin, key } = workspace
    while (performance.now() < end) {
      const { method, path, body } = nextChange(kind, workspace)
      const sent = { origin, path, method, headers: headersOf(key), body: JSON.stringify(body) }
      const { statusCode, body: answer } = await agent.request(sent)
      const text = await answer.text()
      if (statusCode >= 300) throw new Error(`${method} ${path} answered ${statusCode}: ${text}`)
      count += 1
    }
  }
  try {
    await Promise.all(Array.from({ length: clients }, (_, n) => client(n)))
    return { count, perSecond: count / ((performance.now() - started) / 1000) }
  } finally {
    await agent.close()
  }
}
