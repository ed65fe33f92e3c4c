/** A city's import shows progress in a terminal, and does not fill a file with lines. */
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { after, before, test } from 'node:test'
import { promisify } from 'node:util'
import { makeCity, usualCity } from '../../../scripts/make-city.ts'
import { root } from '../../harness/child.ts'
import { createTestDatabase, type TestDatabase } from '../../harness/database.ts'
import { testFolder } from '../../harness/folder.ts'
import { hasTerminals, runInTerminal } from '../../harness/terminal.ts'

let database: TestDatabase
const place = testFolder()
before(async () => {
  database = await createTestDatabase()
  await makeCity(place.folder, { ...usualCity, listings: 1500, days: 120 })
})
after(async () => {
  await database.drop()
  place.remove()
})

const argsFor = (city: string) => [
  'src/cli.ts',
  'markets',
  'import',
  place.folder,
  '--city',
  city,
  '--country',
  'PT',
  '--currency',
  'EUR',
]
const env = () => ({
  PATH: process.env['PATH'] ?? '',
  DATABASE_URL: database.url,
  LOG_LEVEL: 'warn',
  TERM: 'xterm',
})
const run = promisify(execFile)

test(
  'a terminal has a bar that moves, and no trace of it at the end',
  { skip: !hasTerminals() },
  async () => {
    const { screen } = await runInTerminal(argsFor('Lisbon').slice(1), { env: env() })
    const shares = [...screen.matchAll(/[█░]+.{0,9} (\d+) % {2}(listings|calendar|reviews)/g)].map(
      ([, share]) => Number(share),
    )
    assert.ok(shares.length > 2, JSON.stringify(screen))
    assert.deepEqual(
      shares,
      shares.toSorted((a, b) => a - b),
    )
    const cleared = screen.slice(screen.lastIndexOf('\u001b[2K'))
    assert.match(cleared, /Lisbon, 2026-06-01: 1500 listings, 180000 nights and 7500 reviews were taken in\./)
    assert.doesNotMatch(cleared, /[█░]/)
  },
)

test('a file has at most a line every ten seconds', async () => {
  const { stdout, stderr } = await run(process.execPath, argsFor('Porto'), {
    cwd: root,
    env: env(),
  })
  assert.match(stdout, /^Porto, 2026-06-01: 1500 listings/)
  assert.ok(!stderr.includes('\r') && stderr.split('\n').length < 5, stderr)
})
