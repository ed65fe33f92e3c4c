/** Filling a workspace from a file: the same records apart from their ids, once, all of it or visibly not. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { sql } from 'kysely'
import { recordTypes } from '../../src/contract/export-file/index.ts'
import { startTestApp, type TestAnswer, type TestApp, type TestWorkspace } from '../harness/app.ts'
import { rowsOf, tenantTables } from '../harness/rows.ts'
import { exported, ofType, type File, type ExportLine } from './lines.ts'
import { fillPortfolio } from './portfolio.ts'
import { withoutIds } from './same-records.ts'

let app: TestApp
let source: TestWorkspace
let file: File
let lines: ExportLine[]
before(async () => {
  app = await startTestApp()
  source = await app.addWorkspace({ parentId: app.workspace.id })
  await fillPortfolio(app.db, source.live, 1)
  await fillPortfolio(app.db, source.live, 2)
  file = await exported(app, source.id)
  lines = file.text
    .trimEnd()
    .split('\n')
    .map((text) => JSON.parse(text) as ExportLine)
})
after(() => app.close())

const empty = async () => (await app.addWorkspace({ parentId: app.workspace.id })).id
const send = (id: string, line: number, records: readonly unknown[]) =>
  app.post(`/v1/migrations/${id}/records`, { line, records })
const stateOf = async (id: string) =>
  (await app.get(`/v1/migrations/${id}`)).body['data']?.['state'] as unknown
const dataOf = (answer: TestAnswer) => {
  assert.equal(answer.status, 200, answer.text)
  return answer.body['data'] as unknown as { state: string; lines: number; complete: boolean }
}

/** All of a file, in parts. */
async function fill(id: string, size: number, all: readonly ExportLine[] = lines) {
  let last: TestAnswer | undefined
  for (let at = 0; at < all.length; at += size) {
    last = await send(id, at + 1, all.slice(at, at + size))
    dataOf(last)
  }
  assert.ok(last)
  return dataOf(last)
}

const problemOf = (answer: TestAnswer, status = 400, code = 'invalid_body') => {
  assert.equal(answer.status, status, answer.text)
  const error = answer.body['error'] as unknown as Record<string, string>
  assert.equal(error['code'], code)
  return error
}

