/** Reads the parts of listings beside their own fields. */
import type { ListingRecord } from '../contract/records.ts'
import { presentText, wholeNumber } from './readings.ts'
import { longestAddress } from './tolerance/bound-record.ts'
import { noteUnread } from './tolerance/unread-fields.ts'

/** Keeps distinct amenities; a name without a key is dropped. */
export function amenitiesNamed(keys: readonly string[]): NonNullable<ListingRecord['amenities']> {
  return [...new Set(keys)].filter((key) => key !== '').map((amenityKey) => ({ amenityKey, isPresent: true }))
}

interface VendorPhotoFields {
  url?: string | null | undefined
  caption?: string | null | undefined
  sortOrder?: number | string | null | undefined
}

/** Keeps the photos in their order; those without a URL are dropped. */
export function photosIn(
  photos: readonly VendorPhotoFields[] | null | undefined,
): NonNullable<ListingRecord['photos']> {
  const read = (photos ?? []).flatMap(({ url, caption, sortOrder }, index) => {
    const address = presentText(url)
    if (address === null) return []
    if (address.length > longestAddress) {
      noteUnread('photos[].url', address)
      return []
    }
    return [{ url: address, caption: presentText(caption), sortOrder: wholeNumber(sortOrder) ?? index }]
  })
  return read.sort((a, b) => a.sortOrder - b.sortOrder)
}
