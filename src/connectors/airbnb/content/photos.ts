import { demand } from '../../../connector-kit/answers.ts'
import type { ContentPart } from '../../../connector-kit/channel-content.ts'
import type { VendorContext } from '../../../connector-kit/connector.ts'
import { everyPage } from '../../../connector-kit/paginate.ts'
import { presentText, wholeNumber } from '../../../connector-kit/readings.ts'
import type { ChannelPhoto } from '../../../contract/channel-content/photos.ts'
import { cursorPage, madeIn } from '../lists.ts'
import { VendorPhoto } from './vendor.ts'

const path = '/v2/listing_photos'
const pathOf = (photo: string) => `${path}/${encodeURIComponent(photo)}`
async function rowsOf({ http }: VendorContext, listing: string): Promise<unknown[]> {
  const pages = everyPage(`the list of photos of ${listing}`, (cursor: string | null) =>
    cursorPage(http, { path, name: 'listing_photos', query: { listing_id: listing }, cursor }),
  )
  const all: unknown[] = []
  for await (const { rows } of pages) all.push(...rows)
  return all
}

function toPhoto(vendorPhoto: unknown, listing: string): ChannelPhoto {
  const row = demand(VendorPhoto, vendorPhoto, `a photo of ${listing}`)
  const id = String(row.id)
  return {
    ...{ photoId: id, photoAirbnbId: id },
    caption: presentText(row.caption),
    sortOrder: wholeNumber(row.sort_order) ?? 0,
    category: presentText(row.category),
    roomId: presentText(row.room_id),
    amenity: presentText(row.amenity),
    url: presentText(row.url),
    width: wholeNumber(row.width),
    height: wholeNumber(row.height),
  }
}

export const photos: ContentPart<'photos'> = {
  async read(context, externalId) {
    const rows = await rowsOf(context, externalId)
    return rows.map((row) => toPhoto(row, externalId)).toSorted((a, b) => a.sortOrder - b.sortOrder)
  },
  async write({ http }, { change: { photoId, change } }) {
    if (change === null) return void (await http.delete(pathOf(photoId)))
    const { metadata: _, ...body } = change
    if (Object.keys(body).length > 0) await http.put(pathOf(photoId), { body })
  },
  async add({ http }, { externalId, item: { digest: _, contentType, ...photo } }) {
    const body = { listing_id: externalId, content_type: contentType, ...photo }
    return madeIn(await http.post(path, { body }), 'photo')
  },
}
