import type { ListingRecord } from '../../contract/records.ts'
import { fieldOf } from '../../connector-kit/answers.ts'
import type { VendorContext, VendorOperations } from '../../connector-kit/connector.ts'
import { textOfHtml } from '../../connector-kit/html-text.ts'
import { photosIn } from '../../connector-kit/listing-readings.ts'
import { mapOne, mapping, mapRows } from '../../connector-kit/paginate.ts'
import { currencyCode, presentText, timeZoneName, wholeNumber } from '../../connector-kit/readings.ts'
import { readSide } from '../../connector-kit/tolerance/unread-fields.ts'
import { base, listPage, oneRow, pathOf } from './envelope.ts'
import { byTitle, propertiesOf, ratePlansOf, type RatePlans } from './properties.ts'
import { property, roomType, VendorRoomType, type VendorProperty, type ChannexRatePlan } from './vendor.ts'

/** A listing is a room type, since room types have nights and are booked. */
export const listings: NonNullable<VendorOperations['listings']> = {
  async page(context, { cursor }) {
    const list = { path: `${base}/room_types`, query: byTitle, cursor }
    const { rows, next, total } = await listPage(context.http, list)
    const mapped = mapRows(rows, await mappingFor(context, rows))
    return { ...mapped, next, ...(total === null ? {} : { expected: total }) }
  },

  async one(context, externalId) {
    const row = await oneRow(context.http, pathOf('room_types', externalId))
    return row === null ? null : mapOne(row, await mappingFor(context, [row]))
  },
}

interface RoomTypePlace {
  property: VendorProperty | undefined
  plans: readonly ChannexRatePlan[]
  /** The key reaches more properties than this one. */
  isOneOfMany: boolean
}

const propertyIdIn = (row: unknown): string => presentText(fieldOf(fieldOf(row, 'related'), 'property')) ?? ''

async function mappingFor(context: VendorContext, rows: readonly unknown[]) {
  const properties = await propertiesOf(context)
  const plans = new Map<string, RatePlans>()
  for (const propertyId of new Set(rows.map(propertyIdIn).filter((id) => properties.has(id)))) {
    plans.set(propertyId, await ratePlansOf(context, propertyId))
  }
  return mapping('listing', VendorRoomType, (row) =>
    toListing(row, {
      property: properties.get(propertyIdIn(row)),
      plans: plans.get(propertyIdIn(row))?.of(row.id) ?? [],
      isOneOfMany: properties.size > 1,
    }),
  )
}

function toListing(row: VendorRoomType, { property: at, plans, isOneOfMany }: RoomTypePlace): ListingRecord {
  const name = presentText(row.title)
  const timeZone = timeZoneName(at?.timezone)
  const photos = photosIn(
    (row.content?.photos ?? []).map(({ url, description, position }) => ({
      ...{ url, caption: description, sortOrder: position },
    })),
  )
  return {
    externalId: row.id,
    model: 'hotel',
    ...(at === undefined || !isOneOfMany ? {} : { accountExternalId: at.id }),
    name: name ?? presentText(at?.title) ?? `Room type ${row.id}`,
    publicName: name,
    ...(at === undefined ? {} : property.read(at)),
    ...(timeZone === null ? {} : { timeZone }),
    // Prices are in the currency of the rate plan that is shown.
    currency: currencyOf(plans[0]?.currency ?? at?.currency),
    thumbnailUrl: photos[0]?.url ?? null,
    unitCount: readSide('count_of_rooms', row.count_of_rooms, () => wholeNumber(row.count_of_rooms)) ?? 1,
    content: {
      name,
      description: plain(row.content?.description),
      houseRules: plain(at?.content?.important_information),
    },
    details: {
      ...roomType.read(row).details,
      propertyType: presentText(at?.property_type),
      roomTypeCategory: row.room_kind === 'dorm' ? 'shared_room' : null,
    },
    photos,
  }
}

const currencyOf = (code: string | null | undefined): string | null =>
  readSide('currency', code, () => currencyCode(code))

const plain = (html: string | null | undefined): string | null => presentText(textOfHtml(html ?? ''))
