/** Runs a seed in a process of its own, on a fresh copy of the template. */
import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { createDatabase } from '../../src/platform/db.ts'
import { createLog } from '../../src/platform/log.ts'
import { migrate } from '../../src/platform/migrate.ts'
import { copyTemplate, createTemplate, dropDatabase } from './database-template.ts'
import { bundleServer } from './server-bundle.ts'
import { startMs, type SimulationOptions, type SimulationResult } from './simulation.ts'

export type SeedOptions = Omit<SimulationOptions, 'databaseUrl' | 'serverFile' | 'folder'>

export interface SeedRunner {
  run(options: SeedOptions): Promise<SimulationResult>
  close(): Promise<void>
}

/** `server` is the address of a PostgreSQL whose owner may create databases. Runs end when the signal aborts. */
export async function openSeedRunner(server: string, signal?: AbortSignal): Promise<SeedRunner> {
  const log = createLog({ level: 'warn' })
  const mark = randomBytes(6).toString('hex')
  const template = `simulation_template_${mark}`
  await createTemplate(server, {
    name: template,
    startMs,
    async fill(url) {
      const database = createDatabase(url, { log, max: 1 })
      try {
        await migrate(database.pool, { log })
      } finally {
        await database.close()
      }
    },
  })
  const compiled = mkdtempSync(path.join(os.tmpdir(), 'simulation-compiled-'))
  const serverFile = path.join(compiled, 'server.js')
  await bundleServer(serverFile)
  let count = 0
  return {
    async run(options) {
      const name = `simulation_${mark}_${(count += 1)}`
      const folder = mkdtempSync(path.join(os.tmpdir(), 'simulation-'))
      try {
        const databaseUrl = await copyTemplate(server, template, name)
        return await runInChild({ ...options, databaseUrl, serverFile, folder }, { compiled, signal })
      } finally {
        await dropDatabase(server, name)
        rmSync(folder, { recursive: true, force: true, maxRetries: 3 })
      }
    },
    async close() {
      rmSync(compiled, { recursive: true, force: true, maxRetries: 3 })
      await dropDatabase(server, template)
    },
  }
}

function runInChild(
  options: SimulationOptions,
  { compiled, signal }: { compiled: string; signal: AbortSignal | undefined },
): Promise<SimulationResult> {
  const script = path.join(import.meta.dirname, 'run-one.ts')
  // Types are stripped by a function that node calls experimental.
  const quiet = '--disable-warning=ExperimentalWarning'
  const child = spawn(process.execPath, [quiet, script, JSON.stringify(options)], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, NODE_COMPILE_CACHE: compiled },
    ...(signal ? { signal, killSignal: 'SIGKILL' as const } : {}),
  })
  let said = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => (said += text))
  return new Promise((resolve, reject) => {
    child.on('error', reject)
    child.on('close', (code) => {
      const line = said.trim().split('\n').at(-1) ?? ''
      if (code === 0 && line.startsWith('{')) resolve(JSON.parse(line) as SimulationResult)
      else reject(new Error(`the run of seed ${options.seed} ended with ${code}: ${said}`))
    })
  })
}
