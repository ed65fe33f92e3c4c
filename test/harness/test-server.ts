/** Chooses the database server of a run: a private PostgreSQL, or the cluster of `CITUS_URL`. */
import { rmSync } from 'node:fs'
import path from 'node:path'
import { startPrivatePostgres } from '../../src/platform/embedded-postgres/index.ts'
import type { Log } from '../../src/platform/log.ts'
import { openCitusServer, type TestServer } from './citus-server.ts'
import { buildTemplate } from './template.ts'

export async function openTestServer(folder: string, log: Log): Promise<TestServer> {
  const citusUrl = process.env['CITUS_URL']
  if (citusUrl) {
    console.log(
      '# On Citus: !!! NOT RUN on it: tests that start a PostgreSQL of their own or ask for an empty database.',
    )
    return openCitusServer(citusUrl, log)
  }
  const postgres = await startPrivatePostgres({ dataDir: path.join(folder, 'data'), log, mode: 'test' })
  try {
    await buildTemplate(postgres.url, log)
  } catch (error) {
    await postgres.stop()
    throw error
  }
  return {
    // A query through TCP takes a quarter more of the processor.
    url: postgres.socketUrl ?? postgres.url,
    prefix: 'test_',
    env: {},
    async stop() {
      await postgres.stop()
      // Not inside the run's own folder when PostgreSQL's user could not get there.
      rmSync(postgres.folder, { recursive: true, force: true })
    },
  }
}
