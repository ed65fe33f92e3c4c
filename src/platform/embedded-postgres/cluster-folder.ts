import { existsSync } from 'node:fs'
import { chmod, chown, mkdir, readFile, readdir, realpath, rmdir, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { randomToken } from '../crypto.ts'
import type { Log } from '../log.ts'
import type { OsAccount } from './account.ts'
import { run } from './program.ts'

/** The cluster goes here when the account cannot reach the data folder. */
const elsewhere = '/var/lib/lodgewire'

/** The file names the cluster's folder when that is not `postgres` in the data folder. */
const pointerFile = (dataDir: string) => path.join(dataDir, 'postgres.folder')

export const passwordFile = (dataDir: string) => path.join(dataDir, 'postgres.password')

/** Returns the folder that holds the cluster (`data`) and its log, and changes nothing. */
export async function findClusterFolder(dataDir: string): Promise<string> {
  const pointer = await readFile(pointerFile(dataDir), 'utf8').catch(() => '')
  return pointer.trim() || path.join(await realpath(dataDir), 'postgres')
}

/** Creates the folder, owned by the account and reachable for it. */
export async function prepareClusterFolder(
  dataDir: string,
  account: OsAccount | null,
  postgres: string,
  log: Log,
): Promise<string> {
  const folder = await findClusterFolder(dataDir)
  if (existsSync(pointerFile(dataDir)) && !existsSync(folder)) {
    throw new Error(
      `The database folder ${folder}, named by ${pointerFile(dataDir)}, is gone. Restore it, or remove that file to begin anew.`,
    )
  }
  await own(folder, account)
  if (!account || (await reaches(folder, account, postgres))) return folder
  const request = { dataDir, account, postgres }
  if (await openForPassing({ ...request, folder }, log)) return folder
  if (existsSync(path.join(folder, 'data'))) {
    throw new Error(
      `PostgreSQL runs as user ${account.name} and cannot reach its data in ${folder}. Let every user pass through the folders above it (chmod o+x).`,
    )
  }
  const other = await folderElsewhere(request)
  await rmdir(folder).catch(() => {})
  await writeFile(pointerFile(dataDir), `${other}\n`)
  log.warn(`PostgreSQL runs as user ${account.name}, who cannot reach ${folder}: its data are in ${other}`)
  return other
}

/** Lodgewire makes these files in a data folder. */
const ownFiles = /^(lodgewire\.|encryption\.key|keys\.json|postgres|restored\.json|last-backup\.json)/

/**
 * A closed data folder, such as a temporary one, may be opened for passing through, since its files stay closed. A folder that holds other
 * files, such as a home folder, may not.
 */
async function openForPassing(
  { dataDir, folder, account, postgres }: ClusterFolderRequest & { folder: string },
  log: Log,
): Promise<boolean> {
  const { mode, uid } = await stat(dataDir)
  const closed = uid === 0 && (mode & 0o001) === 0
  if (!closed || !(await readdir(dataDir)).every((name) => ownFiles.test(name))) return false
  await chmod(dataDir, (mode & 0o777) | 0o001)
  if (await reaches(folder, account, postgres)) {
    log.info(
      `${dataDir} was opened for passing through (chmod o+x), so that PostgreSQL reaches its data as user ${account.name}`,
    )
    return true
  }
  await chmod(dataDir, mode & 0o777)
  return false
}

type ClusterFolderRequest = { dataDir: string; account: OsAccount; postgres: string }

/** The name is new each time, so that an emptied data folder does not find its old data again. */
async function folderElsewhere({ dataDir, account, postgres }: ClusterFolderRequest): Promise<string> {
  const folder = path.join(elsewhere, `${path.basename(dataDir)}-${randomToken(8)}`)
  try {
    await mkdir(elsewhere, { recursive: true })
    await chmod(elsewhere, 0o711)
    await own(folder, account)
    if (await reaches(folder, account, postgres)) return folder
  } catch {
    // The error below covers this case.
  }
  throw new Error(
    `PostgreSQL runs as user ${account.name}, who can reach neither ${dataDir} nor ${elsewhere}. Set DATA_DIR to a folder below one that every user may enter, such as /srv.`,
  )
}

async function own(folder: string, account: OsAccount | null): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  if (!account) return
  const { uid } = await stat(folder)
  if (uid === account.uid) return
  await chown(folder, account.uid, account.gid)
  // After root restored a backup, all files have the wrong owner.
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    await chown(path.join(entry.parentPath, entry.name), account.uid, account.gid)
  }
}

/** Runs a program as that user, because only the kernel knows mode bits, access lists and mount options. */
async function reaches(folder: string, account: OsAccount, postgres: string): Promise<boolean> {
  // The command fails either way, as the folder has no settings file; its message tells whether the folder was readable.
  const { output } = await run(postgres, ['-D', folder, '-C', 'data_directory'], account)
  return !output.includes('Permission denied')
}
