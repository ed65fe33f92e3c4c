import { accessSync, constants, existsSync, statSync } from 'node:fs'
import { statfs } from 'node:fs/promises'
import path from 'node:path'
import { fail, messageOf, ok, warn } from './finding.ts'
import type { DoctorCheck, DoctorFinding } from './finding.ts'

const gigabyte = 1e9
const littleBytes = 2 * gigabyte
const tooLittleBytes = 0.2 * gigabyte
const secretFiles = ['encryption.key', 'keys.json', 'postgres.password']

export const dataFolderCheck: DoctorCheck = {
  name: 'data folder',
  async run({ dataDir }) {
    const folder = existing(dataDir)
    try {
      accessSync(folder, constants.W_OK | constants.X_OK)
    } catch (error) {
      return [fail(messageOf(error), 'Set DATA_DIR to a folder this user may write to.')]
    }
    const open = secretFiles.map((name) => path.join(dataDir, name)).filter(readableByOthers)
    const findings = open.map((file) => warn(`other users can read ${file}`, `Run: chmod 600 ${file}`))
    const state = folder === dataDir ? dataDir : `${dataDir} (made on the first start)`
    return findings.length > 0 ? findings : [ok(state)]
  },
}

export const diskCheck: DoctorCheck = {
  name: 'disk',
  async run({ dataDir }): Promise<DoctorFinding[]> {
    const { bavail, bsize } = await statfs(existing(dataDir))
    const free = bavail * bsize
    const found = `${(free / gigabyte).toFixed(1)} GB free for ${dataDir}`
    const advice = 'Free some space, or set DATA_DIR to a folder on a larger disk.'
    if (free < tooLittleBytes) return [fail(found, advice)]
    return [free < littleBytes ? warn(found, advice) : ok(found)]
  },
}

function existing(folder: string): string {
  return existsSync(folder) || folder === path.dirname(folder) ? folder : existing(path.dirname(folder))
}

function readableByOthers(file: string): boolean {
  const mode = statSync(file, { throwIfNoEntry: false })?.mode ?? 0
  return (mode & 0o077) !== 0
}
