/** Sets the markup that a channel adds to the price. */
import type { MarkupBody, MarkupWritten } from '../../contract/markup.ts'
import { writeOnce } from '../../http/write-once.ts'
import { ApiError } from '../../platform/api-error.ts'
import { openWrite } from '../../platform/outbox.ts'
import { rehearse } from '../../platform/rehearse.ts'
import { isSandbox, onlyConnection, type Queryable } from '../../platform/tenant.ts'
import { decimalText } from '../../platform/decimal.ts'
import type { RouteWriteContext } from '../route.ts'
import { allNightsOf } from '../../records/calendar/public.ts'
import { wakeSelling } from '../../records/selling/public.ts'
import { noteListingChanges } from '../../records/listings/note-changes.ts'
import { markupLinks, type MarkupLink } from './markup-queries.ts'
import { updateMarkup } from '../../records/listings/channel-link-queries.ts'

const invalidField = (message: string, field: string, value: unknown) =>
  new ApiError('invalid_body', message, { field, value_received: value })

/** Checks that need no database. Answers the markup as decimal text. */
function checkMarkup({ channel, markupPercent, hotelId }: MarkupBody): string | null {
  if (hotelId !== undefined && channel !== 'booking') {
    throw invalidField('`hotelId` goes with the channel `booking` only.', 'hotelId', hotelId)
  }
  if (markupPercent === null) return null
  if (markupPercent > 0 && markupPercent < 1) {
    throw invalidField(
      `\`markupPercent\` is in percent: ${markupPercent} would be less than one; ${markupPercent * 100} may be meant.`,
      'markupPercent',
      markupPercent,
    )
  }
  const text = decimalText(markupPercent)
  if (text === null)
    throw invalidField('`markupPercent` has more than three decimals.', 'markupPercent', markupPercent)
  return text
}

export async function setMarkup(
  context: RouteWriteContext,
  id: string,
  body: MarkupBody,
  dryRun: boolean,
): Promise<MarkupWritten> {
  const percent = checkMarkup(body)
  const work = (tx: Queryable) => storeMarkup(tx, context, id, body, percent)
  if (!dryRun) return writeOnce(context, work)
  return { ...(await rehearse(context.services.db, work)), dryRun: true }
}

async function storeMarkup(
  tx: Queryable,
  { services, scope }: RouteWriteContext,
  id: string,
  body: MarkupBody,
  percent: string | null,
): Promise<MarkupWritten> {
  const { channel } = body
  const write = await openWrite(tx, scope, services.clock.now())
  const links = await markupLinks(tx, scope, id, channel)
  const place = placeOf(id, body, links)
  const meant = place === null ? links : links.filter((link) => link.place === place)
  if (meant.some(({ is_there: isThere }) => !isThere)) {
    throw new ApiError('not_found', 'The Booking.com property has listings outside this account.', {
      field: 'X-Account-Id',
      value_received: onlyConnection(scope),
    })
  }
  const affected = [...new Set(meant.map(({ listing_id: listingId }) => listingId))]
  const known = meant.filter((link) => link.markup_percent !== null)
  const before = known[0]?.markup_percent ?? null
  const isSame = (link: MarkupLink) =>
    percent === null
      ? link.markup_percent === null
      : Number(link.markup_percent ?? before) === Number(percent)
  const changed = !meant.every(isSame) || (percent !== null && before === null)
  let resent = 0
  if (changed) {
    await updateMarkup(tx, scope, { channel, place, listingIds: affected }, percent, write.at)
    const previous = { markupPercent: before === null ? null : Number(before) }
    const changes = affected.map((listingId) => ({ id: listingId, change: 'updated' as const, previous }))
    await noteListingChanges(write, changes, { origin: 'api', runId: null })
    const nights = affected.map((listingId) => allNightsOf(listingId, write.now))
    resent = await wakeSelling(tx, scope, nights, write.now)
  }
  return {
    id,
    channel,
    markupPercent: percent === null ? null : Number(percent),
    changed,
    ...(place === null ? {} : { hotelId: place }),
    affectedListingIds: affected,
    // A PMS prices its channels itself. Where our calendar is written, the new prices are sent now; a sandbox shows them at
    // once.
    pricesResent: resent > 0 || (changed && isSandbox(scope)),
  }
}

/** The hotel meant by the body; null on Airbnb and Vrbo, where the listing stands for itself. */
function placeOf(id: string, { channel, hotelId }: MarkupBody, links: readonly MarkupLink[]): string | null {
  if (channel === 'airbnb') {
    if (links.length > 0) return null
    throw new ApiError(
      'listing_not_on_airbnb',
      `Listing ${id} is not linked to Airbnb.`,
      { listing_id: id },
      { fix: 'Link the listing first: `POST /v1/channels/airbnb/listings/map`.' },
    )
  }
  if (channel === 'vrbo') {
    if (links.length > 0) return null
    throw new ApiError('not_found', `Listing ${id} is not sold at Vrbo.`, {
      field: 'channel',
      value_received: channel,
    })
  }
  const hotels = [...new Set(links.map(({ place }) => place))].toSorted()
  const [only] = hotels
  if (only === undefined) {
    throw new ApiError('listing_not_on_booking', `Listing ${id} has no room linked on Booking.com.`, {
      listing_id: id,
    })
  }
  if (hotelId === undefined) {
    if (hotels.length === 1) return only
    throw new ApiError(
      'ambiguous_booking_mapping',
      `Listing ${id} is on ${hotels.length} Booking.com properties: name one as \`hotelId\`.`,
      { field: 'hotelId', valid_values: hotels, listing_id: id },
    )
  }
  if (hotels.includes(hotelId)) return hotelId
  throw new ApiError('not_found', `Listing ${id} is on no Booking.com property ${hotelId}.`, {
    field: 'hotelId',
    value_received: hotelId,
    valid_values: hotels,
  })
}
