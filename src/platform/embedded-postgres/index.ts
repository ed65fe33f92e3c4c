import { existsSync, realpathSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import path from 'node:path'
import type pg from 'pg'
import { prepareDataFolder } from '../data-folder.ts'
import { copyTree, type CopyChoice, type CopyTarget } from '../copy-tree.ts'
import type { Log } from '../log.ts'
import { chooseAccount } from './account.ts'
import { findPrograms } from './binaries.ts'
import { databaseName, prepareCluster, readPassword, userName } from './cluster.ts'
import { findClusterFolder, passwordFile, prepareClusterFolder } from './cluster-folder.ts'
import { lockFolder } from './lock.ts'
import { isPostgresOn, readPidFile, startPostmaster, stopOrphan, type Postmaster } from './postmaster.ts'
import { randomUUID } from 'node:crypto'

// Copies the cluster's files while PostgreSQL runs, by the manual's "Making a Base Backup Using the Low Level API". With the write-ahead log of that
// time PostgreSQL restores the state at the end of the copy, and it refuses to start where a piece of that log is missing.

/** PostgreSQL fills these folders at its start, so the copy has them empty. */
const emptied = /^pg_(dynshmem|notify|replslot|serial|snapshots|stat_tmp|subtrans|wal)$/

/** These files belong to the running process or to one that crashed. */
const notCopied = /^(postmaster\.(pid|opts)|backup_label(\.old)?|pg_internal\.init.*|pgsql_tmp.*)$/

const controlFile = 'global/pg_control'

/** PostgreSQL renames the file when it has completed a restored copy, so its presence marks an untouched backup. */
export const backupLabel = 'backup_label'

/** The copy has everything that was committed before this moment, and possibly some of what came after. */
interface CopiedCluster {
  completeAt: Date
}

/** `session` is a connection of its own, as the owner of the cluster. */
async function copyCluster(
  session: pg.ClientBase,
  {
    from,
    to,
    target,
    copied,
  }: { from: string; to: string; target: CopyTarget; copied?(bytes: number): void },
): Promise<CopiedCluster> {
  // PostgreSQL keeps all log from here on until the session ends.
  const slot = `backup_${randomUUID().replaceAll('-', '_')}`
  await session.query('select pg_create_physical_replication_slot($1, true, true)', [slot])
  await session.query('select pg_backup_start($1, true)', ['lodgewire'])
  await copyTree(target, from, to, { taken: takenOf, ...(copied ? { copied } : {}) })
  // The control file comes last, because it says how far the others are.
  await target.copyFile(path.join(from, controlFile), path.posix.join(to, controlFile))
  const completeAt = new Date()
  const { rows } = await session.query<{ label: string; last: string }>(
    'select labelfile as label, pg_walfile_name(lsn) as last from pg_backup_stop(false)',
  )
  const [ended] = rows
  const first = /\(file ([0-9A-F]{24})\)/.exec(ended?.label ?? '')?.[1]
  if (!ended || first === undefined) throw new Error('PostgreSQL did not say where the backup begins')
  await copyLog(target, path.join(from, 'pg_wal'), path.posix.join(to, 'pg_wal'), { first, last: ended.last })
  await target.writeFile(path.posix.join(to, backupLabel), ended.label, 0o600)
  await target.closeFolder(to)
  return { completeAt }
}

function takenOf(inside: string): CopyChoice {
  if (notCopied.test(path.basename(inside)) || inside === controlFile) return 'not'
  return emptied.test(inside) ? 'empty' : 'whole'
}

/** Names of log files sort in the order of writing. */
async function copyLog(
  target: CopyTarget,
  from: string,
  to: string,
  { first, last }: { first: string; last: string },
) {
  await target.openFolder(path.posix.join(to, 'archive_status'), 0o700)
  const names = (await readdir(from)).filter(
    (name) => name.length === first.length && first <= name && name <= last,
  )
  for (const name of names) await target.copyFile(path.join(from, name), path.posix.join(to, name))
  await target.closeFolder(to)
}

export { FolderInUse } from './lock.ts'

export type PrivatePostgres = {
  url: string
  /** The same server through a Unix socket, in mode `test`. Null where the path of its folder is too long for one. */
  socketUrl: string | null
  /** The cluster's files are in the data folder unless PostgreSQL's user cannot reach that. */
  folder: string
  stop(): Promise<void>
}

type PrivatePostgresOptions = {
  dataDir: string
  log: Log
  /** `test` is fast and not durable, for a database that is thrown away. */
  mode?: 'durable' | 'test'
  /** Called when PostgreSQL ends without having been stopped. */
  onLost?: () => void
}

const settings = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  timezone: 'UTC',
  log_timezone: 'UTC',
  // This suffices for the server's own pools; larger machines should use their own PostgreSQL.
  shared_buffers: '128MB',
  max_connections: '100',
  // Queries here are small, so compiling or parallelizing them costs more than it saves.
  jit: 'off',
  max_parallel_workers_per_gather: '0',
  // The server reports failed statements itself; in this log they would only leak personal data.
  log_min_messages: 'log',
  log_min_error_statement: 'panic',
  log_error_verbosity: 'terse',
  log_checkpoints: 'off',
}

