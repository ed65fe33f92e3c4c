/** The command as a user runs it: credentials, output, files and exit status. */
import assert from 'node:assert/strict'
import { chmodSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { after, before, test } from 'node:test'
import type { RunningSimulator } from '../../simulators/index.ts'
import { startCommandRunner, type CommandRunner } from '../harness/command-runner.ts'
import { testFolder } from '../harness/folder.ts'
import { startVendor } from './world.ts'

let place: ReturnType<typeof testFolder>
let simulator: RunningSimulator
let file: string
let commandRunner: CommandRunner

before(async () => {
  commandRunner = startCommandRunner()
  place = testFolder()
  simulator = await startVendor('lodgify', { listings: 2, reservations: 10 })
  file = path.join(place.folder, 'credentials.json')
  writeFileSync(file, JSON.stringify(simulator.credentials), { mode: 0o600 })
})
after(async () => {
  await commandRunner.stop()
  await simulator.close()
  place.remove()
})

const certify = (args: string[], env: Record<string, string> = {}) =>
  commandRunner.run(['certify', ...args], { env, cwd: place.folder })
const reports = () => readdirSync(place.folder).filter((name) => name.startsWith('certify-'))

test('a run against a simulator writes both forms of the report and ends with 0', async () => {
  const { code, out } = await certify(['lodgify', '--credentials', file, '--base-url', simulator.url])
  assert.equal(code, 0, out)
  assert.match(out, /^passed +probe/m)
  const names = reports()
  assert.equal(names.length, 2)
  for (const name of names) {
    assert.match(name, /^certify-lodgify-\d{4}-\d\d-\d\d\.(md|json)$/)
    const text = readFileSync(path.join(place.folder, name), 'utf8')
    for (const secret of Object.values(simulator.credentials)) assert.ok(!(text + out).includes(secret))
  }
  assert.doesNotMatch(out, /can read the file/)
})

test('credentials come from the environment too; a second report of a day stands beside the first', async () => {
  const before = reports().length
  const { code } = await certify(['lodgify'], {
    CERTIFY_CREDENTIALS: JSON.stringify(simulator.credentials),
    VENDOR_BASE_URLS: `lodgify=${simulator.url}`,
  })
  assert.equal(code, 0)
  assert.equal(reports().length, before + 2)
})

test('wrong credentials end with 1 and are not shown', async () => {
  const wrong = path.join(place.folder, 'wrong.json')
  writeFileSync(wrong, JSON.stringify({ apiKey: 'wrong-key-of-somebody' }))
  chmodSync(wrong, 0o644)
  const { code, out, err } = await certify(['lodgify', '--credentials', wrong, '--base-url', simulator.url])
  assert.equal(code, 1)
  assert.match(out, /^failed +probe/m)
  assert.match(out, /chmod 600/)
  assert.doesNotMatch(out + err, /wrong-key-of-somebody/)
})

const misuses: [string, string[], RegExp][] = [
  ['no vendor', [], /takes one vendor/],
  ['an unknown vendor', ['acme'], /There is no vendor "acme"/],
  ['a real account without --live', ['lodgify', '--credentials', 'credentials.json'], /--live/],
  ['no credentials and nobody to ask', ['lodgify', '--live'], /--credentials/],
  ['an unknown option', ['lodgify', '--apiKey', 'k'], /apiKey/],
  ['a bound that is no number', ['lodgify', '--live', '--max-records', 'all'], /--max-records/],
  ['a listing without --write', ['lodgify', '--live', '--listing', '1'], /go together/],
  ['bookings without --write', ['lodgify', '--live', '--bookings'], /--write/],
  ['writing unasked', ['lodgify', '--live', '--listing', '1', '--write'], /--yes/],
  ['a file that is not there', ['lodgify', '--live', '--credentials', 'nowhere.json'], /cannot be read/],
]
for (const [what, args, message] of misuses) {
  test(`${what} ends with 2`, async () => {
    const { code, err } = await certify(args)
    assert.equal(code, 2, err)
    assert.match(err, message)
  })
}

test('credentials of another form name the fields and never the values', async () => {
  const given = JSON.stringify({ wrongName: 'a-secret-value' })
  const { code, err } = await certify(['lodgify', '--live'], { CERTIFY_CREDENTIALS: given })
  assert.equal(code, 2)
  assert.match(err, /missing: apiKey/)
  assert.doesNotMatch(err, /a-secret-value/)
})

test('--help says what is done, what is not, and where credentials come from', async () => {
  const { code, out } = await certify(['--help'])
  assert.equal(code, 0)
  for (const part of ['--live', 'CERTIFY_CREDENTIALS', '--max-records', 'Exit status', 'Ids, names']) {
    assert.ok(out.includes(part), part)
  }
})
