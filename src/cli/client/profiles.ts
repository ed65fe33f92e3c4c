/** Profiles: the address and key of a server, each in a file of its own that only its owner may read. */
import { randomUUID } from 'node:crypto'
import {
  closeSync,
  fstatSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeSync,
} from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { ownCommand } from '../../platform/own-command.ts'
import { UsageError } from '../command.ts'

export interface ServerProfile {
  server: string
  key: string
}

export const usualProfile = 'default'
const namePattern = /^[a-z0-9][a-z0-9_-]{0,39}$/
const ending = '.json'

/** POSIX modes mean nothing on Windows, where the folder of the user is closed to others. */
const hasModes = process.platform !== 'win32'

export function assertProfileName(name: string): void {
  if (namePattern.test(name)) return
  throw new UsageError(
    `A profile's name has lower-case letters, digits, "-" and "_", at most 40: not ${JSON.stringify(name)}.`,
  )
}

/** The XDG specification ignores a path that is not absolute. */
function profileFolder(env = process.env): string {
  const configured = hasModes ? env.XDG_CONFIG_HOME : env.APPDATA
  const base =
    configured !== undefined && path.isAbsolute(configured) ? configured : path.join(os.homedir(), '.config')
  return path.join(base, 'lodgewire', 'profiles')
}

const fileOf = (name: string) => {
  assertProfileName(name)
  return path.join(profileFolder(), `${name}${ending}`)
}

/** Checks the file that was opened, since the one under its name could be exchanged in between. */
function readOwnFile(file: string): string | null {
  let opened: number
  try {
    opened = openSync(file, 'r')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
  try {
    const { mode, uid } = fstatSync(opened)
    if (hasModes && (mode & 0o077) !== 0)
      throw new Error(`Others may read the key in ${file}. Run: chmod 600 ${file}`)
    if (hasModes && uid !== process.getuid?.())
      throw new Error(`${file} belongs to another user. Remove it, then run ${ownCommand} login.`)
    return readFileSync(opened, 'utf8')
  } finally {
    closeSync(opened)
  }
}

export function readProfile(name: string): ServerProfile | null {
  const file = fileOf(name)
  const text = readOwnFile(file)
  if (text === null) return null
  try {
    const { server, key } = JSON.parse(text) as Partial<ServerProfile>
    if (typeof server === 'string' && typeof key === 'string' && key !== '') return { server, key }
  } catch {
    // The error of the parser would quote the key.
  }
  throw new Error(`${file} is damaged. Run ${ownCommand} login again.`)
}

/** Writes a new file and renames it, so that a reader sees the old profile or the new one. */
export function writeProfile(name: string, profile: ServerProfile): string {
  const file = fileOf(name)
  mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 })
  const draft = `${file}.${randomUUID()}`
  try {
    const opened = openSync(draft, 'wx', 0o600)
    try {
      writeSync(opened, `${JSON.stringify(profile, null, 2)}\n`)
      fsyncSync(opened)
    } finally {
      closeSync(opened)
    }
    renameSync(draft, file)
  } finally {
    rmSync(draft, { force: true })
  }
  return file
}

/** Returns whether there was one. */
export function removeProfile(name: string): boolean {
  const file = fileOf(name)
  try {
    rmSync(file)
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false
    throw error
  }
}

export function profileNames(): string[] {
  try {
    return readdirSync(profileFolder())
      .filter((file) => file.endsWith(ending))
      .map((file) => file.slice(0, -ending.length))
      .filter((name) => namePattern.test(name))
      .toSorted()
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return []
    throw error
  }
}
