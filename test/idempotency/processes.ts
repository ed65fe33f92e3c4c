/** Servers with things, each a process of its own, over one database. */
import { sql } from 'kysely'
import { request } from 'undici'
import { createDatabase } from '../../src/platform/db.ts'
import { createLog } from '../../src/platform/log.ts'
import type { Queryable } from '../../src/platform/tenant.ts'
import { runScript, type Child } from '../harness/child.ts'
import { createTestDatabase } from '../harness/database.ts'
import { insertWorkspaces, newKeyRing } from './things.ts'

export interface ServerAnswer {
  status: number
  text: string
  cached: boolean
}

export interface Servers {
  db: Queryable
  start(options?: { leaseMs?: number; lastStep?: string }): Promise<{ url: string; child: Child }>
  /** null: the server died before it answered. */
  send(server: { url: string }, key: string, name: string): Promise<ServerAnswer | null>
  close(): Promise<void>
}

export async function startServers(): Promise<Servers> {
  const test = await createTestDatabase()
  const database = createDatabase(test.url, { log: createLog({ level: 'silent' }), max: 2 })
  const keyRing = newKeyRing()
  const children: Child[] = []
  await insertWorkspaces(database.kysely)
  return {
    db: database.kysely,
    async start({ leaseMs = 20_000, lastStep } = {}) {
      const child = runScript('test/idempotency/things-process.ts', [
        test.url,
        keyRing,
        String(leaseMs),
        ...(lastStep === undefined ? [] : [lastStep]),
      ])
      children.push(child)
      const [, url = ''] = await child.line(/ready (\S+)/)
      return { url, child }
    },
    async send({ url }, key, name) {
      try {
        const { statusCode, headers, body } = await request(`${url}/v1/things`, {
          method: 'POST',
          headers: {
            authorization: 'Bearer sk_live_first',
            'content-type': 'application/json',
            'idempotency-key': key,
          },
          body: JSON.stringify({ name }),
        })
        const text = await body.text()
        return { status: statusCode, text, cached: headers['idempotency-status'] === 'cached' }
      } catch {
        return null
      }
    },
    async close() {
      for (const child of children) child.process.kill('SIGKILL')
      await Promise.all(children.map((child) => child.ended))
      await database.close()
      await test.drop()
    },
  }
}

/** Names of things that are not there exactly once. */
export async function notOnce(db: Queryable, names: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select name from unnest(${names}::text[]) as wanted (name)
    left join (select name, count(*) from listings group by name) there using (name)
    where coalesce(there.count, 0) <> 1`.execute(db)
  return rows.map((row) => row.name)
}
