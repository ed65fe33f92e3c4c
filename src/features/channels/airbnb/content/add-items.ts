/** Creates items in a section: checks all, makes them one by one, reads back and stores. */
import { VendorError } from '../../../../connector-kit/vendor-error.ts'
import type { ContentSections, ItemOf, ItemSection } from '../../../../contract/channel-content/sections.ts'
import { writeOnce } from '../../../../http/write-once.ts'
import { ApiError } from '../../../../platform/api-error.ts'
import type { ConnectionAccess } from '../../../../upstream/access.ts'
import { closeAct, actKeyFor } from '../../../../upstream/acts/public.ts'
import type { RouteWriteContext } from '../../../route.ts'
import { asAirbnb } from '../errors.ts'
import { openHostAccess } from './host-access.ts'
import { sectionBusyError, withSectionLock } from './with-section-lock.ts'
import { findAdder, makeItemOnce } from './make-item-once.ts'
import { isItemOpen } from './item-queries.ts'
import { idsIn } from './items.ts'
import { findLink, type AirbnbLink } from './find-link.ts'
import { withProgress } from './progress.ts'
import { storeSection } from './queries.ts'
import { fetchSection, tryFetchSection } from './read-section.ts'
import { assertSynchronised, explainForbidden } from './assert-synchronised.ts'

export interface ItemsAdded<S extends ItemSection> {
  listingId: string
  airbnbListingId: string
  /** In request order. */
  ids: string[]
  stored: boolean
  result: ContentSections[S]['content'] | null
  dryRun?: true
}

export interface ItemsRequest<S extends ItemSection> {
  listingId: string
  /** `airbnbConnectionId` of the request. */
  named: string | undefined
  items: readonly ItemOf<S>[]
  dryRun: boolean
}

export function addItems<S extends ItemSection, R extends object>(
  context: RouteWriteContext,
  section: S,
  { listingId, named, items, dryRun }: ItemsRequest<S>,
  shown: (added: ItemsAdded<S>) => R,
): Promise<R> {
  return asAirbnb(context, shown, async (write) => {
    const { services, scope } = write
    const link = await findLink(services, scope, listingId, named)
    assertSynchronised(link, section)
    const access = await openHostAccess(services, scope, link, { isWritten: true })
    findAdder(access, section)
    const about = { listingId, airbnbListingId: link.externalId }
    if (dryRun) return { ...about, ids: [], stored: false, result: null, dryRun: true as const }
    const given = actKeyFor(context.idempotencyKey)
    const keys = items.map((_, place) => `${section}:${place}:${given}`)
    return withSectionLock(access.services, scope, link, section, async (holder) => {
      // New items found at Airbnb must be attributable to one request.
      if (await isItemOpen(services.db, scope, link, { section, keys })) throw sectionBusyError(section)
      const ids = await makeItems(access, link, { section, items, keys })
      const readAt = services.clock.now()
      const content = await tryFetchSection(access, link, section)
      return writeOnce(write, async (tx) => {
        if (content !== null)
          await storeSection(tx, scope, link, { section, content, readAt, lockedFields: null, holder })
        for (const key of keys) await closeAct(tx, scope, key)
        return { ...about, ids, stored: content !== null, result: content }
      })
    })
  })
}

/** Makes items in order; stops at the first failure and reports the progress. */
async function makeItems<S extends ItemSection>(
  access: ConnectionAccess,
  link: AirbnbLink,
  { section, items, keys }: { section: S; items: readonly ItemOf<S>[]; keys: readonly string[] },
): Promise<string[]> {
  const known = idsIn(section, await fetchSection(access, link, section))
  const ids: string[] = []
  for (const [place, item] of items.entries()) {
    const key = keys[place] ?? ''
    const itemRequest = { section, externalId: link.externalId, key, item, known: [...known, ...ids] }
    ids.push(
      await makeItemOnce(access, itemRequest).catch(async (error: unknown) => {
        const why = await explainFailure(access, link, section, error)
        if (items.length === 1 || !(why instanceof ApiError)) throw why
        const rest = items.slice(place + 1).map((_, next) => String(place + 1 + next))
        throw withProgress(why, { applied: [...ids], index: place, not_attempted: rest })
      }),
    )
  }
  return ids
}

async function explainFailure(
  access: ConnectionAccess,
  link: AirbnbLink,
  section: ItemSection,
  error: unknown,
): Promise<unknown> {
  const isForbidden =
    error instanceof ApiError && error.cause instanceof VendorError && error.cause.status === 403
  return isForbidden ? explainForbidden(access, link, section, error) : error
}
