/**
 * A copy of the cluster's files while PostgreSQL works on them, by its own rules for that (manual, "Making a Base Backup Using the
 * Low Level API"). The files are of different moments; with the log of all that happened meanwhile, PostgreSQL makes of them what
 * the database was when the copy ended, and refuses to start where a piece of that log is missing.
 */
import { randomUUID } from 'node:crypto'
import { mkdir, readdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type pg from 'pg'
import { copyDurably, sync, type Taken } from '../durable-copy.ts'

/** Folders that are there and empty in a copy: PostgreSQL fills them anew when it starts. */
const emptied = /^pg_(dynshmem|notify|replslot|serial|snapshots|stat_tmp|subtrans|wal)$/

/** Of the process that runs, or left behind by one that did. */
const notCopied = /^(postmaster\.(pid|opts)|backup_label(\.old)?|pg_internal\.init.*|pgsql_tmp.*)$/

const controlFile = path.join('global', 'pg_control')

/** `session`: a connection of its own, as the owner of the cluster. `to` is not there yet. */
export async function copyCluster(session: pg.ClientBase, from: string, to: string): Promise<void> {
  // Until the session ends no log is removed that begins after this.
  const slot = `backup_${randomUUID().replaceAll('-', '_')}`
  await session.query('select pg_create_physical_replication_slot($1, true, true)', [slot])
  await session.query('select pg_backup_start($1, true)', ['lodgewire'])
  await copyDurably(from, to, takenOf)
  // Last of all: it says how far the others are.
  await copyDurably(path.join(from, controlFile), path.join(to, controlFile))
  const { rows } = await session.query<{ label: string; last: string }>(
    'select labelfile as label, pg_walfile_name(lsn) as last from pg_backup_stop(false)',
  )
  const [ended] = rows
  const first = /\(file ([0-9A-F]{24})\)/.exec(ended?.label ?? '')?.[1]
  if (!ended || first === undefined) throw new Error('PostgreSQL did not say where the backup begins')
  await copyLog(path.join(from, 'pg_wal'), path.join(to, 'pg_wal'), { first, last: ended.last })
  await writeFile(path.join(to, 'backup_label'), ended.label, { mode: 0o600, flush: true })
  await sync(to)
}

function takenOf(inside: string): Taken {
  if (notCopied.test(path.basename(inside)) || inside === controlFile) return 'not'
  return emptied.test(inside) ? 'empty' : 'whole'
}

/** Names of log files are in the order in which they were written. */
async function copyLog(from: string, to: string, { first, last }: { first: string; last: string }) {
  await mkdir(path.join(to, 'archive_status'), { mode: 0o700 })
  const names = (await readdir(from)).filter(
    (name) => name.length === first.length && first <= name && name <= last,
  )
  for (const name of names) await copyDurably(path.join(from, name), path.join(to, name))
  await sync(to)
}
