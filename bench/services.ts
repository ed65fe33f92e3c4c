import { randomBytes } from 'node:crypto'
import { guestErasers } from '../src/features/guest-erasers.ts'
import type { Services } from '../src/services.ts'
import { createVersionGathering } from '../src/features/tenancy/record-versions/record-versions.ts'
import { createPipelinedReads } from '../src/platform/pipelined-reads/public.ts'
import { connectors } from '../src/connectors/index.ts'
import { createAuditTrail } from '../src/platform/audit-trail.ts'
import { systemClock, type Clock } from '../src/platform/clock.ts'
import { loadConfig } from '../src/platform/config.ts'
import { createVault } from '../src/platform/crypto.ts'
import { createDatabase } from '../src/platform/db.ts'
import { createProcessVitals } from '../src/platform/process-vitals.ts'
import { createLifecycle } from '../src/platform/lifecycle.ts'
import { createWriteBuffers } from '../src/platform/write-buffers.ts'
import { useHashKeys } from '../src/platform/keyed-hash.ts'
import { createLog } from '../src/platform/log.ts'
import { createLiveClients } from '../src/upstream/live-clients.ts'
import { memoryObjects } from '../test/harness/objects.ts'

/** One of each per run, since all services over one database must share them. */
const [encryptionKey, hashKey] = [randomBytes(32).toString('hex'), randomBytes(32)]

/** Makes the parts of a server, without its limits. */
export function benchServices(
  url: string,
  env: Record<string, string> = {},
  clock: Clock = systemClock,
): Services {
  const log = createLog({ level: 'error' })
  const { kysely: db, pool } = createDatabase(url, { log, max: 10 })
  const vault = createVault(encryptionKey)
  useHashKeys([hashKey])
  const config = loadConfig({ BURST_LIMIT: '1000000', ...env }, null)
  const audit = createAuditTrail({ db, clock, log })
  const parts = { db, pool, clock, config, vault, log, audit }
  return {
    ...parts,
    lifecycle: createLifecycle(),
    vitals: createProcessVitals(clock),
    writtenLater: createWriteBuffers(),
    objects: memoryObjects(),
    guestErasers,
    connectors,
    clients: createLiveClients(parts),
    publicUrl: 'http://127.0.0.1',
  }
}

/** Makes the reads that a server has beside its pool. */
export const readsOf = (services: Services, url: string) =>
  createPipelinedReads(url, { pool: services.pool, gathered: createVersionGathering(services) })
