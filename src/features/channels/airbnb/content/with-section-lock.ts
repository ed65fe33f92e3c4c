/** Serialises writes of a listing's section, because some are read, changed and written as a whole. */
import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { ApiError } from '../../../../platform/api-error.ts'
import type { Scope } from '../../../../platform/tenant.ts'
import type { Services } from '../../../../services.ts'
import { provider } from '../accounts.ts'
import { lockSection, renewSectionLock, unlockSection, type AirbnbLinkKey } from './queries.ts'

/** Longer than a write call takes; a longer write renews it. */
const holdMs = 120_000
const prolongEveryMs = holdMs / 4
const tries = 40
const betweenMs = 100

export async function withSectionLock<R>(
  { db, clock, log }: Services,
  scope: Scope,
  link: AirbnbLinkKey,
  section: string,
  work: (holder: string) => Promise<R>,
): Promise<R> {
  const holder = randomUUID()
  for (let tried = 1; ; tried += 1) {
    const now = clock.now()
    const until = new Date(now.getTime() + holdMs)
    if (await lockSection(db, scope, link, { section, holder, now, until })) break
    if (tried === tries) throw sectionBusyError(section)
    await pause(betweenMs)
  }
  const prolong = setInterval(() => {
    const until = new Date(clock.now().getTime() + holdMs)
    renewSectionLock(db, scope, link, { section, holder, until }).catch((error: unknown) =>
      log.warn({ err: error }, 'the hold of a section was not prolonged'),
    )
  }, prolongEveryMs)
  prolong.unref()
  try {
    return await work(holder)
  } finally {
    clearInterval(prolong)
    await unlockSection(db, scope, link, { section, holder }).catch((error: unknown) =>
      log.warn({ err: error }, 'a section of a channel listing was not let go'),
    )
  }
}

export const sectionBusyError = (section: string) =>
  new ApiError(
    'airbnb_rate_limited',
    `Another request writes the ${section} of this listing; one goes after the other.`,
    { channel: provider, retry_after: 1 },
  )
