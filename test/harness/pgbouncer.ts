/** Runs a PgBouncer for a test in front of its PostgreSQL, with transaction pooling. */
import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import pg from 'pg'
import { testFolder } from './folder.ts'
import { freePort } from './free-port.ts'
import { until } from './until.ts'

const program = 'pgbouncer'

/** Returns false, or why tests are skipped. If PgBouncer is required, its absence is a failure. */
export function withoutPgBouncer(): string | false {
  if (spawnSync(program, ['--version']).status === 0) return false
  const reason = `No PgBouncer is installed (looked for ${program}).`
  if (process.env['LODGEWIRE_REQUIRE_PGBOUNCER'] !== undefined) throw new Error(reason)
  console.error(`\n!! Working behind a pooler is NOT tested: ${reason}\n`)
  return reason
}

export interface TestPooler {
  /** The same database through the pooler. */
  url: string
  start(): Promise<void>
  kill(): Promise<void>
  close(): Promise<void>
}

/** `lent` limits its connections to the database. */
export async function startPgBouncer(databaseUrl: string, { lent }: { lent: number }): Promise<TestPooler> {
  const { hostname, port, pathname, username, password } = new URL(databaseUrl)
  const own = await freePort()
  const { folder, remove } = testFolder()
  const name = pathname.slice(1)
  const file = path.join(folder, 'pgbouncer.ini')
  const users = path.join(folder, 'users.txt')
  const target = `host=${hostname} port=${port} user=${decodeURIComponent(username)} password=${decodeURIComponent(password)}`
  writeFileSync(users, '"caller" "pooled"\n')
  writeFileSync(
    file,
    `[databases]
${name} = ${target} dbname=${name}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${own}
unix_socket_dir =
auth_type = plain
auth_file = ${users}
pool_mode = transaction
default_pool_size = ${lent}
max_client_conn = 500
`,
  )
  for (const made of [users, file]) chmodSync(made, 0o644)
  const url = `postgres://caller:pooled@127.0.0.1:${own}/${name}`
  let child: ChildProcess | undefined
  const kill = async () => {
    const ending = child
    child = undefined
    if (!ending) return
    ending.kill('SIGKILL')
    await once(ending, 'exit')
  }
  const pooler: TestPooler = {
    url,
    async start() {
      // PgBouncer refuses to run as root.
      const asNobody = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {}
      child = spawn(program, [file], { stdio: 'ignore', ...asNobody })
      await until('PgBouncer to answer', () => answers(url))
    },
    kill,
    async close() {
      await kill()
      remove()
    },
  }
  await pooler.start()
  return pooler
}

async function answers(connectionString: string): Promise<boolean> {
  const client = new pg.Client({ connectionString })
  client.on('error', () => {})
  try {
    await client.connect()
    await client.query('select 1')
    return true
  } catch {
    return false
  } finally {
    await client.end().catch(() => {})
  }
}
