import { openSync, closeSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs'
import type { ChildProcess } from 'node:child_process'
import { execFileSync } from 'node:child_process'
import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { Log } from '../log.ts'
import type { OsAccount } from './account.ts'
import { launch } from './program.ts'

const pollMs = 10
const slowStartMs = 3_000
const giveUpStartMs = 10 * 60_000
const blockedStartMs = 15_000
const logBytes = 1_000_000

/** Each signal may take this long: fast shutdown, immediate shutdown (recovery at next start), kill. */
const stopSteps: [NodeJS.Signals, number][] = [
  ['SIGINT', 30_000],
  ['SIGQUIT', 5_000],
  ['SIGKILL', 5_000],
]

export type Postmaster = { port: number; process: ChildProcess; stop(): Promise<void> }

type Start = {
  postgres: string
  data: string
  account: OsAccount | null
  settings: Record<string, string>
  log: Log
}

export async function startPostmaster(start: Start): Promise<Postmaster> {
  const deadline = Date.now() + blockedStartMs
  for (;;) {
    const port = await freePort()
    const result = await tryStart(start, port)
    if (typeof result !== 'string') return result
    // These failures pass: another program took the port, or processes of a killed PostgreSQL are still
    // ending.
    const passing =
      /could not bind|Address already in use|shared memory block|lock file .* already exists/.test(result)
    if (!passing || Date.now() > deadline) throw new Error(`PostgreSQL did not start: ${result}`)
    await pause(100)
  }
}

async function tryStart(
  { postgres, data, account, settings, log }: Start,
  port: number,
): Promise<Postmaster | string> {
  const logFile = path.join(path.dirname(data), 'server.log')
  const begin = rotate(logFile)
  const output = openSync(logFile, 'a', 0o600)
  const options = Object.entries({ ...settings, port: String(port) }).flatMap(([name, value]) => [
    '-c',
    `${name}=${value}`,
  ])
  // PostgreSQL gets its own session: Ctrl-C must reach it only after the server has finished with it.
  const stdio = ['ignore' as const, output, output]
  const child = launch(postgres, ['-D', data, ...options], { account, stdio, detached: true })
  closeSync(output)
  child.unref()
  const state: { ended?: string } = {}
  child.on('error', (error) => (state.ended = error.message))
  child.on('exit', (code, signal) => (state.ended ??= `it ended with ${signal ?? code}`))
  const started = Date.now()
  let isLogged = false
  for (;;) {
    if (state.ended) return failure(logFile, begin) ?? state.ended
    const file = readPidFile(data)
    if (file?.pid === child.pid && file?.ready) break
    const waited = Date.now() - started
    if (waited > slowStartMs && !isLogged) {
      isLogged = true
      log.info('PostgreSQL is recovering from an unclean stop, this can take a while')
    }
    if (waited > giveUpStartMs) {
      child.kill('SIGQUIT')
      return `it was not ready after ${giveUpStartMs / 60_000} minutes`
    }
    await pause(pollMs)
  }
  const pid = child.pid as number
  return { port, process: child, stop: () => stopProcess(pid, () => state.ended !== undefined) }
}

/** Stops a PostgreSQL that runs on the data after its starter was killed, and deletes its pid file. */
export async function stopOrphan(data: string, log: Log): Promise<void> {
  const file = readPidFile(data)
  if (!file) return
  if (isPostgresOn(file.pid, data)) {
    log.info(`stopping PostgreSQL (pid ${file.pid}), left running by a process that was killed`)
    await stopProcess(file.pid, () => !isPostgresOn(file.pid, data))
  }
  // The process id may belong to another program by now; PostgreSQL would then refuse to start.
  rmSync(path.join(data, 'postmaster.pid'), { force: true })
}

export type PidFile = { pid: number; port: number; ready: boolean }

/** PostgreSQL documents the lines of postmaster.pid: 1 is the pid, 4 the port, 8 the status. */
export function readPidFile(data: string): PidFile | null {
  try {
    const lines = readFileSync(path.join(data, 'postmaster.pid'), 'utf8').split('\n')
    const pid = Number(lines[0])
    return pid > 0 ? { pid, port: Number(lines[3]), ready: lines[7]?.trim() === 'ready' } : null
  } catch {
    return null
  }
}

export function isPostgresOn(pid: number, data: string): boolean {
  const command = commandOf(pid)
  return command.includes('postgres') && command.includes(data)
}

function commandOf(pid: number): string {
  try {
    if (process.platform === 'linux') return readFileSync(`/proc/${pid}/cmdline`, 'utf8')
    return execFileSync('ps', ['-o', 'command=', '-p', String(pid)], { encoding: 'utf8' })
  } catch {
    return ''
  }
}

async function stopProcess(pid: number, ended: () => boolean): Promise<void> {
  for (const [signal, givenMs] of stopSteps) {
    if (ended()) return
    send(pid, signal)
    const deadline = Date.now() + givenMs
    while (!ended() && Date.now() < deadline) await pause(pollMs)
  }
  if (!ended()) throw new Error(`PostgreSQL (pid ${pid}) does not stop. End that process, then start again.`)
}

function send(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ESRCH') return
    throw new Error(
      `PostgreSQL (pid ${pid}) belongs to another user. Start Lodgewire as the user it ran as before.`,
    )
  }
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer().on('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo
      server.close(() => resolve(port))
    })
  })
}

/** Keeps the log small. Returns where the lines of this start begin. */
function rotate(file: string): number {
  const size = statSync(file, { throwIfNoEntry: false })?.size ?? 0
  if (size < logBytes) return size
  renameSync(file, `${file}.old`)
  return 0
}

function failure(logFile: string, begin: number): string | undefined {
  const lines = readFileSync(logFile).subarray(begin).toString().split('\n')
  const reasons = lines.filter((line) => /FATAL|PANIC|could not|postgres: /.test(line)).slice(0, 2)
  return reasons.map((line) => line.replace(/^.*?(FATAL|PANIC|LOG|WARNING): +/, '')).join('; ') || undefined
}
