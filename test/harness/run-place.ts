/** Chooses where a run keeps its temporary files. */
import { readFileSync, statfsSync } from 'node:fs'
import os from 'node:os'

const memory = '/dev/shm'
/** Several times what a run needs at any time. */
const neededBytes = 2 * 2 ** 30

/** Returns every folder a run may have chosen. */
export const runPlaces = (): string[] => (hasMemory() ? [memory, os.tmpdir()] : [os.tmpdir()])

/**
 * Uses memory if there is room. Each test database has hundreds of files, and a disk takes six times the processor time
 * and a second of waiting for one.
 */
export function runPlace(): string {
  if (!hasMemory()) return os.tmpdir()
  const { bavail, bsize } = statfsSync(memory)
  return bavail * bsize >= neededBytes ? memory : os.tmpdir()
}

/** A mount without exec could not start the tests' own programs. */
function hasMemory(): boolean {
  if (process.platform !== 'linux') return false
  const mounts = readFileSync('/proc/self/mounts', 'utf8').split('\n')
  const [, , kind, options = ''] = mounts.findLast((line) => line.split(' ')[1] === memory)?.split(' ') ?? []
  const set = options.split(',')
  return kind === 'tmpfs' && set.includes('rw') && !set.includes('noexec')
}
