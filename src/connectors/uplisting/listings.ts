import type { ListingRecord } from '../../contract/records.ts'
import { fieldOf } from '../../connector-kit/answers.ts'
import type { VendorContext, VendorOperations } from '../../connector-kit/connector.ts'
import { textOfHtml } from '../../connector-kit/html-text.ts'
import { amenitiesNamed, photosIn } from '../../connector-kit/listing-readings.ts'
import { mapOne, mapping, plainId, wholePage } from '../../connector-kit/paginate.ts'
import { idText, nameKey, presentText, timeZoneName } from '../../connector-kit/readings.ts'
import { remember } from '../../connector-kit/remember.ts'
import { VendorError } from '../../connector-kit/vendor-error.ts'
import { propertyRows } from './envelope.ts'
import { property, VendorProperty } from './vendor.ts'

const properties = mapping('listing', VendorProperty, toListing)

export const listings: NonNullable<VendorOperations['listings']> = {
  page: async ({ http }) => wholePage(await propertyRows(http), properties),

  /** Live accounts have answered 404 to the call of a single property, so it is found in the list. */
  async one({ http }, externalId) {
    const row = (await propertyRows(http)).find((candidate) => plainId(candidate) === externalId)
    return row === undefined ? null : mapOne(row, properties)
  },
}

const idsLastMs = 300_000

/** Returns the ids of all properties in their order. */
export function propertyIds(context: VendorContext): Promise<string[]> {
  return remember(context, 'property ids', idsLastMs, async () => {
    const rows = await propertyRows(context.http)
    return rows.map(readableId).toSorted(compareIds)
  })
}

/** Bookings of a property that is passed over would count as gone, so an unreadable id stops the walk. */
function readableId(row: unknown): string {
  const id = idText(presentText(fieldOf(row, 'id')))
  if (id === null) throw new VendorError('malformed', 'Uplisting lists a property without an id')
  return id
}

export const compareIds = (left: string, right: string): number =>
  left.localeCompare(right, 'en', { numeric: true })

/** Words for properties that nobody can book, as a public client knows them. */
const inactive = /^(?:disabled|inactive|paused|archived|deleted|unlisted|draft)$/i

function toListing(row: VendorProperty): ListingRecord {
  const { content, ...fields } = property.read(row)
  const timeZone = timeZoneName(row.time_zone)
  const { photos, amenities, multi_units } = row.related ?? {}
  const orderedPhotos = photosIn((photos ?? []).map(({ url, order }) => ({ url, sortOrder: order })))
  const isInactive = row.enabled === false || inactive.test(row.status ?? '')
  return {
    externalId: String(row.id),
    model: 'home',
    name: presentText(row.nickname) ?? presentText(row.name) ?? `Property ${row.id}`,
    ...fields,
    ...(timeZone === null ? {} : { timeZone }),
    lifecycleStatus: isInactive ? 'inactive' : 'live',
    unitCount: Math.max(1, multi_units?.length ?? 0),
    content: {
      ...content,
      description: content.description === null ? null : textOfHtml(content.description),
    },
    thumbnailUrl: orderedPhotos[0]?.url ?? null,
    photos: orderedPhotos,
    amenities: amenitiesNamed((amenities ?? []).map(({ name }) => nameKey(presentText(name) ?? ''))),
  }
}
