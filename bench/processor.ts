/** Reads processor times of other processes from the kernel (Linux only). */
import { readdirSync, readFileSync } from 'node:fs'
import pg from 'pg'

/** Every Linux that Node runs on has a hundred ticks a second. */
const ticksPerSecond = 100

interface Counted {
  parent: number
  /** Microseconds of the process, with its ended children's. */
  us: number
}

/** In `/proc/<pid>/stat` the fields follow the name, which may hold spaces: 2 is the parent, 12 to 15 are times. */
function counted(pid: number): Counted | undefined {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ')
    const ticks = fields.slice(11, 15).reduce((sum, field) => sum + Number(field), 0)
    return { parent: Number(fields[1]), us: (ticks / ticksPerSecond) * 1_000_000 }
  } catch {
    return undefined
  }
}

export function parentOf(pid: number): number {
  const found = counted(pid)
  if (!found) throw new Error(`process ${pid} does not run on this machine`)
  return found.parent
}

/**
 * Returns the process that started the sessions of a PostgreSQL on this machine. It asks for the file instead of a session's process,
 * which can be gone when its parent is looked up. The user of `url` has to be a superuser.
 */
export async function postmasterOf(url: string): Promise<number> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    const { rows } = await client.query<{ text: string }>(`select pg_read_file('postmaster.pid') as text`)
    const pid = Number(rows[0]?.text.split('\n')[0])
    if (!counted(pid)) throw new Error(`the PostgreSQL of ${new URL(url).host} does not run on this machine`)
    return pid
  } finally {
    await client.end()
  }
}

/** Adds the process and the processes it started. */
export function processorOf(pid: number): number {
  const children = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((name) => counted(Number(name)))
    .filter((one) => one?.parent === pid)
  return [counted(pid), ...children].reduce((sum, one) => sum + (one?.us ?? 0), 0)
}
