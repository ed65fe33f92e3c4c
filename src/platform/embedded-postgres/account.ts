import { readFileSync, statSync } from 'node:fs'

/** PostgreSQL refuses to run as root, so a root process runs it as this user. */
export type OsAccount = { uid: number; gid: number; name: string }

type PasswdEntry = OsAccount

/**
 * Returns null when PostgreSQL can run as this process's user. For root it is the owner of the data or of the data folder, else `nobody`: a
 * start under sudo must not change owners.
 */
export function chooseAccount(folders: string[]): OsAccount | null {
  if (process.getuid?.() !== 0) return null
  const users = readPasswd()
  for (const folder of folders) {
    const owner = statSync(folder, { throwIfNoEntry: false })
    if (!owner || owner.uid === 0) continue
    // initdb looks its user up by name and refuses one without an entry.
    const ownerEntry = users.find((user) => user.uid === owner.uid)
    if (ownerEntry) return ownerEntry
  }
  return users.find((user) => user.name === 'nobody') ?? { uid: 65_534, gid: 65_534, name: 'nobody' }
}

function readPasswd(): PasswdEntry[] {
  try {
    return readFileSync('/etc/passwd', 'utf8').split('\n').flatMap(parseLine)
  } catch {
    return []
  }
}

function parseLine(line: string): PasswdEntry[] {
  const [name = '', , uid, gid] = line.split(':')
  return uid && gid ? [{ name, uid: Number(uid), gid: Number(gid) }] : []
}
