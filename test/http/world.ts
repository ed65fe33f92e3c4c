/** The server as a process of its own on a database of the test's. */
import { createTestDatabase } from '../harness/database.ts'
import { testFolder } from '../harness/folder.ts'
import { startServerProcess, type ServerProcess } from '../harness/server-process.ts'

export interface ProcessWorld {
  server: ServerProcess
  close(): Promise<void>
}

export async function startProcess(env: Record<string, string> = {}): Promise<ProcessWorld> {
  const database = await createTestDatabase()
  const { folder, remove } = testFolder()
  const server = await startServerProcess(folder, { DATABASE_URL: database.url, ROLES: 'api', ...env })
  return {
    server,
    async close() {
      if (server.child.exitCode === null) await server.stop()
      await database.drop()
      remove()
    },
  }
}

/** A whole request without a body. */
export const head = (line: string, headers: Record<string, string> = {}) =>
  `${line}\r\n${Object.entries({ host: 'x', ...headers })
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join('')}\r\n`