describe('a file', () => {
  test('taken in and exported again is the same, field by field, in whatever parts it came', async () => {
    for (const size of [7, 1000]) {
      const id = await empty()
      assert.deepEqual(await fill(id, size), {
        workspaceId: id,
        state: 'imported',
        lines: lines.length,
        complete: true,
      })
      const copy = await exported(app, id)
      for (const type of recordTypes) {
        assert.ok(ofType(copy.records, type).length > 0, type)
        assert.deepEqual(
          withoutIds(copy.records).filter((record) => record['type'] === type),
          withoutIds(file.records).filter((record) => record['type'] === type),
        )
      }
      assert.ok(!JSON.stringify(withoutIds(copy.records)).includes('unknown '))
      const ids = (records: readonly ExportLine[]) =>
        new Set(ofType(records, 'reservation').map((one) => one.id))
      assert.equal(ids(copy.records).intersection(ids(file.records)).size, 0)
    }
  })

  test('reads as the workspace it was made of, and is told of nobody', async () => {
    const id = await empty()
    await fill(id, 50)
    const inside = { headers: { 'x-workspace-id': id } }
    const [theirs, ours] = await Promise.all([
      app.get('/v1/reservations?limit=100', { headers: { 'x-workspace-id': source.id } }),
      app.get('/v1/reservations?limit=100', inside),
    ])
    const shown = (answer: TestAnswer) =>
      ([...(answer.body['data'] ?? [])] as unknown as Record<string, unknown>[])
        .map(
          ({ confirmationCode, totalPrice, status, guestName, unit, conflictsWith, updatedAt, checkIn }) => ({
            confirmationCode,
            totalPrice,
            status,
            guestName,
            checkIn,
            updatedAt,
            unit: (unit as { name: string } | null)?.name,
            conflicts: (conflictsWith as unknown[]).length,
          }),
        )
        .toSorted((a, b) => JSON.stringify(a).localeCompare(JSON.stringify(b)))
    assert.equal(theirs.status, 200, theirs.text)
    assert.ok(shown(ours).length > 4)
    assert.deepEqual(shown(ours), shown(theirs))
    const [listing] = ofType((await exported(app, id)).records, 'listing')
    const [original] = ofType(file.records, 'listing')
    const nights = async (workspaceId: string, listingId: string | undefined) => {
      const answer = await app.get(`/v1/availability/${listingId}?from=2026-06-30&to=2026-07-06`, {
        headers: { 'x-workspace-id': workspaceId },
      })
      assert.equal(answer.status, 200, answer.text)
      return answer.body['data'] ?? answer.body['days']
    }
    assert.deepEqual(await nights(id, listing?.id), await nights(source.id, original?.id))
    const { rows } = await sql`select from events where workspace_id = ${id}`.execute(app.db)
    assert.deepEqual(rows, [])
  })

  test('changes nothing of other workspaces', async () => {
    const others = [app.workspace.id, source.id]
    // That a request was made is written down where it was made.
    const aboutRequests = /^(usage_|audit_|request_)/
    const tables = (await tenantTables(app.db)).filter((name) => !aboutRequests.test(name))
    const before = await rowsOf(app.db, others, tables)
    await fill(await empty(), 100)
    assert.deepEqual(await rowsOf(app.db, others, tables), before)
  })

  test('says that it is not whole until its last line, and can be sent again from any line', async () => {
    const id = await empty()
    assert.equal(await stateOf(id), 'awaiting_connection')
    const half = Math.floor(lines.length / 2)
    assert.deepEqual(dataOf(await send(id, 1, lines.slice(0, half))), {
      workspaceId: id,
      state: 'importing',
      lines: half,
      complete: false,
    })
    assert.equal(await stateOf(id), 'importing')
    const cutover = await app.post(`/v1/migrations/${id}/cutover`)
    assert.equal(cutover.status, 409)
    // The same again, a part that overlaps, and two of the same part at once.
    assert.equal(dataOf(await send(id, 1, lines.slice(0, 10))).lines, half)
    assert.equal(dataOf(await send(id, half - 5, lines.slice(half - 6, half + 3))).lines, half + 3)
    const rest = lines.slice(half)
    const both = await Promise.all([send(id, half + 1, rest), send(id, half + 1, rest)])
    for (const answer of both) assert.equal(dataOf(answer).complete, true)
    assert.deepEqual(dataOf(await send(id, 1, lines)), {
      workspaceId: id,
      state: 'imported',
      lines: lines.length,
      complete: true,
    })
    assert.deepEqual(withoutIds((await exported(app, id)).records), withoutIds(file.records))
    assert.equal((await app.post(`/v1/migrations/${id}/cutover`)).status, 200)
    assert.equal(problemOf(await send(id, 1, lines), 409, 'invalid_state')['currentStatus'], 'cut_over')
  })

  test('leaves no door open to an account while it is taken in', async () => {
    const begun = await app.post('/v1/connect', {
      purpose: 'migrate',
      redirectUrl: 'https://app.example.com/moved',
      workspace: { name: 'Filled' },
    })
    const id = String(begun.body['workspaceId'])
    await send(id, 1, lines.slice(0, 20))
    const { rows } = await sql`
      select status, credentials from connections where workspace_id = ${id}`.execute(app.db)
    assert.deepEqual(rows, [
      { status: 'disconnected', credentials: null },
      { status: 'disconnected', credentials: null },
    ])
    const again = await app.post(
      '/v1/connect/hostaway/credentials',
      { credentials: { accountId: '1', apiKey: 'x' } },
      { headers: { 'x-workspace-id': id } },
    )
    assert.notEqual(again.status, 200)
    await app.delete(`/v1/migrations/${id}`)
    assert.equal(
      problemOf(await send(id, 21, lines.slice(20)), 409, 'invalid_state')['currentStatus'],
      'deactivated',
    )
  })
})

