import type { ContentPart } from '../../../connector-kit/channel-content.ts'
import { presentTexts } from '../../../connector-kit/readings.ts'
import { listingPath, readListing } from './listing.ts'

/** Airbnb holds the names of what is there, and nothing else of it. */
const present = (names: readonly string[] | null | undefined) =>
  presentTexts(names ?? []).map((id) => ({ id, is_present: true, instruction: null }))

/** The whole list as it is to be; null where nothing of it changes. */
function listWith(
  names: readonly string[] | null | undefined,
  wanted: readonly { id: string; is_present: boolean }[] | undefined,
): string[] | null {
  if (wanted === undefined || wanted.length === 0) return null
  const list = new Set(names)
  for (const { id, is_present: isPresent } of wanted) {
    if (isPresent) list.add(id)
    else list.delete(id)
  }
  return [...list]
}

export const amenities: ContentPart<'amenities'> = {
  async read(context, externalId) {
    const listing = await readListing(context, externalId)
    return {
      amenities: present(listing.amenity_categories),
      accessibility_amenities: present(listing.accessibility_features),
    }
  },
  async write(context, { externalId, change }) {
    const listing = await readListing(context, externalId)
    const names = listWith(listing.amenity_categories, change.amenities)
    const features = listWith(listing.accessibility_features, change.accessibility_amenities)
    if (names === null && features === null) return
    await context.http.put(listingPath(externalId), {
      body: {
        ...(names === null ? {} : { amenity_categories: names }),
        ...(features === null ? {} : { accessibility_features: features }),
      },
    })
  },
}
