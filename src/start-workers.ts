/** Starts the work that goes on without a caller. */
import { actKinds } from './features/act-kinds.ts'
import { startBilling } from './features/tenancy/public.ts'
import { startPlanCleanup } from './features/agents/public.ts'
import { startCalendarPushes } from './features/calendar/public.ts'
import { startClockRepair, startProcessReport } from './features/observability/public.ts'
import { startGuestRetention } from './features/guests/retention/retention-worker.ts'
import { startHistoryRetention } from './features/guests/public.ts'
import { startActCleanup, startActResolver } from './upstream/acts/public.ts'
import type { Services } from './services.ts'
import { startMails } from './features/tenancy/public.ts'
import { startMigrationWatches } from './features/migrations/public.ts'
import { startAddressKeeping, startReceipts } from './features/sync/public.ts'
import { icalReaderSource, startFeeds } from './features/calendar/public.ts'
import { startKvCleanup } from './features/extras/public.ts'
import { startLapses, startSettling } from './features/bookings/public.ts'
import { startRecovery } from './features/recovery/public.ts'
import { startPricing } from './features/markets/public.ts'
import { startRequestLogRotation } from './features/observability/public.ts'
import { startReaderLooks } from './features/calendar/public.ts'
import { startExposureReports, startSelling } from './features/calendar/public.ts'
import { readChannelsFirst, startMessageQueues, startSync } from './features/sync/public.ts'
import { vrboReaderSource } from './features/calendar/public.ts'
import { startDeliveries, startWebhookRetention } from './features/webhooks/public.ts'
import { startAuditRetention } from './platform/audit-retention.ts'
import { startBackupSchedule } from './platform/backups/backup-schedule.ts'
import { startIdempotencyCleanup } from './platform/idempotency-cleanup.ts'

export async function startWorkers(
  services: Services,
  push: (stop: () => Promise<void>) => void,
): Promise<void> {
  // Whatever the role: due times are written by the clock of each process.
  push(startClockRepair(services).stop)
  push(startProcessReport(services).stop)
  if (!services.config.roles.has('worker')) return
  push(startRecovery(services).stop)
  push(startDeliveries(services).stop)
  push(startWebhookRetention(services).stop)
  push(startRequestLogRotation(services).stop)
  push(startLapses(services).stop)
  push(startSettling(services).stop)
  push(startKvCleanup(services).stop)
  push(startPlanCleanup(services).stop)
  push(startMails(services).stop)
  push(startBilling(services).stop)
  push(startPricing(services).stop)
  push(startIdempotencyCleanup(services).stop)
  push(startAuditRetention(services).stop)
  push(startHistoryRetention(services).stop)
  push(startGuestRetention(services).stop)
  await readChannelsFirst(services)
  push((await startSync(services)).stop)
  push(startMessageQueues(services).stop)
  push(startCalendarPushes(services).stop)
  push(startSelling(services).stop)
  push(startExposureReports(services).stop)
  push(startFeeds(services).stop)
  push(startReaderLooks(services, [icalReaderSource, vrboReaderSource]).stop)
  push(startAddressKeeping(services).stop)
  push(startReceipts(services).stop)
  push(startMigrationWatches(services).stop)
  push(startActResolver(services, actKinds).stop)
  push(startActCleanup(services, actKinds).stop)
  push(startBackupSchedule(services).stop)
}
