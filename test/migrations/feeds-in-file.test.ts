/** Stays that calendar feeds told of go into a file and out of it again; whoever follows the calendars anew meets them. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { openPeer, type Peer } from '../../simulators/ical/peer.ts'
import { openFeedReading, type FeedReading } from '../../src/features/calendar/ical/feed-reading.ts'
import { readDueFeeds } from '../../src/features/calendar/ical/worker.ts'
import { startTestApp, type TestApp, type TestWorkspace } from '../harness/app.ts'
import { makerOf } from '../harness/fixtures.ts'
import { exported, ofType, type ExportLine } from './lines.ts'
import { withoutIds } from './same-records.ts'

let app: TestApp
let reading: FeedReading
const peers: Peer[] = []
before(async () => {
  app = await startTestApp()
  reading = openFeedReading(app.services)
})
after(async () => {
  await reading.close()
  await Promise.all(peers.map((peer) => peer.close()))
  await app.close()
})

const first = Temporal.PlainDate.from('2026-06-15')
const day = (n: number) => String(first.add({ days: n }))
const inside = ({ id }: Pick<TestWorkspace, 'id'>) => ({ headers: { 'x-workspace-id': id } })

async function follow(workspace: TestWorkspace, listing: string, peer: Peer) {
  const made = await app.post(
    ...([`/v1/listings/${listing}/ical-feeds`, { name: 'Feed', url: peer.url }, inside(workspace)] as const),
  )
  assert.equal(made.status, 201, made.text)
  await readDueFeeds(app.services, reading, 100)
}
const linesOf = async (workspace: TestWorkspace) =>
  (await exported(app, workspace.id)).text
    .trimEnd()
    .split('\n')
    .map((text) => JSON.parse(text) as ExportLine)
const send = (workspace: TestWorkspace, records: readonly unknown[]) =>
  app.post(`/v1/migrations/${workspace.id}/records`, { line: 1, records })
const shownStays = (lines: readonly ExportLine[]) =>
  ofType(lines, 'reservation').map(({ confirmationCode, checkIn, checkOut, status }) =>
    [confirmationCode, checkIn, checkOut, status].join(' '),
  )

async function filled() {
  const source = await app.addWorkspace({ parentId: app.workspace.id })
  const listing = await makerOf(app.db, source.live).listing({ currency: 'EUR' })
  const [airbnb, vrbo] = [await openPeer('airbnb'), await openPeer('vrbo')]
  peers.push(airbnb, vrbo)
  airbnb.book(day(10), day(13), { code: 'HMABCDEFGH' })
  vrbo.book(day(20), day(22), { guest: 'Mia' })
  vrbo.block(day(30), day(31))
  for (const peer of [airbnb, vrbo]) await follow(source, listing, peer)
  const target = await app.addWorkspace({ parentId: app.workspace.id })
  return { lines: await linesOf(source), target, airbnb, vrbo }
}

test('a workspace with stays of feeds is taken in from its file, as it was', async () => {
  const { lines, target } = await filled()
  assert.equal(shownStays(lines).length, 2)
  const sent = await send(target, lines)
  assert.equal(sent.status, 200, sent.text)
  const copy = await linesOf(target)
  assert.deepEqual(withoutIds(copy.slice(1, -1)), withoutIds(lines.slice(1, -1)))
  const shown = await app.get('/v1/connections', inside(target))
  assert.ok(!shown.text.includes('"ical"'), shown.text)
})

test('who follows the same calendars again has every stay once, and loses it when the calendar does', async () => {
  const { lines, target, airbnb, vrbo } = await filled()
  assert.equal((await send(target, lines)).status, 200)
  const before = await linesOf(target)
  const [listing] = ofType(before, 'listing')
  assert.ok(listing)
  for (const peer of [airbnb, vrbo]) await follow(target, listing.id, peer)
  const after = await linesOf(target)
  assert.deepEqual(shownStays(after), shownStays(before))
  vrbo.events.splice(0, 1)
  const statuses = async () =>
    ofType(await linesOf(target), 'reservation')
      .map(({ status }) => status)
      .toSorted()
  // A file that does not come in time on a busy machine counts for nothing, so there may be more looks than two.
  for (let n = 0; n < 8 && !(await statuses()).includes('cancelled'); n += 1) {
    app.clock.advance(16 * 60_000)
    await readDueFeeds(app.services, reading, 100)
  }
  assert.deepEqual(await statuses(), ['cancelled', 'confirmed'])
})

test('the account of feeds has one name', async () => {
  const { lines, target } = await filled()
  const renamed = lines.map((line) =>
    line.type === 'connection' ? { ...line, externalAccountId: 'other' } : line,
  )
  const sent = await send(target, renamed)
  assert.equal(sent.status, 400, sent.text)
  assert.match(sent.text, /externalAccountId/)
})
