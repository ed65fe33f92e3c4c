/** Databases of earlier versions, with what their servers wrote, are brought up to this one and answered from. */
import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { after, before, describe, test } from 'node:test'
import { sql } from 'kysely'
import { compare } from '../../src/cli/doctor/kept-counts.ts'
import { routes } from '../../src/features/routes.ts'
import { hashApiKey } from '../../src/platform/crypto.ts'
import { createLog } from '../../src/platform/log.ts'
import { migrate } from '../../src/platform/migrate.ts'
import { startTestApp, type TestApp } from '../harness/app.ts'
import { createTestDatabase, openTestPool } from '../harness/database.ts'
import { keptVersions, readKept, restore } from './kept-version.ts'

type Page = { data?: { id?: string }[]; pagination?: { nextCursor: string | null; total?: number } }

const lists = routes.filter(
  ({ method, url }) => method === 'GET' && url.startsWith('/v1/') && !url.includes(':'),
)
/** A kept version comes without the key that its credentials are encrypted with. */
const withoutKey = '"code":"service_misconfigured"'
const readOf = (list: string) =>
  routes.find(
    ({ method, url }) =>
      method === 'GET' && url.startsWith(`${list}/:`) && !url.slice(list.length + 2).includes('/'),
  )

for (const name of keptVersions) {
  describe(name, () => {
    const version = readKept(name)
    let app: TestApp
    before(async () => {
      const database = await createTestDatabase({ empty: true })
      const pool = openTestPool({ connectionString: database.url })
      await restore(pool, version)
      await migrate(pool, { log: createLog({ level: 'silent' }) })
      await pool.end()
      app = await startTestApp({ database, now: version.at })
    })
    after(() => app.close())

    test('what is kept of the rows is as they are', async () => {
      const findings = await compare(app.services.pool)
      assert.deepEqual(
        findings.map(({ level }) => level),
        ['ok'],
        JSON.stringify(findings),
      )
    })

    test('every list is answered, with every record of it', async () => {
      const { rows: workspaces } = await sql<{ id: string; mode: 'live' | 'sandbox' }>`
        select id, case when sandbox_of is null then 'live' else 'sandbox' end as mode from workspaces
        where id not in (${app.workspace.id}, ${app.workspace.sandbox.workspaceId}) and deactivated_at is null`.execute(
        app.db,
      )
      const seen = new Map<string, number>()
      for (const { id, mode } of workspaces) {
        const key = `sk_${mode === 'live' ? 'live' : 'test'}_${randomBytes(20).toString('hex')}`
        await sql`insert into api_keys (workspace_id, mode, prefix, hash) values (${id}, ${mode}, 'sk_', ${hashApiKey(key)})`.execute(
          app.db,
        )
        for (const { url } of lists) await readAll(url, key, seen)
      }
      for (const list of ['listings', 'reservations', 'guests', 'conversations'])
        assert.ok((seen.get(`/v1/${list}`) ?? 0) > 0, list)
    })

    async function readAll(list: string, key: string, seen: Map<string, number>): Promise<void> {
      const one = readOf(list)
      let [rows, total]: [number, number | undefined] = [0, undefined]
      for (let url: string | null = list; url !== null;) {
        const { status, body, text } = await app.get(url, { key })
        assert.ok(status < 500 || status === 501 || text.includes(withoutKey), `${url}: ${text}`)
        const { data, pagination } = body as Page
        if (status !== 200 || !Array.isArray(data)) return
        for (const { id } of data) {
          if (one === undefined || id === undefined) continue
          const record = await app.get(`${list}/${id}`, { key })
          assert.ok(record.status < 500, `${list}/${id}: ${record.text}`)
        }
        rows += data.length
        total ??= pagination?.total
        url = pagination?.nextCursor ? `${list}?cursor=${encodeURIComponent(pagination.nextCursor)}` : null
      }
      if (total !== undefined) assert.equal(rows, total, list)
      seen.set(list, (seen.get(list) ?? 0) + rows)
    }
  })
}
