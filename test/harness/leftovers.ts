import { readFileSync, readdirSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'

/** A process that was told to end may take this long. */
const graceMs = 5_000

/** Ends and returns processes of the run that still exist. Only Linux shows a process's environment. */
export async function leftProcesses(mark: string, folder: string): Promise<string[]> {
  if (process.platform !== 'linux') return []
  const deadline = Date.now() + graceMs
  let found = processes(mark, folder)
  while (found.length > 0 && Date.now() < deadline) {
    await pause(50)
    found = processes(mark, folder)
  }
  for (const { pid } of found) process.kill(pid, 'SIGKILL')
  return found.map(({ pid, command }) => `process ${pid}: ${command}`)
}

function processes(mark: string, folder: string): { pid: number; command: string }[] {
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name))
  return pids.flatMap((name) => {
    const command = readProc(name, 'cmdline').replaceAll('\0', ' ').trim()
    const ours = command.includes(folder) || readProc(name, 'environ').split('\0').includes(mark)
    return ours && Number(name) !== process.pid ? [{ pid: Number(name), command }] : []
  })
}

function readProc(pid: string, file: string): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8')
  } catch {
    return ''
  }
}

export async function leftDatabases(server: string, prefix = 'test_'): Promise<string[]> {
  const client = new pg.Client({ connectionString: server })
  await client.connect()
  try {
    const { rows } = await client.query<{ name: string }>(
      `select datname as name from pg_database where starts_with(datname, $1) order by 1`,
      [prefix],
    )
    return rows.map(({ name }) => `database ${name}`)
  } finally {
    await client.end()
  }
}

/** PostgreSQL's folder for tests must be gone; node's compile cache does not count. */
export function leftFiles(folder: string): string[] {
  return readdirSync(folder)
    .filter((name) => name !== 'node-compile-cache')
    .map((name) => `file ${folder}/${name}`)
}
