/** Takes a machine of a cluster away and brings it back. Its PostgreSQL has to run on this machine. */
import { spawn } from 'node:child_process'
import { existsSync, readFileSync, statSync } from 'node:fs'
import pg from 'pg'
import { signalTree } from './signal-tree.ts'
import { until } from './until.ts'

export interface CitusMachine {
  /** Kills it with all its processes, like a machine that loses its power. */
  kill(): Promise<void>
  /** Starts it as it was started before, and waits until it answers. */
  start(): Promise<void>
}

export async function findMachine(url: string): Promise<CitusMachine> {
  const [text = ''] = await rowsOf(url, `select pg_read_file('postmaster.pid') as text`)
  let pid = Number(text.split('\n')[0])
  const [program = '', ...args] = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0').slice(0, -1)
  const { uid, gid } = statSync(`/proc/${pid}`)
  return {
    async kill() {
      signalTree(pid, 'SIGKILL')
      await until('the machine to be gone', () => !existsSync(`/proc/${pid}`))
    },
    start: () =>
      until('the machine to answer', async () => {
        // It ends at once while memory of the one before is still held.
        if (!existsSync(`/proc/${pid}`)) {
          const child = spawn(program, args, { uid, gid, cwd: '/', stdio: 'ignore', detached: true })
          child.unref()
          pid = child.pid ?? 0
        }
        return (await rowsOf(url, `select 'yes' as text`).catch(() => [])).length > 0
      }).then(() => {}),
  }
}

async function rowsOf(url: string, query: string): Promise<string[]> {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => {})
  await client.connect()
  try {
    const { rows } = await client.query<{ text: string }>(query)
    return rows.map(({ text }) => text)
  } finally {
    await client.end()
  }
}
