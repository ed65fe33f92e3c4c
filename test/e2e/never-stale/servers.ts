/** Three servers on one database: two remember pages, and one remembers none and so shows what is stored. */
import { once } from 'node:events'
import { insertWorkspace, type TestWorkspace } from '../../harness/app.ts'
import { createTestDatabase } from '../../harness/database.ts'
import { freePort } from '../../harness/free-port.ts'
import { testFolder } from '../../harness/folder.ts'
import { startServerProcess, type ServerProcess } from '../../harness/server-process.ts'
import { createDatabase } from '../../../src/platform/db.ts'
import { createLog } from '../../../src/platform/log.ts'

export interface Servers {
  /** These have default settings. */
  remembering: [ServerProcess, ServerProcess]
  forgetful: ServerProcess
  workspace: TestWorkspace
  /** Sets the clocks of all three. */
  setClocks(aheadMs: number): Promise<void>
  close(): Promise<void>
}

export async function startServers(): Promise<Servers> {
  const made = await createTestDatabase()
  const { folder, remove } = testFolder()
  const clock = new URL('moved-clock.ts', import.meta.url).href
  const settings = {
    DATABASE_URL: made.url,
    BURST_LIMIT: '1000000',
    PUBLIC_URL: 'http://lodgewire.test',
    NODE_OPTIONS: `--import=${clock}`,
  }
  // With one public address they give the same answers and tags.
  const start = async (env: Record<string, string> = {}) => {
    const port = String(await freePort())
    const server = await startServerProcess(folder, { ...settings, ...env, PORT: port })
    return { ...server, baseUrl: `http://127.0.0.1:${port}` }
  }
  const first = await start()
  const second = await start()
  const forgetful = await start({ PAGE_CACHE_MB: '0' })
  const all = [first, second, forgetful]
  const database = createDatabase(made.url, { log: createLog({ level: 'silent' }), max: 1 })
  const workspace = await insertWorkspace(database.kysely)
  await database.close()
  return {
    remembering: [first, second],
    forgetful,
    workspace,
    async setClocks(aheadMs) {
      await Promise.all(
        all.map(async ({ child }) => {
          child.send({ aheadMs })
          await once(child, 'message')
        }),
      )
    },
    async close() {
      await Promise.all(all.map((server) => server.stop()))
      await made.drop()
      remove()
    },
  }
}
