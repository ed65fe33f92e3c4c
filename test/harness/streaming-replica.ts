/** Runs a private PostgreSQL and streaming replicas of it, each as its own process. */
import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { appendFileSync, chownSync, cpSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import pg from 'pg'
import { chooseAccount } from '../../src/platform/embedded-postgres/account.ts'
import { findPrograms } from '../../src/platform/embedded-postgres/binaries.ts'
import { startPrivatePostgres } from '../../src/platform/embedded-postgres/index.ts'
import { launch } from '../../src/platform/embedded-postgres/program.ts'
import { createLog } from '../../src/platform/log.ts'
import { testFolder } from './folder.ts'
import { freePort } from './free-port.ts'
import { signalTree } from './signal-tree.ts'
import { until } from './until.ts'

const log = createLog({ level: 'silent' })

export interface TestPrimary {
  url: string
  /** Starts a copy of the primary that follows it. The primary knows the first one as `replica0`. */
  replica(): Promise<TestReplica>
  /** Kills it with all its processes, like a machine that loses its power. */
  kill(): void
  /** Stands still with all connections open, like a machine that vanishes from the network. */
  freeze(): void
  thaw(): void
  close(): Promise<void>
}

export interface TestReplica {
  url: string
  query<Row extends pg.QueryResultRow>(text: string): Promise<Row[]>
  /** Ends `pg_wal_replay_pause`. */
  letGoOn(): Promise<unknown>
  /** Acts like a machine that is gone. */
  kill(): Promise<void>
  start(): Promise<void>
  /** Makes it a primary. */
  promote(): Promise<void>
}

export async function startPrimary(): Promise<TestPrimary> {
  const place = testFolder()
  const dataDir = path.join(place.folder, 'primary')
  const postgres = await startPrivatePostgres({ dataDir, log, mode: 'test' })
  const replicas: TestReplica[] = []
  const [pid = ''] = readFileSync(path.join(postgres.folder, 'data', 'postmaster.pid'), 'utf8').split('\n')
  return {
    url: postgres.url,
    kill: () => signalTree(Number(pid), 'SIGKILL'),
    freeze: () => signalTree(Number(pid), 'SIGSTOP'),
    thaw: () => signalTree(Number(pid), 'SIGCONT'),
    async replica() {
      const data = path.join(place.folder, `replica-${replicas.length}`)
      await copyCluster(postgres.url, path.join(postgres.folder, 'data'), data)
      const made = await openReplica(postgres.url, data, `replica${replicas.length}`)
      replicas.push(made)
      return made
    },
    async close() {
      for (const one of replicas) await one.kill()
      await postgres.stop()
      rmSync(postgres.folder, { recursive: true, force: true, maxRetries: 5 })
      place.remove()
    },
  }
}

/** Makes the base backup of PostgreSQL's manual with functions, since the package has no `pg_basebackup`. */
async function copyCluster(url: string, from: string, to: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(`select pg_backup_start('copy', true)`)
    cpSync(from, to, {
      recursive: true,
      preserveTimestamps: true,
      filter: (file) => !/postmaster\.(pid|opts)$/.test(file),
    })
    const { rows } = await client.query<{ labelfile: string }>(`select labelfile from pg_backup_stop(false)`)
    writeFileSync(path.join(to, 'backup_label'), rows[0]?.labelfile ?? '')
  } finally {
    await client.end()
  }
  const { hostname, port, username, password } = new URL(url)
  const primary = `host=${hostname} port=${port} user=${username} password=${password}`
  appendFileSync(path.join(to, 'postgresql.auto.conf'), `\nprimary_conninfo = '${primary}'\n`)
  writeFileSync(path.join(to, 'standby.signal'), '')
  const account = chooseAccount([])
  if (account) execFileSync('chown', ['-R', `${account.uid}:${account.gid}`, to])
  execFileSync('chmod', ['700', to])
}

async function openReplica(primaryUrl: string, data: string, name: string): Promise<TestReplica> {
  const account = chooseAccount([])
  const { postgres } = await findPrograms(account, log)
  const port = await freePort()
  const address = new URL(primaryUrl)
  address.port = String(port)
  const url = address.href
  const settings = {
    ...{ listen_addresses: '127.0.0.1', unix_socket_directories: '', port: String(port), fsync: 'off' },
    // The primary knows it by this name.
    cluster_name: name,
    // A replica follows only with as many as the primary of a test has.
    ...{ max_connections: '300', max_standby_streaming_delay: '1s', hot_standby_feedback: 'on' },
  }
  const output = openSync(`${data}.log`, 'a', 0o600)
  if (account) chownSync(`${data}.log`, account.uid, account.gid)
  let child: ReturnType<typeof launch> | undefined
  const query = async <Row extends pg.QueryResultRow>(text: string): Promise<Row[]> => {
    const client = new pg.Client({ connectionString: url })
    client.on('error', () => {})
    await client.connect()
    try {
      return (await client.query<Row>(text)).rows
    } finally {
      await client.end()
    }
  }
  /** A replay that was paused too long cancels queries, also the one that resumes it. It resumes anyway. */
  const letGoOn = () =>
    query('select pg_wal_replay_resume()').catch((error: unknown) => {
      if (!/conflict with recovery/.test(String(error))) throw error
    })
  const replica: TestReplica = {
    url,
    query,
    letGoOn,
    async start() {
      const args = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
      const stdio = ['ignore' as const, output, output]
      child = launch(postgres, ['-D', data, ...args], { account, stdio })
      await until('the replica to answer', () =>
        query('select 1').then(
          () => true,
          () => false,
        ),
      )
    },
    async promote() {
      await query('select pg_promote()')
    },
    async kill() {
      const ending = child
      child = undefined
      if (!ending) return
      ending.kill('SIGKILL')
      await once(ending, 'exit')
      rmSync(path.join(data, 'postmaster.pid'), { force: true })
    },
  }
  await replica.start()
  return replica
}
