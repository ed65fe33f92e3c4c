import { fieldOf, listIn } from '../../connector-kit/answers.ts'
import { afterPage, beginWalk, boundsOf, watermarkOf, type Place } from '../../connector-kit/change-walk.ts'
import type { Operations, StayPage, VendorContext } from '../../connector-kit/connector.ts'
import { momentIn } from '../../connector-kit/dates.ts'
import { mapping, mapOne, mapRows, readCursor, writeCursor } from '../../connector-kit/paginate.ts'
import { presentText } from '../../connector-kit/readings.ts'
import { read } from './graphql.ts'
import { readId, writeId } from './ids.ts'
import { toStay } from './map-booking.ts'
import { momentOf } from './moments.ts'
import { nestedPage, type Nested, type PropertyRow } from './property-walk.ts'
import { VendorBookingOfProperty } from './vendor.ts'

const pageSize = 50

const idOf = (row: unknown): string => {
  const [property, id] = [
    presentText(fieldOf(row, 'property')),
    presentText(fieldOf(fieldOf(row, 'node'), 'id')),
  ]
  return property === null || id === null ? 'unknown' : writeId({ property, id })
}
const stay = mapping('stay', VendorBookingOfProperty, toStay, idOf)

/** Changed at `since` or later; null: all there are. The vendor wants an end as well. */
const nestedSince = (since: string | null, now: Date): Nested => ({
  ofAdvertiser: 'ReservationsOfAdvertiser',
  ofProperty: 'ReservationsOfProperty',
  field: 'reservations',
  variables: {
    pageSize,
    filter: since === null ? null : { lastUpdatedDateTime: { from: since, to: until(now) } },
  },
  pageOf,
})

/** The vendor's clock may be ahead of ours. */
const aheadMs = 24 * 3_600_000
const until = (now: Date): string => new Date(now.getTime() + aheadMs).toISOString()

function pageOf(connection: unknown): ReturnType<Nested['pageOf']> {
  const info = fieldOf(connection, 'pageInfo')
  const end = presentText(fieldOf(info, 'endCursor'))
  const rows = listIn(connection, 'edges').map((edge) => fieldOf(edge, 'node'))
  return { rows, next: fieldOf(info, 'hasNextPage') === true ? end : null }
}

const changedAt = ({ node }: PropertyRow): string | null => momentIn(node, 'lastUpdatedDateTime', momentOf)

export const reservations: NonNullable<Operations['reservations']> = {
  async page(context, { cursor, since }): Promise<StayPage> {
    const place = readCursor<Place>(cursor, beginWalk(context.now(), since))
    const bounds = boundsOf(place, since)
    const nested = nestedSince(bounds[place.part] ?? null, context.now())
    const { rows, failures, next } = await nestedPage(context, nested, place.inner)
    const after = afterPage(place, rows.map(changedAt), next)
    const mapped = mapRows(rows, stay)
    const isOver = after.part >= bounds.length
    return {
      records: mapped.records,
      failures: [...failures, ...mapped.failures],
      next: isOver ? null : writeCursor(after),
      // An account without bookings has changed nothing since the walk began.
      watermark: watermarkOf(after) ?? after.startedAt,
    }
  },

  one: oneBooking,
}

async function oneBooking(context: VendorContext, externalId: string) {
  const asked = readId(externalId)
  if (asked === null) return null
  const node = await bookingOf(context, asked)
  return node === null ? null : mapOne({ property: asked.property, node }, stay)
}

/** As it stands now; null: there is none. */
export async function bookingOf(
  context: VendorContext,
  { property, id }: { property: string; id: string },
): Promise<unknown> {
  const variables = { property, after: null, pageSize: 1, filter: { ids: [id] } }
  const { property: answer } = await read(context, 'ReservationsOfProperty', variables)
  if (answer === null || answer === undefined) return null
  return pageOf(fieldOf(answer, 'reservations')).rows[0] ?? null
}
