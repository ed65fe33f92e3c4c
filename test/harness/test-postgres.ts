/** Runs a PostgreSQL outside the test runner, and reports anything left behind. */
import { chmodSync, mkdtempSync, realpathSync, rmSync } from 'node:fs'
import path from 'node:path'
import { startPrivatePostgres } from '../../src/platform/embedded-postgres/index.ts'
import type { Log } from '../../src/platform/log.ts'
import { leftDatabases } from './leftovers.ts'
import { runPlace } from './run-place.ts'
import { buildTemplate } from './template.ts'

export async function withTestPostgres(log: Log, work: () => Promise<void>): Promise<void> {
  const folder = realpathSync(mkdtempSync(path.join(runPlace(), 'lodgewire-test-')))
  // PostgreSQL may run as another user, who must be able to enter the folder.
  chmodSync(folder, 0o711)
  try {
    const postgres = await startPrivatePostgres({ dataDir: path.join(folder, 'data'), log, mode: 'test' })
    try {
      await buildTemplate(postgres.url, log)
      process.env['TEST_DATABASE_URL'] = postgres.url
      await work()
      const left = await leftDatabases(postgres.url)
      if (left.length > 0) throw new Error(`left behind: ${left.join(', ')}`)
    } finally {
      await postgres.stop()
      rmSync(postgres.folder, { recursive: true, force: true })
    }
  } finally {
    rmSync(folder, { recursive: true, force: true, maxRetries: 3 })
  }
}
