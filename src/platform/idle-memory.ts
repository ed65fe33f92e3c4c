/** Returns memory while the process is idle. Loading and imports leave garbage behind, and V8 keeps it while nothing requests memory. */
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { releaseCompiledCode } from './compiled-code.ts'
import { trimMalloc } from './malloc-trim.ts'

type Collect = (how: { type: 'major'; execution: 'async'; flavor: 'last-resort' }) => Promise<void>

export interface IdleMemory {
  /** Called at intervals; returns whether it gave memory back. */
  look(): Promise<boolean>
  stop(): void
}

const lookEveryMs = 5_000
/** Above this processor share somebody would notice the pause. */
const idleShare = 0.1
/** A smaller gain is not worth a pause. */
const worthBytes = 12 * 1024 * 1024

export interface ProcessGauges {
  /** Returns microseconds of processor time since the process began. */
  cpu(): number
  residentBytes(): number
  collect(): Promise<void>
}

function thisProcess(): ProcessGauges {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as Collect
  return {
    cpu() {
      const { user, system } = process.cpuUsage()
      return user + system
    },
    residentBytes: () => process.memoryUsage.rss(),
    // This collection also shrinks the young generation and drops code that ran once.
    async collect() {
      releaseCompiledCode()
      await collect({ type: 'major', execution: 'async', flavor: 'last-resort' })
      trimMalloc()
    },
  }
}

export function trimWhenIdle(measured: ProcessGauges = thisProcess(), everyMs = lookEveryMs): IdleMemory {
  let spent = measured.cpu()
  let remainingBytes = 0
  const look = async () => {
    const before = spent
    spent = measured.cpu()
    if (spent - before > everyMs * 1000 * idleShare) return false
    if (measured.residentBytes() < remainingBytes + worthBytes) return false
    await measured.collect()
    remainingBytes = measured.residentBytes()
    spent = measured.cpu()
    return true
  }
  const timer = setInterval(() => void look(), everyMs).unref()
  return { look, stop: () => clearInterval(timer) }
}
