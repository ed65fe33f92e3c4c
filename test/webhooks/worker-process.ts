/**
 * A delivery worker as a process of its own, for tests that kill it:
 * `worker-process.ts <database url> <key ring> <ack timeout> <lease slack> [<retry delays in ms, by commas>]`.
 */
import { startDeliveries } from '../../src/features/webhooks/delivery/worker.ts'
import { createAuditTrail } from '../../src/platform/audit-trail.ts'
import { systemClock } from '../../src/platform/clock.ts'
import { loadConfig } from '../../src/platform/config.ts'
import { createVault } from '../../src/platform/crypto.ts'
import { createDatabase } from '../../src/platform/db.ts'
import { createLog } from '../../src/platform/log.ts'

const [url = '', keyRing = '', ackTimeoutMs, leaseSlackMs, retryDelays] = process.argv.slice(2)
const log = createLog({ level: 'warn' })
const { kysely: db, pool, close } = createDatabase(url, { log, max: 5 })
const config = loadConfig({ ALLOW_PRIVATE_TARGETS: 'true' }, null)
const audit = createAuditTrail({ db, clock: systemClock, log })
const services = { db, pool, clock: systemClock, config, vault: createVault(keyRing), log, audit }
const worker = startDeliveries(services, {
  ackTimeoutMs: Number(ackTimeoutMs),
  leaseSlackMs: Number(leaseSlackMs),
  ...(retryDelays ? { retryDelaysMs: retryDelays.split(',').map(Number) } : {}),
})
process.on('SIGTERM', () => void worker.stop().then(close))
