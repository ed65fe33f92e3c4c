/** Runs a Redis or Valkey for a test, which may kill, halt and restart it. */
import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { connect } from 'node:net'
import { testFolder } from './folder.ts'
import { freePort } from './free-port.ts'
import { until } from './until.ts'

const programs = ['redis-server', 'valkey-server']
const installed = () => programs.find((name) => spawnSync(name, ['--version']).status === 0)

/** Returns false, or why tests are skipped. If Redis is required, its absence is a failure. */
export function withoutRedis(): string | false {
  if (installed() !== undefined) return false
  const reason = `No Redis is installed (looked for ${programs.join(' and ')}).`
  if (process.env['LODGEWIRE_REQUIRE_REDIS'] !== undefined) throw new Error(reason)
  console.error(`\n!! Shared limits are NOT tested: ${reason}\n`)
  return reason
}

export interface TestRedis {
  url: string
  /** Starts it empty at the same address. */
  start(): Promise<void>
  kill(): Promise<void>
  /** It keeps its connections and answers nothing. */
  halt(): void
  goOn(): void
  close(): Promise<void>
}

const answers = (port: number) =>
  new Promise<boolean>((resolve) => {
    const socket = connect(port, '127.0.0.1')
    socket.once('error', () => resolve(false))
    socket.once('data', (data) => {
      socket.destroy()
      resolve(data.toString().startsWith('+PONG'))
    })
    socket.once('connect', () => socket.write('PING\r\n'))
  })

export async function startRedis(): Promise<TestRedis> {
  const port = await freePort()
  const { folder, remove } = testFolder()
  let child: ChildProcess | undefined
  const kill = async () => {
    const ending = child
    child = undefined
    if (!ending) return
    ending.kill('SIGKILL')
    await once(ending, 'exit')
  }
  const redis: TestRedis = {
    url: `redis://127.0.0.1:${port}`,
    async start() {
      const settings = ['--port', String(port), '--bind', '127.0.0.1', '--dir', folder, '--save', '']
      child = spawn(installed() ?? '', [...settings, '--appendonly', 'no'], { stdio: 'ignore' })
      await until('Redis to answer', () => answers(port))
    },
    kill,
    halt: () => void child?.kill('SIGSTOP'),
    goOn: () => void child?.kill('SIGCONT'),
    async close() {
      child?.kill('SIGCONT')
      await kill()
      remove()
    },
  }
  await redis.start()
  return redis
}