const testSettings = {
  // Tests side by side start several servers, and each keeps up to 38.
  max_connections: '300',
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  autovacuum_naptime: '1h',
}

/** Systems take paths of 103 bytes, and the socket's own name is `/.s.PGSQL.65535`. */
const longestSocketFolder = 88

/** Starts the private PostgreSQL of a data folder, in whatever state the last process left it. */
export async function startPrivatePostgres(options: PrivatePostgresOptions): Promise<PrivatePostgres> {
  const dataDir = makeFolder(options.dataDir)
  const lock = lockFolder(dataDir)
  try {
    const started = await start({ ...options, dataDir })
    const { postmaster } = started
    const release = guard(postmaster, options)
    let stopping: Promise<void> | undefined
    const stop = () => (stopping ??= (release(), postmaster.stop().finally(lock.release)))
    const { url, socketUrl, folder } = started
    return { url, socketUrl, folder, stop }
  } catch (error) {
    lock.release()
    throw error
  }
}

/** True when a data folder holds a database. */
export async function hasPrivatePostgres(dataDir: string): Promise<boolean> {
  return existsSync(dataDir) && existsSync(path.join(await findClusterFolder(dataDir), 'data'))
}

/** Returns the address of the private PostgreSQL that a running server started, or null. */
export async function findPrivatePostgres(dataDir: string): Promise<string | null> {
  if (!(await hasPrivatePostgres(dataDir))) return null
  const data = path.join(await findClusterFolder(dataDir), 'data')
  const [file, password] = [readPidFile(data), await readPassword(dataDir)]
  if (!file?.ready || !password || !isPostgresOn(file.pid, data)) return null
  return address(password, file.port)
}

/** Copies the running private PostgreSQL of a data folder to a target, as of the end of the copy. */
export async function backUpPrivatePostgres(
  session: pg.ClientBase,
  { from, ...copy }: { from: string; target: CopyTarget; copied?(bytes: number): void },
): Promise<CopiedCluster> {
  await copy.target.openFolder('postgres', 0o700)
  const data = path.join(await findClusterFolder(from), 'data')
  const copied = await copyCluster(session, { from: data, to: 'postgres/data', ...copy })
  await copy.target.copyFile(passwordFile(from), path.basename(passwordFile(from)))
  return copied
}

/** Stops a PostgreSQL that a killed process left running on a data folder nobody uses. */
export async function stopLeftPostgres(dataDir: string, log: Log): Promise<void> {
  const lock = lockFolder(dataDir)
  try {
    await stopOrphan(path.join(await findClusterFolder(dataDir), 'data'), log)
  } finally {
    lock.release()
  }
}

async function start({ dataDir, log, mode = 'durable' }: PrivatePostgresOptions) {
  const account = chooseAccount([path.join(dataDir, 'postgres'), dataDir])
  const programs = await findPrograms(account, log)
  const folder = await prepareClusterFolder(dataDir, account, programs.postgres, log)
  await stopOrphan(path.join(folder, 'data'), log)
  const durable = mode === 'durable'
  const cluster = await prepareCluster({ dataDir, folder, account, programs, durable })
  const hasSocket = !durable && Buffer.byteLength(folder) <= longestSocketFolder
  const postmaster = await startPostmaster({
    postgres: programs.postgres,
    data: cluster.data,
    account,
    settings: {
      ...settings,
      ...(durable ? {} : testSettings),
      ...(hasSocket ? { unix_socket_directories: `"${folder}"` } : {}),
    },
    log,
  })
  const user = account ? ` as user ${account.name}` : ''
  log.info(`private PostgreSQL ${cluster.created ? 'created' : 'started'} in ${folder}${user}`)
  const url = address(cluster.password, postmaster.port)
  const socketUrl = hasSocket ? `${url}?host=${encodeURIComponent(folder)}` : null
  return { postmaster, folder, url, socketUrl }
}

/** PostgreSQL must not outlive a process that ends without stopping it, for instance by an uncaught error. */
function guard({ process: child }: Postmaster, { log, onLost }: PrivatePostgresOptions): () => void {
  const end = () => void child.kill('SIGINT')
  const lost = () => {
    log.fatal('the private PostgreSQL ended unexpectedly; its messages are in server.log beside its data')
    onLost?.()
  }
  process.once('exit', end)
  child.once('exit', lost)
  return () => {
    process.off('exit', end)
    child.off('exit', lost)
  }
}

function makeFolder(dataDir: string): string {
  prepareDataFolder(dataDir)
  return realpathSync(dataDir)
}

function address(password: string, port: number): string {
  return `postgres://${userName}:${password}@127.0.0.1:${port}/${databaseName}`
}