describe('what is refused', () => {
  test('a workspace that is not empty, a file that does not begin, a gap, another file', async () => {
    assert.match(
      problemOf(await send(source.id, 1, lines), 409, 'invalid_state')['message'] ?? '',
      /not empty/,
    )
    const id = await empty()
    assert.match(
      problemOf(await send(id, 2, lines.slice(1)), 409, 'invalid_state')['message'] ?? '',
      /first line/,
    )
    assert.match(
      problemOf(await send(id, 1, lines.slice(1)), 409, 'invalid_state')['message'] ?? '',
      /first line/,
    )
    await send(id, 1, lines.slice(0, 5))
    const gap = problemOf(await send(id, 7, lines.slice(6)), 409, 'invalid_state')
    assert.match(gap['message'] ?? '', /Line 6 of the file is the next/)
    const other = { ...lines[0], exportedAt: '2026-01-01T00:00:00.000Z' }
    const refusal = problemOf(await send(id, 1, [other]), 409, 'invalid_state')
    assert.match(refusal['message'] ?? '', /another export/)
    assert.match(refusal['fix'] ?? '', /Send the file that was begun with/)
    const foreign = await app.addWorkspace()
    for (const unknown of [foreign.id, '123456789', app.workspace.id])
      assert.equal((await send(unknown, 1, lines)).status, 404)
  })

  test('a line that is wrong, by its number, its field, its value and what to do; nothing of its part is stored', async () => {
    const id = await empty()
    await send(id, 1, lines.slice(0, 3))
    const at = (type: string) => lines.findIndex((line) => line.type === type)
    const stay = at('reservation')
    const upTo = lines.slice(3, stay)
    const [listing, night] = [lines[at('listing')], lines[at('night')]]
    const good = lines[stay]
    assert.ok(good && listing && night)
    const { status: _, ...without } = good
    const wrong: [string, ExportLine | Record<string, unknown>, string, RegExp][] = [
      ['a value', { ...good, totalPrice: 642.5 }, 'totalPrice', /must be a string or a null/],
      ['no money', { ...good, totalPrice: '12,50' }, 'totalPrice', /form/],
      ['a missing field', without, 'status', /required/],
      ['a field too many', { ...good, surprise: 1 }, 'surprise', /not a field/],
      ['a day that is none', { ...good, checkIn: '2026-02-30' }, 'checkIn', /valid date/],
      ['a word that is none', { ...good, status: 'maybe' }, 'status', /one of/],
      [
        'a reference to nothing',
        { ...good, listingId: '999999' },
        'listingId',
        /no listing 999999 stands before/,
      ],
      [
        'one within a row',
        { ...good, conflicts: [{ stayId: good.id, listingId: good['listingId'], since: good['createdAt'] }] },
        'conflicts[0].stayId',
        /stands before/,
      ],
      ['a type that is none', { ...good, type: 'booking' }, 'type', /one of: header, connection/],
      ['a type that is no word', { ...good, type: { toString: 1 } }, 'type', /one of: header, connection/],
      [
        'the end of a broken file',
        { type: 'error', code: 'internal_error', message: 'x', fix: 'y' },
        'type',
        /broke off/,
      ],
      ['a second header', lines[0] ?? {}, 'type', /second header/],
      ['nights that end before they begin', { ...good, checkOut: '2026-06-01' }, '', /do not go together/],
      ['the same again', listing, 'id', /stands in the file already/],
      [
        'a provider that is none',
        { ...(lines[at('connection')] ?? {}), id: '77', provider: 'nonsense' },
        'provider',
        /must be one of/,
      ],
      ['an end that comes too early', { type: 'end', records: 3 }, '', /header says/],
      ['a night too many', night, '', /only one can/],
    ]
    for (const [what, line, field, message] of wrong) {
      const error = problemOf(await send(id, 4, [...upTo, line]))
      assert.equal(error['field'], `records[${upTo.length}]${field && `.${field}`}`, what)
      assert.match(error['message'] ?? '', new RegExp(`^Line ${4 + upTo.length} of the file: `), what)
      assert.match(error['message'] ?? '', message, what)
      assert.match(error['fix'] ?? '', new RegExp(`line ${4 + upTo.length}`), what)
    }
    const kept = await sql<{
      count: number
    }>`select count(*)::int as count from listings where workspace_id = ${id}`.execute(app.db)
    assert.equal(kept.rows[0]?.count, 0)
    assert.equal(dataOf(await send(id, 4, lines.slice(3))).complete, true)
  })

  test('half a character is no reason to fail: what it stands in is not kept whole, and names nothing', async () => {
    const id = await empty()
    const half = 'Harbour \ud800'
    const header = { ...lines[0], name: half }
    assert.equal(dataOf(await send(id, 1, [header])).lines, 1)
    assert.equal(dataOf(await send(id, 1, [header])).lines, 1)
    const change = lines.findIndex(({ type }) => type === 'reservation_change')
    const good = lines[change] ?? assert.fail('no change')
    const guest = lines.find(({ type }) => type === 'guest') ?? assert.fail('no guest')
    const halved = lines
      .slice(1, change + 1)
      .with(lines.indexOf(guest) - 1, { ...guest, firstName: 'Ada \ud83d', lastName: 'By\u0000ron' })
      .with(-1, { ...good, previous: { listingId: half } })
    assert.equal(dataOf(await send(id, 2, halved)).lines, change + 1)
    const { rows } = await sql<{ name: string }>`
      select first_name || ' ' || last_name as name from guests
      where workspace_id = ${id} and last_name = 'Byron'`.execute(app.db)
    assert.deepEqual(rows, [{ name: 'Ada \ufffd Byron' }])
  })

  test('a file with a line missing, or that refers to what never comes', async () => {
    const [cut, torn] = [await empty(), await empty()]
    const last = lines.length - 1
    const shorter = lines.filter((_, at) => at !== last - 1)
    assert.match(
      problemOf(await send(cut, 1, shorter))['message'] ?? '',
      /header says \d+ lines of type review/,
    )
    assert.equal(await stateOf(cut), 'awaiting_connection')
    const dangling = lines.map((line) => (line['mergedInto'] ? { ...line, mergedInto: '424242' } : line))
    assert.match(problemOf(await send(torn, 1, dangling))['message'] ?? '', /refers to reservation 424242/)
    const behind = [...lines, { ...lines[1], id: '98765' }]
    assert.match(problemOf(await send(torn, 1, behind))['message'] ?? '', /ended before it/)
    assert.equal(dataOf(await send(torn, 1, lines)).complete, true)
    assert.match(
      problemOf(await send(torn, behind.length, behind.slice(-1)), 409, 'invalid_state')['message'] ?? '',
      /ended before/,
    )
  })
})
