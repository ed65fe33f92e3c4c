/** Files that should not be: none opens a night, and none keeps the server from its other work. */
import assert from 'node:assert/strict'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { after, before, describe, it } from 'node:test'
import { damagedFiles, kindsOfDamage } from '../../simulators/ical/damage.ts'
import { writeFile } from '../../simulators/ical/files.ts'
import { nightsBetween } from '../../simulators/ical/peer.ts'
import { createFileReader, FileRefused } from '../../src/features/ical/file/reader.ts'
import { icalWorld, type IcalWorld } from '../ical/ical-world.ts'

const count = 500
const seed = 20_260_615

let world: IcalWorld
before(async () => {
  world = await icalWorld()
})
after(() => world.close())

describe('500 damaged calendar files', () => {
  it('open no night, and hold nobody up', async () => {
    const listing = await world.listing()
    const peer = await world.peer('airbnb')
    peer.book('2026-07-04', '2026-07-08')
    peer.book('2026-07-11', '2026-07-15')
    peer.block('2026-07-20', '2026-07-22')
    const feedId = await world.follow(listing, peer.url, { platform: 'airbnb' })
    const held = peer.events.flatMap(({ first, until }) => nightsBetween(first, until))
    const files = damagedFiles(writeFile.airbnb(peer.events), { seed, count })
    assert.equal(files.length, count)
    const delay = monitorEventLoopDelay({ resolution: 10 })
    delay.enable()
    const reasons = new Set<string>()
    for (const { how, bytes } of files) {
      peer.bad = { body: bytes }
      await world.readAll()
      const closed = new Set(await world.closed(listing, '2026-07-01', '2026-07-31'))
      assert.deepEqual(
        held.filter((night) => !closed.has(night)),
        [],
        how,
      )
      reasons.add(String((await world.feed(listing, feedId))['staleReason']))
    }
    delay.disable()
    // The longest says how busy the machine is; a file that is read here would be in one of a hundred.
    const usual = delay.percentile(99)
    assert.ok(usual < 250e6, `nothing else happened for ${usual / 1e6} ms`)
    for (const reason of [
      'damaged',
      'not_a_calendar',
      'empty_file',
      'empty_calendar',
      'too_large',
      'too_many_events',
      'unreadable_events',
    ])
      assert.ok(reasons.has(reason), `${reason} was not met: ${[...reasons].join()}`)
    peer.bad = null
    await world.readAll()
    assert.equal((await world.feed(listing, feedId))['stale'], false)
    await world.readAll()
    assert.deepEqual(
      await world.closed(listing, '2026-07-01', '2026-07-31'),
      held,
      'and what they added goes again',
    )
  })

  it('are the same for the same seed, of every kind', () => {
    const make = (from: number) =>
      damagedFiles(writeFile.vrbo([]), { seed: from, count: 2 * kindsOfDamage.length })
    assert.deepEqual(make(seed), make(seed))
    assert.equal(new Set(make(seed).map(({ how }) => how)).size, kindsOfDamage.length)
  })
})

describe('the thread that reads files', () => {
  it('ends a file that takes too long, and reads the next', async () => {
    const reader = createFileReader({ limitMs: 1 })
    const asked = { timeZone: null, from: '2026-06-15', to: '2029-06-15' }
    const events = Array.from({ length: 4_000 }, (_, i) => ({
      ...{ kind: 'block' as const, first: '2026-07-01', until: '2026-07-05', code: 'x', guest: 'x' },
      uid: `${i}`,
    }))
    await assert.rejects(
      reader.read({ ...asked, bytes: Buffer.from(writeFile.booking(events)) }),
      (error) => error instanceof FileRefused && error.why === 'too_slow',
    )
    await reader.close()
    const patient = createFileReader()
    const read = await patient.read({ ...asked, bytes: Buffer.from(writeFile.booking(events)) })
    assert.equal(read.events.length, 4_000)
    await patient.close()
  })
})
