/** Runs a server for comparison in a process of its own: `statement`, `bare` or `plain`. */
import Fastify from 'fastify'
import { sql } from 'kysely'
import { rowsToRender } from '../src/records/reservations/text-queries.ts'
import { renderReservation } from '../src/records/reservations/render.ts'
import { listStatement, recordStatement, type SentStatement } from './list-statement.ts'
import { benchServices } from './services.ts'

const [kind = '', url = '', sample = ''] = process.argv.slice(2)

/** Sends ready bytes, or that they are unchanged, which shows what the HTTP server alone can do. */
async function bare() {
  const app = Fastify({ logger: false })
  const bytes = Buffer.from(sample, 'base64')
  app.get('/v1/reservations', ({ headers }, reply) => {
    const tag = headers['if-none-match']
    return tag === undefined
      ? reply.header('content-type', 'application/json; charset=utf-8').send(bytes)
      : reply.code(304).header('etag', tag).send()
  })
  return app
}

const [anyone, anyId] = ['of a workspace', 'of a record']

/** Runs the list's and the record's prepared statement and sends their texts, without keys, limits or validation. */
async function statement() {
  const { pool } = benchServices(url)
  const [page, record] = [await listStatement(anyone), await recordStatement(anyone, anyId)]
  const app = Fastify({ logger: false })
  const rowsOf = async (
    name: string,
    { text, values }: SentStatement,
    replacements: Record<string, string>,
  ) => {
    const own = values.map((value) => replacements[String(value)] ?? value)
    const { rows } = await pool.query<{ id: string; json: string; total: string }>({
      name,
      text,
      values: own,
    })
    return rows
  }
  app.get<{ Querystring: { workspace: string } }>('/v1/reservations', async (request, reply) => {
    const rows = await rowsOf('page', page, { [anyone]: request.query.workspace })
    const shown = rows.slice(0, 50)
    const pagination = {
      // It is as long as the signed cursor of the whole stack.
      nextCursor: String(shown.at(-1)?.id).padEnd(sample.length, '.'),
      hasMore: rows.length > 50,
      total: Number(rows[0]?.total),
    }
    return reply
      .header('content-type', 'application/json; charset=utf-8')
      .send(
        `{"data":[${shown.map(({ json }) => json).join(',')}],"pagination":${JSON.stringify(pagination)}}`,
      )
  })
  app.get<{ Querystring: { workspace: string }; Params: { id: string } }>(
    '/v1/reservations/:id',
    async (request, reply) => {
      const [row] = await rowsOf('record', record, {
        [anyone]: request.query.workspace,
        [anyId]: request.params.id,
      })
      return reply.header('content-type', 'application/json; charset=utf-8').send(row?.json ?? '')
    },
  )
  return app
}

/** Reads, parses, maps and stringifies columns for every request, as most servers do; without keys or limits. */
async function plain() {
  const { db } = benchServices(url)
  const app = Fastify({ logger: false })
  app.get<{ Querystring: { workspace: string } }>('/v1/reservations', async (request, reply) => {
    const scope = { workspaceId: request.query.workspace }
    const [page, total] = await Promise.all([
      sql<{ id: string; status: string }>`
        select r.id, r.status from reservations r
        join listings l on l.workspace_id = r.workspace_id and l.id = r.listing_id and l.active
        where r.workspace_id = ${scope.workspaceId} order by r.id limit 51`.execute(db),
      sql<{ total: string }>`
        select count(*) as total from reservations r
        join listings l on l.workspace_id = r.workspace_id and l.id = r.listing_id and l.active
        where r.workspace_id = ${scope.workspaceId}`.execute(db),
    ])
    const status = new Map(page.rows.map((row) => [row.id, row.status]))
    const ids = page.rows.slice(0, 50).map((row) => row.id)
    const rows = await rowsToRender(db, scope, ids)
    const data = rows.map((row) => ({ id: row.id, status: status.get(row.id), ...renderReservation(row) }))
    const body = {
      data,
      pagination: { nextCursor: ids.at(-1), hasMore: true, total: Number(total.rows[0]?.total) },
    }
    return reply.header('content-type', 'application/json; charset=utf-8').send(JSON.stringify(body))
  })
  return app
}

const servers = { bare, statement, plain }
if (!(kind in servers)) throw new Error(`there is no server ${kind}`)
const app = await servers[kind as keyof typeof servers]()
const origin = await app.listen({ port: 0, host: '127.0.0.1' })
process.on('message', () => {
  const { user, system } = process.cpuUsage()
  process.send?.({ us: user + system })
})
process.send?.({ origin })
process.on('disconnect', () => process.exit(0))
