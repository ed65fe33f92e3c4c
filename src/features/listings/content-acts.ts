/** Content acts with a lost answer: the server looks for the content in the PMS and stores it here once found. */
import type { ListingDraft } from '../../connector-kit/listing-write-operations.ts'
import type { ContentBody } from '../../contract/listing-content.ts'
import type { ConnectionAccess } from '../../upstream/access.ts'
import type { Connector, VendorContext } from '../../connector-kit/connector.ts'
import { contentRow } from './content-queries.ts'
import { isPhotoThere, matchingSections } from './content-compare.ts'
import { photosOf, type ContentAct, type PhotoAct } from './write-sections.ts'
import { storeContent } from './write-content.ts'
import { closeAct, type ActKinds } from '../../upstream/acts/public.ts'

const readThere = (context: VendorContext, { operations }: Connector, externalId: string) =>
  operations.listings?.one?.(context, externalId) ?? null

interface LateContent {
  id: string
  externalId: string
  key: string
  body: ContentBody
  applied: (keyof ListingDraft)[]
}

async function storeLateContent(
  access: ConnectionAccess,
  { id, externalId, key, body, applied }: LateContent,
): Promise<void> {
  const { services, scope, connection } = access
  await services.db.transaction().execute(async (tx) => {
    // Nothing is left to store for a deleted listing.
    if (!(await contentRow(tx, scope, id))) {
      await closeAct(tx, scope, key)
      return
    }
    const { provider } = connection
    const pms = { access, externalId, provider, applied, errors: [], unknown: [] }
    await storeContent(tx, { services, scope }, { id, body, pms, keys: [key], isLate: true })
  })
}

export const contentActs: Pick<ActKinds, 'write_listing' | 'add_photo'> = {
  write_listing: {
    async find(context, connector, { request }) {
      const { change, sections, applied, externalId } = request as ContentAct
      const listing = await readThere(context, connector, externalId)
      const there = listing === null ? [] : matchingSections(change, sections, listing)
      return there.length === sections.length ? { applied: [...applied, ...there] } : null
    },
    record: (access, { key, request, result }) => {
      const { id, externalId, body } = request as ContentAct
      const { photos: _, ...rest } = body
      const { applied } = result as { applied: (keyof ListingDraft)[] }
      return storeLateContent(access, { id, externalId, key, body: rest, applied })
    },
  },
  add_photo: {
    // The same picture must not be added twice, even if requested again after years.
    isNeverForgotten: true,
    async find(context, connector, { request }) {
      const kept = request as PhotoAct
      const listing = await readThere(context, connector, kept.externalId)
      return listing !== null && isPhotoThere(kept, photosOf(listing)) ? kept : null
    },
    record: (access, { key, request }) => {
      const { id, externalId, url, caption } = request as PhotoAct
      const photo = caption === undefined ? url : { url, caption }
      return storeLateContent(access, {
        ...{ id, externalId, key },
        body: { photos: [photo], photosMode: 'append' },
        applied: ['photos'],
      })
    },
  },
}
