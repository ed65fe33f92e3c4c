/** Which step of a move is next, and what is read from a CSV file of stays. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  currentStep,
  needsPerson,
  stepsOf,
  type LocalFindings,
  type Migration,
} from '../../web/console/src/migrations/steps.ts'
import { guessColumns, readCsv, readDate, staysOf } from '../../web/console/src/migrations/stay-list.ts'

const at = '2026-11-28T12:00:00Z'
const migration = (part: Partial<Migration>): Migration => ({
  workspaceId: '2',
  name: 'Harbour homes',
  state: 'imported',
  createdAt: at,
  connections: [],
  counts: { listings: 0, reservations: 0, upcomingReservations: 0, guests: 0, conversations: 0 },
  ...part,
})
const nothing: LocalFindings = { isReportClean: undefined, isCheckClean: undefined }
const states = (part: Partial<Migration>, findings = nothing) =>
  stepsOf(migration(part), findings).map(({ state }) => state)

test('a move that nobody signed in to waits at its first step', () => {
  const steps = stepsOf(migration({ state: 'awaiting_connection' }), nothing)
  assert.deepEqual(
    steps.map(({ state }) => state),
    ['now', 'waits', 'waits', 'waits', 'waits', 'waits', 'waits', 'waits'],
  )
  assert.equal(steps[1]?.waitsFor, 'create')
  assert.equal(currentStep(steps), 'create')
})

test('while it is copied nothing else can be done, and nobody is needed', () => {
  assert.deepEqual(states({ state: 'importing' }).slice(0, 3), ['done', 'running', 'waits'])
  assert.equal(needsPerson(migration({ state: 'importing' })), false)
})

test('a failed copy comes before everything', () => {
  const steps = stepsOf(migration({ state: 'failed' }), nothing)
  assert.equal(currentStep(steps), 'read')
  assert.ok(needsPerson(migration({ state: 'failed' })))
})

test('the rest is done in its order, and channels hold nothing up', () => {
  assert.deepEqual(states({}), ['done', 'done', 'now', 'open', 'open', 'open', 'open', 'waits'])
  const rehearsal = {
    rehearsedAt: at,
    go: true,
    score: 90,
    items: [
      { code: 'report_clean', status: 'done', count: 0 },
      { code: 'check_clean', status: 'done', count: 0 },
      { code: 'channels_to_reconnect', status: 'open', count: 2 },
    ],
  } satisfies Migration['rehearsal']
  assert.deepEqual(states({ rehearsal }), ['done', 'done', 'done', 'open', 'done', 'done', 'now', 'waits'])
  assert.equal(states({ rehearsal }, { isReportClean: true, isCheckClean: false })[4], 'now')
})

test('after the cutover what was not done is left, and a stay that is found needs somebody', () => {
  const watch = { state: 'watching', startedAt: at, until: at, endedAt: null, found: 0, sources: [] } as const
  const over = { state: 'cut_over', cutoverAt: at } as const
  assert.deepEqual(states(over), ['done', 'done', 'left', 'left', 'left', 'left', 'done', 'left'])
  assert.equal(states({ ...over, watch: { ...watch, sources: [] } }).at(-1), 'running')
  const found = migration({ ...over, watch: { ...watch, found: 1, sources: [] } })
  assert.ok(needsPerson(found))
  assert.equal(currentStep(stepsOf(found, nothing)), 'watch')
})

test('a date is read as spreadsheets write it, and refused where it has two readings', () => {
  assert.equal(readDate('2027-07-01'), '2027-07-01')
  assert.equal(readDate('2027-07-01T16:00:00'), '2027-07-01')
  assert.equal(readDate('1.7.2027'), '2027-07-01')
  assert.equal(readDate('13/07/2027'), '2027-07-13')
  assert.equal(readDate('07/13/2027'), '2027-07-13')
  for (const value of ['1/7/2027', '2027-02-30', '31.04.2027', 'soon', ''])
    assert.equal(readDate(value), null, value)
})

test('columns are found by their headings, whatever divides them', () => {
  const table = readCsv(
    '\uFEFFGuest;Départ;Arrivée;"Code de ""confirmation"""\r\n"Hopper; Grace";5.7.2027;1.7.2027;HM1\r\n\r\n"two\nlines";x;2.7.2027;HM2\r\n',
  )
  const columns = guessColumns(table)
  assert.deepEqual(columns, { confirmationCode: 3, checkIn: 2, checkOut: 1 })
  assert.deepEqual(staysOf(table, columns), {
    stays: [{ confirmationCode: 'HM1', checkIn: '2027-07-01', checkOut: '2027-07-05' }],
    badLines: [3],
  })
  assert.deepEqual(guessColumns(readCsv('a,b\n1,2')), { confirmationCode: -1, checkIn: -1, checkOut: -1 })
})
