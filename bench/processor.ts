/** Reads processor times of other processes from the kernel (Linux only). */
import { readdirSync, readFileSync } from 'node:fs'

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

export const parentOf = (pid: number): number => counted(pid)?.parent ?? 0

/** Adds the process and the processes it started. */
export function processorOf(pid: number): number {
  const children = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((name) => counted(Number(name)))
    .filter((one) => one?.parent === pid)
  return [counted(pid), ...children].reduce((sum, one) => sum + (one?.us ?? 0), 0)
}
