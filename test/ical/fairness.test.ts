/** Feeds of one workspace that never end, and a good one of another: who waits for whom. */
import assert from 'node:assert/strict'
import { createServer, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, test } from 'node:test'
import { startFeeds } from '../../src/features/calendar/ical/worker.ts'
import type { BackgroundLoop } from '../../src/platform/background-loop.ts'
import type { TestWorkspace } from '../harness/app.ts'
import { makerOf } from '../harness/fixtures.ts'
import { until } from '../harness/until.ts'
import { icalWorld, type IcalWorld } from './ical-world.ts'

let world: IcalWorld
let quiet: TestWorkspace
let server: Server
let base: string
let feeds: BackgroundLoop
const dripping = new Set<ServerResponse>()
let drips = 0

before(async () => {
  world = await icalWorld()
  quiet = await world.app.addWorkspace()
  server = createServer((request, response) => {
    if (request.url?.startsWith('/good')) {
      response.end('BEGIN:VCALENDAR\r\nVERSION:2.0\r\nEND:VCALENDAR\r\n')
      return
    }
    drips += 1
    dripping.add(response)
    response.writeHead(200, { 'content-type': 'text/calendar' }).write('BEGIN:VCALENDAR')
    response.on('close', () => dripping.delete(response))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
after(async () => {
  server.close()
  for (const response of dripping) response.destroy()
  await feeds.stop()
  server.closeAllConnections()
  await world.close()
})

async function addFeed(listingId: string, name: string, key?: string): Promise<string> {
  const answer = await world.app.post(
    `/v1/listings/${listingId}/ical-feeds`,
    { name, url: `${base}/${name}` },
    key === undefined ? {} : { key },
  )
  assert.equal(answer.status, 201, answer.text)
  return String(answer.body['id'])
}

test('a good feed is read while sixty of another workspace drip', async () => {
  const noisy = [await world.listing(), await world.listing()]
  for (const [at, listing] of noisy.entries())
    for (let n = 0; n < 30; n += 1) await addFeed(listing, `drip-${at}-${n}`)
  feeds = startFeeds(world.app.services)
  await until('the noisy workspace to have what it may hold', () => dripping.size === 18)

  const listing = await makerOf(world.app.db, quiet.live).listing()
  const key = quiet.liveKey
  const id = await addFeed(listing, 'good', key)
  feeds.wake()
  await until('the good feed to be read', async () => {
    const { body } = await world.app.get(`/v1/listings/${listing}/ical-feeds/${id}`, { key })
    return body['lastGoodAt'] !== null
  })
  // Nothing of the noisy workspace has ended: the good feed waited for none of it.
  assert.equal(drips, 18)
})
