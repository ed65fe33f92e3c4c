import { readdirSync, readFileSync } from 'node:fs'

/** Sends a signal to a process and all that it started. The parent comes first, so that it starts no more. */
export function signalTree(pid: number, signal: NodeJS.Signals): void {
  const children = childrenOf(pid)
  try {
    process.kill(pid, signal)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
  for (const child of children) signalTree(child, signal)
}

function childrenOf(pid: number): number[] {
  return readdirSync('/proc').flatMap((name) =>
    /^\d+$/.test(name) && parentOf(name) === pid ? Number(name) : [],
  )
}

/** The name of the program, in brackets, may hold spaces. */
function parentOf(name: string): number | undefined {
  try {
    const stat = readFileSync(`/proc/${name}/stat`, 'utf8')
    return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1])
  } catch {
    return undefined
  }
}
