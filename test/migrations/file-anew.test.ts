/** A newer export where an older one was begun with: refused with the way out, or taken in its place. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import { startTestApp, type TestAnswer, type TestApp, type TestWorkspace } from '../harness/app.ts'
import { rowsOf, tenantTables } from '../harness/rows.ts'
import { exported, type File, type ExportLine } from './lines.ts'
import { fillPortfolio } from './portfolio.ts'
import { withoutIds } from './same-records.ts'

let app: TestApp
let source: TestWorkspace
let older: ExportLine[]
let newer: ExportLine[]
let file: File
const linesOf = ({ text }: File) =>
  text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as ExportLine)
before(async () => {
  app = await startTestApp()
  source = await app.addWorkspace({ parentId: app.workspace.id })
  await fillPortfolio(app.db, source.live, 1)
  older = linesOf(await exported(app, source.id))
  await fillPortfolio(app.db, source.live, 2)
  await sql`update guests set first_name = 'Changed' where workspace_id = ${source.id}`.execute(app.db)
  await sql`delete from reviews where workspace_id = ${source.id} and external_id = 'W1'`.execute(app.db)
  file = await exported(app, source.id)
  newer = linesOf(file)
})
after(() => app.close())

const begin = async () => (await app.addWorkspace({ parentId: app.workspace.id })).id
const send = (id: string, line: number, records: readonly unknown[], more: object = {}) =>
  app.post(`/v1/migrations/${id}/records`, { line, records, ...more })
const dataOf = (answer: TestAnswer) => {
  assert.equal(answer.status, 200, answer.text)
  return answer.body['data'] as unknown as { state: string; lines: number; complete: boolean }
}
const refusal = (answer: TestAnswer) => {
  assert.equal(answer.status, 409, answer.text)
  const error = answer.body['error'] as unknown as Record<string, string>
  assert.equal(error['code'], 'invalid_state')
  return error
}
const anew = { anew: true }

test('a newer export takes the place of one that did not end, and only that', async () => {
  const id = await begin()
  await send(id, 1, older.slice(0, -5))
  const others = [app.workspace.id, source.id]
  const tables = (await tenantTables(app.db)).filter((name) => !/^(usage_|audit_|request_)/.test(name))
  const untouched = await rowsOf(app.db, others, tables)

  const error = refusal(await send(id, 1, newer))
  assert.match(error['message'] ?? '', /another export, of workspace/)
  assert.match(error['fix'] ?? '', /`anew` true/)
  assert.equal(dataOf(await send(id, 1, [newer[0]], anew)).lines, 1)
  const half = Math.floor(newer.length / 2)
  assert.equal(dataOf(await send(id, 2, newer.slice(1, half))).lines, half)
  // The same again, whose answer was lost: nothing is removed.
  assert.deepEqual(dataOf(await send(id, 1, [newer[0]], anew)), {
    workspaceId: id,
    state: 'importing',
    lines: half,
    complete: false,
  })
  assert.equal(dataOf(await send(id, half + 1, newer.slice(half))).complete, true)
  assert.deepEqual(withoutIds((await exported(app, id)).records), withoutIds(file.records))
  assert.deepEqual(await rowsOf(app.db, others, tables), untouched)

  assert.equal(dataOf(await send(id, 1, [newer[0]], anew)).complete, true)
  const ended = refusal(await send(id, 1, [older[0]], anew))
  assert.match(ended['message'] ?? '', /was filled from another export/)
  assert.match(ended['fix'] ?? '', /POST \/v1\/connect/)
  assert.deepEqual(withoutIds((await exported(app, id)).records), withoutIds(file.records))
})

test('`anew` alone begins nothing in the middle of a file, and nothing where something else is', async () => {
  const id = await begin()
  assert.equal(dataOf(await send(id, 1, older.slice(0, 3), anew)).lines, 3)
  const error = refusal(await send(id, 4, older.slice(3), anew))
  assert.equal(error['field'], 'anew')
  assert.equal(dataOf(await send(id, 4, older.slice(3))).complete, true)
  assert.match(refusal(await send(source.id, 1, newer, anew))['message'] ?? '', /not empty/)
  const foreign = await app.addWorkspace()
  assert.equal((await send(foreign.id, 1, newer, anew)).status, 404)
})

test('what the session limited stays limited in the copy', async () => {
  const id = await begin()
  await send(id, 1, newer)
  const { rows } = await sql<{ import_scope: string[] | null }>`
    select import_scope from connections where workspace_id = ${id} order by id`.execute(app.db)
  assert.deepEqual(
    rows.map((row) => row.import_scope),
    [['listings', 'reservations', 'guests', 'payments'], null],
  )
  const answer = await app.get(`/v1/migrations/${id}/report`)
  const { issues } = answer.body['data'] as unknown as { issues: { code: string; entity: string }[] }
  const left = issues.filter(({ code }) => code === 'left_out_of_scope').map(({ entity }) => entity)
  assert.ok(left.includes('conversations') && !left.includes('guests'), left.join())
})
