/** Runs a server in a process of its own and measures its processor time. */
import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { load, type Target } from './load.ts'

export interface MeasuredServer {
  origin: string
  child: ChildProcess
  stop(): void
}

export async function startMeasured(script: string, ...args: string[]): Promise<MeasuredServer> {
  // Takes a profile of the measured server on request.
  const execArgv = process.env['BENCH_NODE_OPTIONS']?.split(' ') ?? []
  const child = fork(path.join(import.meta.dirname, script), args, { stdio: 'inherit', execArgv })
  const [{ origin }] = (await once(child, 'message')) as [{ origin: string }]
  return { origin, child, stop: () => child.disconnect() }
}

async function cpuOf({ child }: MeasuredServer): Promise<number> {
  child.send('cpu')
  const [{ us }] = (await once(child, 'message')) as [{ us: number }]
  return us
}

export interface Measured {
  perSecond: number
  /** Microseconds of the server's processor for one answer. */
  cpu: number
}

export async function measured(server: MeasuredServer, target: Target, seconds: number): Promise<Measured> {
  const before = await cpuOf(server)
  const { answers, perSecond } = await load(target, seconds, Number(process.env['BENCH_CALLERS'] ?? 8))
  return { perSecond, cpu: ((await cpuOf(server)) - before) / answers }
}
