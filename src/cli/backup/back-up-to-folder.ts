import { existsSync } from 'node:fs'
import { mkdir, realpath, rename, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import { copyDataFolder, sizeOfDataFolder } from '../../platform/backups/copy-data-folder.ts'
import type { Config } from '../../platform/config.ts'
import { folderTarget, syncToDisk } from '../../platform/copy-durably.ts'
import { commandLog } from '../command-log.ts'
import { withDatabase } from '../database.ts'
import { print } from '../print.ts'
import { showProgress } from '../show-progress.ts'

export async function backUpToFolder(config: Config, folder: string): Promise<void> {
  const to = path.resolve(folder)
  await withDatabase(config, commandLog(), async ({ sessions }) => {
    const from = await realpath(config.dataDir)
    await assertNewPlace(from, to)
    const draft = await openDraft(from, to)
    try {
      const session = await sessions.connect()
      const shown = showProgress(await sizeOfDataFolder(session, from))
      const copied = (bytes: number) => shown.advance(bytes, 'copying')
      const target = folderTarget(draft)
      await copyDataFolder({ dataDir: config.dataDir, from, session, target, copied }).finally(() => {
        shown.end()
        // Ending the session releases what PostgreSQL keeps for the copy.
        session.release(true)
      })
      await syncToDisk(draft)
      await rename(draft, to)
      await syncToDisk(path.dirname(to))
    } catch (error) {
      await rm(draft, { recursive: true, force: true })
      throw error
    }
  })
  print(`${to} holds everything up to now.`)
  printThatIsPlain(config)
  printWhatIsMissing(config)
}

/** The key beside what it encrypts opens everything. */
export function printThatIsPlain({ encryptionKey }: Config): void {
  const key = encryptionKey ? '' : ' and holds encryption.key'
  print(`It is not encrypted${key}: protect it as you protect the server.`)
}

export function printWhatIsMissing({ encryptionKey, s3Bucket }: Config): void {
  if (encryptionKey) print('ENCRYPTION_KEY is not in it: without that key its secrets cannot be read.')
  if (s3Bucket !== undefined) print(`Uploaded files are not in it; they are in the bucket ${s3Bucket}.`)
}

async function assertNewPlace(from: string, to: string): Promise<void> {
  if (existsSync(to)) throw new Error(`${to} is there already. Name a folder that is not.`)
  const above = await realpath(path.dirname(to)).catch(() => {
    throw new Error(`${path.dirname(to)} is not there. Make it first.`)
  })
  assertOutside(from, path.join(above, path.basename(to)), to)
}

/** `place` has no symbolic links; `named` is how the caller called it. */
export function assertOutside(from: string, place: string, named: string): void {
  if (!path.relative(from, place).startsWith('..'))
    throw new Error(`${named} is inside of the data folder ${from}. Name one outside, best on another disk.`)
}

/** Nobody can say whose a draft is that exists already, so it is left alone. */
async function openDraft(from: string, to: string): Promise<string> {
  const draft = `${to}.unfinished`
  if (existsSync(draft))
    throw new Error(`${draft} is there: a backup runs, or one was cut off. If none runs, remove that folder.`)
  await mkdir(draft, { mode: (await stat(from)).mode })
  return draft
}
