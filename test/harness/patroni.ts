/** Runs three members of Patroni with etcd and HAProxy, all from Debian packages, with the files of `deploy/patroni`. */
import { execFileSync, spawn, type ChildProcess, type SpawnOptions } from 'node:child_process'
import { chownSync, mkdirSync, openSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import pg from 'pg'
import { root } from './child.ts'
import { testFolder } from './folder.ts'
import { freePort } from './free-port.ts'
import { signalTree } from './signal-tree.ts'
import { findTool } from './tools.ts'
import { until } from './until.ts'

const programs = '/usr/lib/postgresql'
const password = 'patroni-of-a-drill'
export const patroniTools = ['patroni', 'etcd', 'haproxy']

export interface PatroniMember {
  name: string
  url: string
  isPrimary(): Promise<boolean>
  /** True when it follows the primary. */
  isReplica(): Promise<boolean>
  /** The machine is gone: PostgreSQL and Patroni. */
  kill(): void
  freeze(): void
  thaw(): void
  start(): void
  /** The last lines that Patroni and PostgreSQL wrote. */
  lastLines(): string
}

export interface PatroniCluster {
  /** The address of HAProxy, which leads to the primary. */
  url: string
  members: PatroniMember[]
  primary(): Promise<PatroniMember>
  version: string
  close(): Promise<void>
}

export async function startPatroni(): Promise<PatroniCluster> {
  const place = testFolder()
  const version = readdirSync(programs).toSorted((a, b) => Number(b) - Number(a))[0]
  if (version === undefined) throw new Error(`no PostgreSQL in ${programs}`)
  const [etcdPort, peerPort, proxyPort] = [await freePort(), await freePort(), await freePort()]
  const running: ChildProcess[] = []
  const launch = (program: string, args: string[], options: SpawnOptions, name: string) => {
    const output = openSync(path.join(place.folder, `${name}.log`), 'a')
    const child = spawn(findTool(program) ?? program, args, { ...options, stdio: ['ignore', output, output] })
    running.push(child)
    return child
  }
  const etcd = `http://127.0.0.1:${etcdPort}`
  const peer = `http://127.0.0.1:${peerPort}`
  launch(
    'etcd',
    [
      ...['--data-dir', path.join(place.folder, 'etcd'), '--name', 'etcd1', '--unsafe-no-fsync'],
      ...['--listen-client-urls', etcd, '--advertise-client-urls', etcd, '--listen-peer-urls', peer],
      ...['--initial-advertise-peer-urls', peer, '--initial-cluster', `etcd1=${peer}`],
    ],
    {},
    'etcd',
  )
  const members = await Promise.all(
    ['db1', 'db2', 'db3'].map((name) =>
      openMember(name, { folder: place.folder, etcdPort, version, launch }),
    ),
  )
  const primary = () =>
    until('a primary', async () => {
      for (const one of members) if (await one.isPrimary()) return one
      return null
    })
  for (const member of members) member.start()
  const first = await primary()
  for (const member of members)
    if (member !== first) await until(`${member.name} to follow`, () => member.isReplica())
  await query(first.url, 'create database lodgewire')
  launch(
    'haproxy',
    ['-db', '-f', path.join(root, 'deploy/patroni/haproxy.cfg')],
    { env: proxyEnv(proxyPort, members) },
    'haproxy',
  )
  return {
    url: `postgres://postgres:${password}@127.0.0.1:${proxyPort}/lodgewire`,
    members,
    primary,
    version,
    async close() {
      for (const member of members) member.kill()
      for (const child of running) signalTree(child.pid ?? 0, 'SIGKILL')
      place.remove()
    },
  }
}

type Member = PatroniMember & { patroniPort: number; port: number }

export const proxyEnv = (proxyPort: number, members: readonly { port: number; patroniPort: number }[]) => ({
  BIND: `127.0.0.1:${proxyPort}`,
  ...Object.fromEntries(
    members.flatMap(({ port, patroniPort }, index) => [
      [`DB${index + 1}`, `127.0.0.1:${port}`],
      [`DB${index + 1}_PATRONI`, String(patroniPort)],
    ]),
  ),
})

interface MemberOptions {
  folder: string
  etcdPort: number
  version: string
  launch(program: string, args: string[], options: SpawnOptions, name: string): ChildProcess
}

async function openMember(
  name: string,
  { folder, etcdPort, version, launch }: MemberOptions,
): Promise<Member> {
  const [port, patroniPort] = [await freePort(), await freePort()]
  const home = path.join(folder, name)
  const data = path.join(home, 'data')
  // PostgreSQL refuses to run as root.
  const account = accountOf('postgres')
  mkdirSync(home, { mode: 0o700 })
  chownSync(home, account.uid, account.gid)
  const env = {
    ...{ PATH: process.env['PATH'], LC_ALL: 'C.UTF-8', HOME: home },
    ...{ PATRONI_NAME: name, PATRONI_ETCD3_HOSTS: `127.0.0.1:${etcdPort}` },
    PATRONI_RESTAPI_LISTEN: `127.0.0.1:${patroniPort}`,
    PATRONI_RESTAPI_CONNECT_ADDRESS: `127.0.0.1:${patroniPort}`,
    PATRONI_POSTGRESQL_LISTEN: `127.0.0.1:${port}`,
    PATRONI_POSTGRESQL_CONNECT_ADDRESS: `127.0.0.1:${port}`,
    ...{ PATRONI_POSTGRESQL_DATA_DIR: data, PATRONI_POSTGRESQL_BIN_DIR: `${programs}/${version}/bin` },
    PATRONI_POSTGRESQL_PGPASS: path.join(home, 'pgpass'),
    ...{ PATRONI_SUPERUSER_USERNAME: 'postgres', PATRONI_SUPERUSER_PASSWORD: password },
    ...{ PATRONI_REPLICATION_USERNAME: 'replicator', PATRONI_REPLICATION_PASSWORD: password },
  }
  let child: ChildProcess | undefined
  const postmaster = () => Number(readFileSync(path.join(data, 'postmaster.pid'), 'utf8').split('\n')[0])
  const signal = (which: NodeJS.Signals) => {
    if (child?.pid !== undefined) signalTree(child.pid, which)
    try {
      signalTree(postmaster(), which)
    } catch {
      // It is not running.
    }
  }
  const answers = (what: string) =>
    fetch(`http://127.0.0.1:${patroniPort}/${what}`, { signal: AbortSignal.timeout(1_000) }).then(
      ({ ok }) => ok,
      () => false,
    )
  return {
    ...{ name, port, patroniPort },
    url: `postgres://postgres:${password}@127.0.0.1:${port}/lodgewire`,
    isPrimary: () => answers('primary'),
    isReplica: () => answers('replica'),
    kill: () => signal('SIGKILL'),
    freeze: () => signal('SIGSTOP'),
    thaw: () => signal('SIGCONT'),
    start() {
      child = launch(
        'patroni',
        [path.join(root, 'deploy/patroni/patroni.yml')],
        { env, ...account, cwd: home },
        name,
      )
    },
    lastLines: () => readFileSync(path.join(folder, `${name}.log`), 'utf8').slice(-4_000),
  }
}

function accountOf(name: string): { uid: number; gid: number } {
  const id = (flag: string) => Number(execFileSync('id', [flag, name], { encoding: 'utf8' }))
  return { uid: id('-u'), gid: id('-g') }
}

async function query(url: string, text: string): Promise<void> {
  const client = new pg.Client({ connectionString: url.replace(/\/lodgewire$/, '/postgres') })
  await client.connect()
  try {
    await client.query(text)
  } finally {
    await client.end()
  }
}
