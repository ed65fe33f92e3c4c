/** The processor's time of other processes, as the kernel counts it (Linux only). */
import { readdirSync, readFileSync } from 'node:fs'

/** A hundred to a second on every Linux that Node runs on. */
const ticksPerSecond = 100

interface Counted {
  parent: number
  /** Microseconds of its own, and those of children that ended. */
  us: number
}

/** Fields of `/proc/<pid>/stat` behind the name, which may hold spaces: 2 parent, 12 to 15 times of it and of its ended children. */
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

/** Of the process and of the processes it started. */
export function processorOf(pid: number): number {
  const children = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((name) => counted(Number(name)))
    .filter((one) => one?.parent === pid)
  return [counted(pid), ...children].reduce((sum, one) => sum + (one?.us ?? 0), 0)
}
