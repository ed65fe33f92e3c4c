/** Where a run keeps what is thrown away after it. */
import { readFileSync, statfsSync } from 'node:fs'
import os from 'node:os'

const memory = '/dev/shm'
/** Several times what a run has there at any time. */
const neededBytes = 2 * 2 ** 30

/** Every folder a run may have chosen. */
export const runPlaces = (): string[] => (hasMemory() ? [memory, os.tmpdir()] : [os.tmpdir()])

/**
 * In memory where there is room. Test files have databases of their own, each of hundreds of files: on a disk it takes
 * six times as much of a processor, and a second of waiting, to make one and to remove it.
 */
export function runPlace(): string {
  if (!hasMemory()) return os.tmpdir()
  const { bavail, bsize } = statfsSync(memory)
  return bavail * bsize >= neededBytes ? memory : os.tmpdir()
}

/** Of one from which nothing can be run the tests' own programs could not be started. */
function hasMemory(): boolean {
  if (process.platform !== 'linux') return false
  const mounts = readFileSync('/proc/self/mounts', 'utf8').split('\n')
  const [, , kind, options = ''] = mounts.findLast((line) => line.split(' ')[1] === memory)?.split(' ') ?? []
  const set = options.split(',')
  return kind === 'tmpfs' && set.includes('rw') && !set.includes('noexec')
}
