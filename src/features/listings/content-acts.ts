/** Content whose answer was lost: looked for in the PMS by the server, and stored here once it is there. */
import type { ListingDraft } from '../../connector-kit/listing-write-operations.ts'
import type { ContentBody } from '../../contract/listing-content.ts'
import type { ConnectionAccess } from '../../upstream/access.ts'
import type { Connector, VendorContext } from '../../connector-kit/connector.ts'
import { contentRow } from './content-queries.ts'
import { isPhotoThere, sectionsThere } from './content-compare.ts'
import { photosOf, type KeptContent, type KeptPhoto } from './content-write.ts'
import { store } from './content.ts'
import { closeAct, type ActKinds } from '../../upstream/acts/public.ts'

const readThere = (context: VendorContext, { operations }: Connector, externalId: string) =>
  operations.listings?.one?.(context, externalId) ?? null

interface Late {
  id: string
  externalId: string
  key: string
  body: ContentBody
  applied: (keyof ListingDraft)[]
}

async function storeLate(
  access: ConnectionAccess,
  { id, externalId, key, body, applied }: Late,
): Promise<void> {
  const { services, scope, connection } = access
  await services.db.transaction().execute(async (tx) => {
    // A listing that is gone needs nothing any more.
    if (!(await contentRow(tx, scope, id, { forUpdate: false }))) {
      await closeAct(tx, scope, key)
      return
    }
    const { provider } = connection
    const pms = { access, externalId, provider, applied, errors: [], unknown: [] }
    await store(tx, { services, scope }, { id, body, pms, keys: [key], isLate: true })
  })
}

export const contentActs: Pick<ActKinds, 'write_listing' | 'add_photo'> = {
  write_listing: {
    async find(context, connector, { request }) {
      const { change, sections, applied, externalId } = request as KeptContent
      const listing = await readThere(context, connector, externalId)
      const there = listing === null ? [] : sectionsThere(change, sections, listing)
      return there.length === sections.length ? { applied: [...applied, ...there] } : null
    },
    record: (access, { key, request, result }) => {
      const { id, externalId, body } = request as KeptContent
      const { photos: _, ...rest } = body
      const { applied } = result as { applied: (keyof ListingDraft)[] }
      return storeLate(access, { id, externalId, key, body: rest, applied })
    },
  },
  add_photo: {
    // Asked for once more after years, the same picture must not be added again.
    isNeverForgotten: true,
    async find(context, connector, { request }) {
      const kept = request as KeptPhoto
      const listing = await readThere(context, connector, kept.externalId)
      return listing !== null && isPhotoThere(kept, photosOf(listing)) ? kept : null
    },
    record: (access, { key, request }) => {
      const { id, externalId, url, caption } = request as KeptPhoto
      const photo = caption === undefined ? url : { url, caption }
      return storeLate(access, {
        ...{ id, externalId, key },
        body: { photos: [photo], photosMode: 'append' },
        applied: ['photos'],
      })
    },
  },
}
