import type { ContentPart } from '../../../connector-kit/channel-content.ts'
import { listingPath, readListing } from './listing.ts'

/** Why is asked for; the words for it are not published. */
const reason = 'temporarily_unavailable'

/** Whether guests find the listing. */
export const publication: ContentPart<'publication'> = {
  async read(context, externalId) {
    return { live: (await readListing(context, externalId)).has_availability ?? null }
  },
  async write({ http }, { externalId, change }) {
    const body =
      'relist' in change
        ? { has_availability: true }
        : { has_availability: false, deactivation_reason: reason }
    await http.put(listingPath(externalId), { body })
  },
  unknownFields: ['unlist'],
}
