/** Measures the time from the start command to the first answer, and the memory of the idle process. */
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { median, type Bench } from './bench.ts'

const starts = 5
const limits = { startMs: 1_500, residentMiB: 150 }
/** The process has returned the memory of its start by then. */
const restMs = 20_000
const root = path.resolve(import.meta.dirname, '..')

interface Started {
  child: ChildProcess
  ms: number
}

/** This is what `npm start` runs, without npm. */
const [, ...command] = (
  JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as { scripts: { start: string } }
).scripts.start.split(' ')

async function startServer(dataDir: string): Promise<Started> {
  const begun = performance.now()
  const child = spawn(process.execPath, command, {
    cwd: root,
    env: { PATH: process.env.PATH ?? '', DATA_DIR: dataDir, PORT: '0', LOG_LEVEL: 'warn' },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let printed = ''
  const ms = await new Promise<number>((resolve, reject) => {
    // A server whose output nobody reads would block.
    child.stdout.on('data', (chunk) => {
      printed += String(chunk)
      if (printed.includes('Lodgewire is ready')) resolve(performance.now() - begun)
    })
    child.once('exit', () => reject(new Error(`the server ended: ${printed}`)))
  })
  return { child, ms }
}

async function stopServer({ child }: Started): Promise<void> {
  const ended = once(child, 'exit')
  child.kill('SIGTERM')
  await ended
}

/** Works on Linux only; other systems report little about other processes. */
function residentMiB({ child }: Started): number {
  const [, kilobytes] = /^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8')) ?? []
  return Number(kilobytes) / 1024
}

/** Processor milliseconds of the process; Linux counts hundredths of a second. */
function processorMs({ child }: Started): number {
  const fields = readFileSync(`/proc/${child.pid}/stat`, 'utf8').split(' ')
  return (Number(fields[13]) + Number(fields[14])) * 10
}

export const startBench: Bench = async () => {
  const dataDir = mkdtempSync(path.join(os.tmpdir(), 'lodgewire-bench-start-'))
  chmodSync(dataDir, 0o755)
  try {
    // The first start makes the data folder and fills the compile cache.
    await stopServer(await startServer(dataDir))
    const times: number[] = []
    const spent: number[] = []
    let resident = Number.NaN
    for (let round = 0; round < starts; round += 1) {
      const server = await startServer(dataDir)
      times.push(server.ms)
      spent.push(processorMs(server))
      if (round === starts - 1) {
        await pause(restMs)
        resident = residentMiB(server)
      }
      await stopServer(server)
    }
    const ms = median(times)
    return [
      {
        label: `start to ready on an existing data folder, to ${limits.startMs / 1000} s`,
        ratio: ms / limits.startMs,
        atMost: 1,
        detail: `${ms.toFixed(0)} ms, the median of ${times.map((time) => time.toFixed(0)).join(', ')}; ${median(spent)} ms of processor time`,
      },
      {
        label: `resident memory of the idle server process, to ${limits.residentMiB} MiB`,
        ratio: resident / limits.residentMiB,
        atMost: 1,
        detail: `${resident.toFixed(0)} MiB ${restMs / 1000} s after the start, the private PostgreSQL not counted`,
      },
    ]
  } finally {
    rmSync(dataDir, { recursive: true, force: true })
  }
}
