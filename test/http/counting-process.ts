/** A process that counts requests until it is killed, and tells what it has let in and what it has written down. */
import { limitsOf } from '../../src/contract/plans.ts'
import { createMeter } from '../../src/features/tenancy/usage/meter.ts'
import { startUsage } from '../../src/features/tenancy/usage/start-usage.ts'
import type { Principal } from '../../src/http/route.ts'
import { systemClock as clock } from '../../src/platform/clock.ts'
import { createDatabase } from '../../src/platform/db.ts'
import { createLog } from '../../src/platform/log.ts'
import type { Services } from '../../src/services.ts'

const [url = '', workspaceId = ''] = process.argv.slice(2)
const log = createLog({ level: 'silent' })
const { kysely: db } = createDatabase(url, { log, max: 2 })
const services = { db, clock, log } as Services
const meter = createMeter(services)
const principal = {
  workspaceId,
  keyId: '1',
  plan: 'starter',
  limits: limitsOf('starter', { dailyRequests: 10_000_000, monthlyRequests: 10_000_000 }, 600),
} as Principal
const operation = { id: 'listReviews', ai: false }
const atOnce = 5
let letIn = 0

startUsage(
  services,
  {
    ...meter,
    async flush() {
      const before = letIn
      await meter.flush()
      process.send?.({ letIn, written: before })
    },
  },
  50,
)
for (;;) {
  const at = clock.now()
  await meter.know(principal, at)
  // Told before it is counted, since what is not sent when the process is killed is never told.
  await new Promise((resolve) => process.send?.({ letIn: letIn + atOnce }, resolve))
  for (let n = 0; n < atOnce; n += 1) {
    meter.admit(principal, operation, at)
    meter.seen(principal, { operation, at, status: 200, ms: 1 })
    letIn += 1
  }
  await new Promise((resolve) => setTimeout(resolve, 1))
}
