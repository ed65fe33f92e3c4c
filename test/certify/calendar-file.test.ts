/** Calendar files of three platforms are certified: what is good passes, what is not is said, and nothing of a file is in the report. */
import assert from 'node:assert/strict'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { after, before, describe, it } from 'node:test'
import type { PeerPlatform } from '../../simulators/ical/files.ts'
import { openPeer, type Peer } from '../../simulators/ical/peer.ts'
import { certifyCalendarFile } from '../../src/cli/certify/calendar-file.ts'
import { markdownOf } from '../../src/cli/certify/report.ts'
import { loadConfig } from '../../src/platform/config.ts'
import { startCommandRunner, type CommandRunner } from '../harness/command-runner.ts'
import { testFolder } from '../harness/folder.ts'

const day = (n: number) => String(Temporal.Now.plainDateISO('UTC').add({ days: n }))
const config = { ...loadConfig(), allowPrivateTargets: true }
const peers: Peer[] = []
const peerOf = async (platform: PeerPlatform) => {
  const peer = await openPeer(platform)
  peers.push(peer)
  peer.book(day(10), day(14), { guest: 'Zerafina', code: 'HMZZYYXXWW' })
  peer.book(day(30), day(33), { guest: 'Zerafina' })
  peer.block(day(50), day(51))
  return peer
}
after(() => Promise.all(peers.map((peer) => peer.close())))

const certified = (url: string, more: object = {}) =>
  certifyCalendarFile({
    ...{ config, url, version: '0.0.0', signal: new AbortController().signal },
    ...{ now: () => new Date(), progress: () => {} },
    ...more,
  })
const outcome = (report: Awaited<ReturnType<typeof certified>>) =>
  Object.fromEntries(
    report.checks.map(({ id, state, findings }) => [
      id,
      [state, ...findings.map(({ code }) => code)].join(' '),
    ]),
  )
const good = {
  ...{ probe: 'passed', events: 'passed', platform: 'passed' },
  ...{ again: 'passed', uids: 'passed', conditional: 'passed' },
}

describe('a calendar file', () => {
  for (const [platform, confirmed] of [
    ['airbnb', 2],
    ['booking', 0],
    ['vrbo', 2],
  ] as const) {
    it(`of ${platform} passes, with nothing of it in the report`, async () => {
      const peer = await peerOf(platform)
      const report = await certified(peer.url)
      assert.deepEqual(outcome(report), good)
      const [, events] = report.checks
      assert.deepEqual(events?.figures, { records: 3, confirmed, blocks: 3 - confirmed, cancelled: 0 })
      assert.deepEqual(report.statuses, { 200: 2, 304: 1 })
      const text = JSON.stringify(report) + markdownOf(report)
      assert.doesNotMatch(text, /Zerafina|HMZZ|secret|127\.0\.0\.1/)
      assert.ok(!text.includes(day(10)))
    })
  }

  it('that is no calendar, empty, half understood or renamed is said to be', async () => {
    const peer = await peerOf('vrbo')
    peer.forgetsUids = true
    assert.deepEqual(outcome(await certified(peer.url)), {
      ...good,
      uids: 'passed uids_anew',
      conditional: 'passed not_conditional',
    })
    peer.forgetsUids = false
    peer.bad = { body: '<!doctype html><title>Sign in</title>' }
    const page = await certified(peer.url)
    assert.deepEqual(outcome(page)['probe'], 'failed file_kept_out')
    assert.deepEqual(page.checks[0]?.findings[0]?.names, ['not_a_calendar'])
    assert.deepEqual(
      page.checks.slice(1).map(({ state }) => state),
      Array.from({ length: 5 }, () => 'skipped'),
    )
    peer.bad = { body: 'BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//x//y//EN\r\nEND:VCALENDAR\r\n' }
    const empty = outcome(await certified(peer.url))
    assert.deepEqual(
      [empty['events'], empty['platform']],
      ['passed calendar_empty', 'passed platform_unknown'],
    )
    const rule = 'BEGIN:VEVENT\r\nUID:1\r\nDTSTART;VALUE=DATE:20990230\r\nSUMMARY:Reserved\r\nEND:VEVENT\r\n'
    peer.bad = { body: `BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//x//y//EN\r\n${rule}END:VCALENDAR\r\n` }
    assert.match(outcome(await certified(peer.url))['events'] ?? '', /^failed events_unread/)
    const at = (n: number) => `TZID=House:${day(n).replaceAll('-', '')}T120000`
    const dates = `DTSTART;${at(10)}\r\nDTEND;${at(12)}\r\n`
    const odd = `BEGIN:VEVENT\r\nUID:1\r\n${dates}SUMMARY:Something\r\nEND:VEVENT\r\n`
    peer.bad = { body: `BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//HomeAway//EN\r\n${odd}END:VCALENDAR\r\n` }
    assert.equal(outcome(await certified(peer.url))['events'], 'passed zones_lost words_unknown')
    const refused = await certified(peer.url, { config: loadConfig() })
    assert.deepEqual(refused.checks[0]?.findings[0]?.names, ['refused_address'])
  })
})

describe('certify ical', () => {
  let place: ReturnType<typeof testFolder>
  let commandRunner: CommandRunner
  before(() => {
    place = testFolder()
    commandRunner = startCommandRunner()
  })
  after(async () => {
    await commandRunner.stop()
    place.remove()
  })
  const run = (args: string[], env: Record<string, string> = {}) =>
    commandRunner.run(['certify', 'ical', ...args], { env, cwd: place.folder })

  it('takes the address from where credentials come from, and writes both forms of the report', async () => {
    const peer = await peerOf('airbnb')
    const file = path.join(place.folder, 'calendar.json')
    writeFileSync(file, JSON.stringify({ url: peer.url }), { mode: 0o600 })
    const allowed = { ALLOW_PRIVATE_TARGETS: 'true' }
    const { code, out } = await run(['--live', '--credentials', file], allowed)
    assert.equal(code, 0, out)
    const names = readdirSync(place.folder).filter((name) => name.startsWith('certify-ical-'))
    assert.equal(names.length, 2)
    for (const name of names)
      assert.doesNotMatch(readFileSync(path.join(place.folder, name), 'utf8'), /secret/)
    assert.equal((await run(['--live', '--credentials', file])).code, 1, 'a private address is refused')
    for (const [args, env] of [
      [['--credentials', file], allowed],
      [['--live', '--base-url', 'https://example.com'], {}],
      [['--live'], { CERTIFY_CREDENTIALS: '{"address":"x"}' }],
    ] as const) {
      const { code: wrong, err } = await run([...args], env)
      assert.equal(wrong, 2, err)
      assert.doesNotMatch(err, /secret/)
    }
  })
})
