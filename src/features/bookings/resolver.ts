/** Finds out what became of requests whose outcome is not known, in any process, and after any crash. */
import { ApiError } from '../../platform/api-error.ts'
import { startLoop, type BackgroundLoop } from '../../platform/background-loop.ts'
import type { Services } from '../../services.ts'
import { connectionAccess } from '../../upstream/access.ts'
import { dueIntents, type DueIntent } from './intent-queries.ts'
import { HoldLost, takeIntent, type HeldIntent } from './intents.ts'
import { nextSearch } from '../../upstream/acts/searches.ts'
import type { Done } from './pms-operations.ts'
import { record } from './pms-record.ts'
import { look, type Job } from './pms-run.ts'

const askEveryMs = 1000
const mostAtOnce = 20

export function startIntentResolver(
  services: Services,
  options: { askEveryMs?: number } = {},
): BackgroundLoop {
  const { db, clock, log } = services
  const everyMs = options.askEveryMs ?? askEveryMs
  return startLoop({ everyMs, log, failed: 'open reservation intents could not be asked for' }, async () => {
    const due = await dueIntents(db, clock.now(), mostAtOnce)
    await Promise.all(due.map((intent) => resolve(services, intent)))
  })
}

async function resolve(services: Services, { workspaceId, id }: DueIntent): Promise<void> {
  const scope = { workspaceId }
  const held = await takeIntent(services, scope, id)
  if (!held) return
  try {
    const access = await connectionAccess(services, scope, held.intent.connection_id)
    if (access?.connection.status !== 'active') return await later(services, held)
    const { kind, provider } = held.intent
    await findOut({ access, held, about: { kind, provider, source: null } })
  } catch (error) {
    if (error instanceof HoldLost) return
    // What to answer to a request that is no longer there.
    if (error instanceof ApiError) return
    services.log.error({ err: error, intent: id }, 'what became of a write to a PMS could not be found out')
    await later(services, held).catch(() => {})
  } finally {
    await held.end().catch((error: unknown) => services.log.warn({ err: error }, 'an intent was not let go'))
  }
}

/** Nothing can be asked while the account is not connected. */
function later(services: Services, held: HeldIntent): Promise<void> {
  const { searches } = held.intent
  return held.note({ searches: searches + 1, next_search_at: nextSearch(searches, services.clock.now()) })
}

async function findOut(job: Job): Promise<void> {
  const { held, access } = job
  const { clock } = access.services
  if (held.intent.state === 'started') {
    return held.move('refuse', {
      outcome: { code: 'pms_error', message: 'The server stopped before anything was sent.' },
    })
  }
  if (held.intent.state === 'sent') await held.move('lose')
  if (held.intent.state === 'made')
    return store(job, { externalId: held.intent.external_id ?? '', errors: [] })
  const before = clock.now()
  const { settles_at: settles } = held.intent
  const found = await look(job)
  if (found) return store(job, found)
  // A look that failed moved the instant on.
  if (held.intent.settles_at?.getTime() === settles?.getTime() && settles !== null && settles <= before) {
    await held.move('miss', {
      outcome: { code: 'pms_error', message: `${job.about.provider} never did it.` },
    })
  }
}

async function store(job: Job, done: Done): Promise<void> {
  const { services } = job.access
  await record(job, done, { services, storeAnswer: async () => {} }, async () => null)
}
