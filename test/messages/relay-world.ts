/** A workspace at a vendor through which everything can be written, imported; and a place that gives files. */
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { sql } from 'kysely'
import type { TestAnswer } from '../harness/app.ts'
import { startFakeWorld, type World } from '../sync/world.ts'
import { relayVendor, type RelayVendor } from './relay-vendor.ts'

export interface RelayWorld extends World {
  vendor: RelayVendor
  connectionId: string
  /** Ids of conversations by the vendor's. */
  threads: Record<string, string>
  ids(
    table: 'listings' | 'reservations' | 'inquiries' | 'guests' | 'reviews',
  ): Promise<Record<string, string>>
  write(method: string, url: string, body?: unknown, key?: string): Promise<TestAnswer>
  setConnection(status: string): Promise<void>
}

export async function startRelayWorld(
  vendor: RelayVendor = relayVendor(),
  setup: { answerWithinMs?: number } = {},
): Promise<RelayWorld> {
  const world = await startFakeWorld(vendor.fake.connector, setup)
  vendor.clock = world.app.clock
  const at = '2026-06-01T00:00:00.000Z'
  for (const id of ['R1', 'R2', 'R3', 'R4'])
    vendor.reviews.set(id, {
      externalId: id,
      platform: 'airbnb',
      listingExternalId: 'A',
      reviewerRole: 'guest',
      rating: '5',
      publicReview: 'Lovely.',
      submittedAt: at,
    })
  const host = { externalId: '', platform: 'airbnb', listingExternalId: 'A', reviewerRole: 'host' } as const
  vendor.reviews.set('H1', {
    ...host,
    externalId: 'H1',
    submittedAt: null,
    expiresAt: '2026-07-01T00:00:00.000Z',
  })
  vendor.reviews.set('H2', { ...host, externalId: 'H2', submittedAt: null, expiresAt: at })
  vendor.reviews.set('H3', { ...host, externalId: 'H3', submittedAt: at })
  await world.startWorker()
  const connectionId = await world.connect()
  await world.settle()
  const { db, workspace } = world.app
  const ids = async (table: string) => {
    const { rows } = await sql<{ id: string; external_id: string }>`
      select id, external_id from ${sql.table(table)}
      where workspace_id = ${workspace.id} and external_id is not null`.execute(db)
    return Object.fromEntries(rows.map((row) => [row.external_id, row.id]))
  }
  return {
    ...world,
    vendor,
    connectionId,
    threads: await ids('conversations'),
    ids,
    write: (method, url, body, key) =>
      world.app.call(method, url, {
        ...(key === undefined ? {} : { headers: { 'idempotency-key': key } }),
        ...(body === undefined ? {} : { body }),
      }),
    setConnection: async (status) =>
      void (await sql`update connections set status = ${status} where id = ${connectionId}`.execute(db)),
  }
}

export interface FilePlace {
  url(path: string): string
  asked: string[]
  close(): Promise<void>
}

export const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)
export const gif = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64')
export const webp = Buffer.from('UklGRhoAAABXRUJQVlA4TA0AAAAvAAAAEAcQERGIiP4HAA==', 'base64')

const answers: Record<string, RequestListener> = {
  '/a.png': (_, response) => response.end(png),
  '/b.gif': (_, response) => response.end(gif),
  '/c.webp': (_, response) => response.end(webp),
  '/renamed.png': (_, response) =>
    response.setHeader('content-type', 'image/png').end('%PDF-1.7\n%âãÏÓ\n1 0 obj'),
  '/moved': (_, response) => response.writeHead(302, { location: '/a.png' }).end(),
  '/loop': (_, response) => response.writeHead(302, { location: '/loop' }).end(),
  '/inside': (_, response) => response.writeHead(302, { location: 'http://169.254.169.254/latest' }).end(),
  '/missing': (_, response) => response.writeHead(404).end('no'),
  '/empty': (_, response) => response.end(),
  '/large': (_, response) => response.end(Buffer.concat([png, Buffer.alloc(10 * 1024 * 1024)])),
  '/broken': (_, response) => {
    response.writeHead(200, { 'content-length': '1000' }).write(png)
    setImmediate(() => response.destroy())
  },
}

export async function startFilePlace(): Promise<FilePlace> {
  const asked: string[] = []
  const server = createServer((request, response) => {
    asked.push(request.url ?? '')
    const answer = answers[request.url ?? ''] ?? answers['/missing']
    answer?.(request, response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: (path) => `http://127.0.0.1:${port}${path}`,
    asked,
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
