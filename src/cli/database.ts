import { setTimeout as pause } from 'node:timers/promises'
import { assertNoFile } from '../platform/data-folder.ts'
import { assertDatabase, type Config } from '../platform/config.ts'
import { checkServer } from '../platform/database-server.ts'
import { createDatabase } from '../platform/db.ts'
import type { Database } from '../platform/db.ts'
import {
  findPrivatePostgres,
  FolderInUse,
  hasPrivatePostgres,
  startPrivatePostgres,
} from '../platform/embedded-postgres/index.ts'
import type { Log } from '../platform/log.ts'
import { startCommand } from '../platform/own-command.ts'

const startingServerMs = 10_000
const notYet = `There is no Lodgewire database yet. Start the server once: ${startCommand}`

type Server = { url: string; stop(): Promise<void> }

/** Uses the database of DATABASE_URL or the running private one, else starts the private one for the work. */
export async function withDatabase<T>(
  config: Config,
  log: Log,
  work: (database: Database) => Promise<T>,
  options: { mayCreate?: boolean; mayLackRequirements?: boolean } = {},
): Promise<T> {
  const server = await openServer(config, log, options)
  const database = createDatabase(server.url, { log, max: 2, sessionsUrl: config.databaseDirectUrl })
  try {
    if (!options.mayCreate) await assertSetUp(database)
    return await work(database)
  } finally {
    await database.close()
    await server.stop()
  }
}

async function openServer(
  config: Config,
  log: Log,
  { mayCreate = false, mayLackRequirements = false }: { mayCreate?: boolean; mayLackRequirements?: boolean },
): Promise<Server> {
  const notOurs = async () => {}
  assertDatabase(config)
  if (config.databaseUrl) {
    await checkServer({
      url: config.databaseUrl,
      sessionsUrl: config.databaseDirectUrl,
      mayLackRequirements,
    })
    return { url: config.databaseUrl, stop: notOurs }
  }
  assertNoFile(config.dataDir)
  if (!mayCreate && !(await hasPrivatePostgres(config.dataDir))) throw new Error(notYet)
  const deadline = Date.now() + startingServerMs
  for (;;) {
    const url = await findPrivatePostgres(config.dataDir)
    if (url) return { url, stop: notOurs }
    try {
      return await startPrivatePostgres({ dataDir: config.dataDir, log })
    } catch (error) {
      // A server that is still starting holds the folder, so this waits for it a moment.
      if (!(error instanceof FolderInUse) || Date.now() > deadline) throw error
      await pause(100)
    }
  }
}

async function assertSetUp({ pool }: Database): Promise<void> {
  const { rows } = await pool.query<{ there: boolean }>(`select to_regclass('api_keys') is not null as there`)
  if (!rows[0]?.there) throw new Error(notYet)
}
