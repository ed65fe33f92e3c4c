/** Creates items in a section: checks all, makes them one by one, reads back and stores. */
import type { ContentSections, ItemOf, ItemSection } from '../../../../contract/channel-content/sections.ts'
import { ApiError } from '../../../../platform/api-error.ts'
import { closeAct, actKeyFor } from '../../../../upstream/acts/public.ts'
import type { RouteWriteContext } from '../../../route.ts'
import { asAirbnb } from '../errors.ts'
import { sectionBusyError } from './with-section-lock.ts'
import { findAdder, makeItemOnce } from './make-item-once.ts'
import { isItemOpen } from './item-queries.ts'
import { idsIn } from './items.ts'
import {
  editSection,
  explainItemError,
  openSection,
  type OpenSection,
  type SectionTarget,
} from './open-section.ts'
import { withProgress } from './progress.ts'
import { fetchSection } from './read-section.ts'

export interface ItemsAdded<S extends ItemSection> {
  listingId: string
  airbnbListingId: string
  /** In request order. */
  ids: string[]
  stored: boolean
  result: ContentSections[S]['content'] | null
  dryRun?: true
}

export interface ItemsRequest<S extends ItemSection> extends SectionTarget {
  items: readonly ItemOf<S>[]
}

export function addItems<S extends ItemSection, R extends object>(
  context: RouteWriteContext,
  section: S,
  { items, ...target }: ItemsRequest<S>,
  toReply: (added: ItemsAdded<S>) => R,
): Promise<R> {
  return asAirbnb(context, toReply, async (write) => {
    const { services, scope } = write
    const open = await openSection(write, target, section)
    findAdder(open.access, section)
    const about = { listingId: target.listingId, airbnbListingId: open.link.externalId }
    if (target.dryRun) return { ...about, ids: [], stored: false, result: null, dryRun: true as const }
    const actKey = actKeyFor(context.idempotencyKey)
    const keys = items.map((_, place) => `${section}:${place}:${actKey}`)
    return editSection(write, open, {
      section,
      async send() {
        // New items found at Airbnb must be attributable to one request.
        if (await isItemOpen(services.db, scope, open.link, { section, keys }))
          throw sectionBusyError(section)
        return makeItems(open, { section, items, keys })
      },
      async answer(tx, ids, content) {
        for (const key of keys) await closeAct(tx, scope, key)
        return { ...about, ids, stored: content !== null, result: content }
      },
    })
  })
}

/** Makes items in order; stops at the first failure and reports the progress. */
async function makeItems<S extends ItemSection>(
  open: OpenSection,
  { section, items, keys }: { section: S; items: readonly ItemOf<S>[]; keys: readonly string[] },
): Promise<string[]> {
  const { access, link } = open
  const before = idsIn(section, await fetchSection(access, link, section))
  const ids: string[] = []
  for (const [place, item] of items.entries()) {
    const key = keys[place] ?? ''
    const itemRequest = { section, externalId: link.externalId, key, item, known: [...before, ...ids] }
    ids.push(
      await makeItemOnce(access, itemRequest).catch(async (error: unknown) => {
        const reason = await explainItemError(open, section, error)
        if (items.length === 1 || !(reason instanceof ApiError)) throw reason
        const rest = items.slice(place + 1).map((_, next) => String(place + 1 + next))
        throw withProgress(reason, { applied: [...ids], index: place, not_attempted: rest })
      }),
    )
  }
  return ids
}
