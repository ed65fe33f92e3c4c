import { existsSync } from 'node:fs'
import { chown, readFile, readdir, rename, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { randomToken } from '../crypto.ts'
import { syncToDisk } from '../copy-durably.ts'
import type { OsAccount } from './account.ts'
import { firstLine } from './binaries.ts'
import { passwordFile } from './cluster-folder.ts'
import { run } from './program.ts'
import type { Programs } from './program.ts'

export const userName = 'lodgewire'
export const databaseName = 'lodgewire'
const majorVersion = '18'

type ClusterOptions = {
  dataDir: string
  folder: string
  account: OsAccount | null
  programs: Programs
  durable: boolean
}

/**
 * Creates the cluster in `folder/data` if there is none. It is built under another name and renamed when complete, so that a crash leaves
 * only a folder the next start deletes.
 */
export async function prepareCluster(
  place: ClusterOptions,
): Promise<{ data: string; password: string; created: boolean }> {
  const data = path.join(place.folder, 'data')
  await clearUnfinished(place.folder)
  const created = !existsSync(data)
  const storedPassword = await readPassword(place.dataDir)
  const password = storedPassword ?? (await createPassword(place.dataDir))
  if (created) await create(place, data, password)
  await assertVersion(data)
  if (!created && !storedPassword) await setPassword(place, data, password)
  return { data, password, created }
}

export async function readPassword(dataDir: string): Promise<string | null> {
  const text = await readFile(passwordFile(dataDir), 'utf8').catch(() => '')
  return text.trim() || null
}

async function createPassword(dataDir: string): Promise<string> {
  const password = randomToken(40)
  const file = passwordFile(dataDir)
  await writeFile(`${file}.new`, `${password}\n`, { mode: 0o600 })
  await rename(`${file}.new`, file)
  return password
}

async function clearUnfinished(folder: string): Promise<void> {
  const names = (await readdir(folder)).filter((name) => name.startsWith('unfinished-'))
  for (const name of names) {
    // An initdb that outlived its starter may still write there; the start after this one removes it then.
    await rm(path.join(folder, name), { recursive: true, force: true, maxRetries: 3 }).catch(() => {})
  }
}

async function create(place: ClusterOptions, data: string, password: string): Promise<void> {
  const { folder, account, programs, durable } = place
  const draft = path.join(folder, `unfinished-${randomToken(8)}`)
  const secret = `${draft}.password`
  await writeFile(secret, `${password}\n`, { mode: 0o600 })
  if (account) await chown(secret, account.uid, account.gid)
  try {
    const result = await run(programs.initdb, initArguments(draft, secret, durable), account)
    if (!result.ok)
      throw new Error(`PostgreSQL could not set up its data in ${folder}: ${reason(result.output)}`)
    await alone(place, draft, `create database ${databaseName};`)
    await rename(draft, data)
    if (durable) await syncToDisk(folder)
  } finally {
    await rm(secret, { force: true })
    await rm(draft, { recursive: true, force: true })
  }
}

/** The built-in C.UTF-8 sorts by code point on every machine, whatever locales that machine has. */
const initArguments = (data: string, passwordFile: string, durable: boolean): string[] => [
  ...['-D', data, '-U', userName, '--pwfile', passwordFile, '--auth', 'scram-sha-256', '--encoding', 'UTF8'],
  ...['--locale', 'C', '--locale-provider', 'builtin', '--builtin-locale', 'C.UTF-8'],
  // Tests connect thousands of times, and their passwords protect nothing.
  ...(durable ? [] : ['--no-sync', '-c', 'scram_iterations=1']),
]

async function setPassword(place: ClusterOptions, data: string, password: string): Promise<void> {
  await alone(place, data, `alter role ${userName} password '${password}';`)
}

/** Runs one statement in single-user mode, which needs no password and so can set one. */
async function alone(
  { account, programs, durable }: ClusterOptions,
  data: string,
  statement: string,
): Promise<void> {
  const args = ['--single', '-D', data, '-c', `fsync=${durable ? 'on' : 'off'}`, 'postgres']
  const done = await run(programs.postgres, args, account, `${statement}\n`)
  // The single-user mode ends with 0 even when the statement failed.
  if (!done.ok || /ERROR|FATAL/.test(done.output)) {
    throw new Error(`PostgreSQL could not set up its data in ${data}: ${reason(done.output)}`)
  }
}

async function assertVersion(data: string): Promise<void> {
  const found = (await readFile(path.join(data, 'PG_VERSION'), 'utf8')).trim()
  if (found === majorVersion) return
  throw new Error(
    `The data in ${data} were made by PostgreSQL ${found}, this is ${majorVersion}. Move them over with pg_dump of version ${found}.`,
  )
}

function reason(output: string): string {
  return output.split('\n').find((line) => /error|fatal|could not/i.test(line)) ?? firstLine(output)
}
