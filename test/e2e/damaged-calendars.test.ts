/** Damaged calendar files open no night and do not disturb the server's other work. */
import assert from 'node:assert/strict'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { after, before, describe, it } from 'node:test'
import { damagedFiles, kindsOfDamage } from '../../simulators/ical/damage.ts'
import { writeFile, type PeerPlatform } from '../../simulators/ical/files.ts'
import { createFileReader, FileRefused } from '../../src/features/calendar/ical/file/file-reader.ts'
import { icalWorld, type IcalWorld } from '../ical/ical-world.ts'

const count = 500
const seed = 20_260_615

let world: IcalWorld
before(async () => {
  world = await icalWorld()
})
after(() => world.close())

/** As other programs write them: every Friday, by time, and by a zone that the file defines. */
const weekly = [
  'BEGIN:VCALENDAR',
  'VERSION:2.0',
  'PRODID:-//House//Calendar//EN',
  ...['BEGIN:VTIMEZONE', 'TZID:House time', 'BEGIN:STANDARD', 'DTSTART:19700101T000000'],
  ...['TZOFFSETFROM:+1400', 'TZOFFSETTO:+1400', 'END:STANDARD', 'END:VTIMEZONE'],
  ...['BEGIN:VEVENT', 'UID:fridays', 'DTSTAMP:20260101T000000Z', 'DTSTART;VALUE=DATE:20260703'],
  ...['DTEND;VALUE=DATE:20260705', 'RRULE:FREQ=WEEKLY;COUNT=4', 'SUMMARY:Family', 'END:VEVENT'],
  ...['BEGIN:VEVENT', 'UID:works', 'DTSTAMP:20260101T000000Z', 'DTSTART:20260712T120000Z'],
  ...['DTEND:20260716T080000Z', 'SUMMARY:Works', 'END:VEVENT'],
  ...['BEGIN:VEVENT', 'UID:house', 'DTSTAMP:20260101T000000Z', 'DTSTART;TZID=House time:20260722T060000'],
  ...['DTEND;TZID=House time:20260724T060000', 'SUMMARY:House', 'END:VEVENT'],
  'END:VCALENDAR',
  '',
].join('\r\n')

/** Makes a listing with its calendar and the damaged files. */
async function openCalendar(platform: PeerPlatform | 'other', seeded: number, files: number) {
  const listing = await world.listing()
  const peer = await world.peer(platform === 'other' ? 'booking' : platform)
  peer.book('2026-07-04', '2026-07-08')
  peer.book('2026-07-11', '2026-07-15')
  peer.block('2026-07-20', '2026-07-22')
  const good = platform === 'other' ? weekly : writeFile[platform](peer.events)
  peer.bad = { body: good }
  const feedId = await world.follow(listing, peer.url, { platform })
  const closed = () => world.closed(listing, '2026-07-01', '2026-07-31')
  return {
    platform,
    closed,
    held: await closed(),
    files: damagedFiles(good, { seed: seeded, count: files }),
    feed: () => world.feed(listing, feedId),
    tell: (bytes: Buffer | null) => (peer.bad = { body: bytes ?? good }),
  }
}

describe('500 damaged calendar files', () => {
  it('open no night, however often they are read, and hold nobody up', async () => {
    const kinds = ['airbnb', 'booking', 'vrbo', 'other'] as const
    const each = count / kinds.length
    const calendars: Awaited<ReturnType<typeof openCalendar>>[] = []
    for (const [at, kind] of kinds.entries()) calendars.push(await openCalendar(kind, seed + at, each))
    for (const { platform, held } of calendars)
      assert.equal(held.length, platform === 'other' ? 14 : 10, platform)
    const delay = monitorEventLoopDelay({ resolution: 10 })
    delay.enable()
    const reasons = new Set<string>()
    for (let at = 0; at < each; at += 1) {
      const read = async (isGood: boolean) => {
        for (const { tell, files } of calendars) tell(isGood ? null : (files[at]?.bytes ?? null))
        await world.readAll()
      }
      const assertHeld = () =>
        Promise.all(
          calendars.map(async ({ platform, held, files, closed }) => {
            const now = new Set(await closed())
            const opened = held.filter((night) => !now.has(night))
            assert.deepEqual(opened, [], `${platform}, file ${at}: ${files[at]?.how}`)
          }),
        )
      // Twice in a row, and once more after a good file.
      await read(false)
      await read(false)
      await assertHeld()
      reasons.add(String((await calendars[at % calendars.length]?.feed())?.['staleReason']))
      await read(true)
      await read(false)
      await assertHeld()
      // Nights it added must go before the next file, or they would hide nights which that one opens.
      await read(true)
      await read(true)
      for (const { platform, held, files, closed } of calendars)
        assert.deepEqual(await closed(), held, `${platform}, behind file ${at}: ${files[at]?.how}`)
    }
    delay.disable()
    // The maximum only shows the machine's load; a blocking file would show in a hundredth.
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
      'doubtful_events',
    ])
      assert.ok(reasons.has(reason), `${reason} was not met: ${[...reasons].join()}`)
    for (const { feed, closed, held, platform } of calendars) {
      const { stale, staleReason } = await feed()
      assert.deepEqual([stale, staleReason], [false, null], platform)
      assert.deepEqual(await closed(), held, `${platform}: and what they added goes again`)
    }
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
