/** Sends texts and photos of a listing to its property. They belong to the property: where other listings are rooms of it, no one of them speaks for it. */
import {
  bookingSections,
  type BookingPublishResult,
  type BookingSection,
} from '../../contract/booking-publishing.ts'
import { ApiError } from '../../platform/api-error.ts'
import type { Scope } from '../../platform/tenant.ts'
import type { Services } from '../../services.ts'
import { hotelOfListing } from './hotels.ts'
import { propertyCall, type PropertyCall } from './property-call.ts'
import { provider } from './provider.ts'
import { knownHome, type KnownHome } from './publish-queries.ts'
import { rooms } from './room-queries.ts'

interface Wanted {
  listingId: string
  named: { hotelId: string | undefined; field: string }
  dryRun: boolean
}

export async function publishToBooking(
  services: Services,
  scope: Scope,
  { listingId, named, dryRun }: Wanted,
): Promise<BookingPublishResult> {
  const { hotel } = await hotelOfListing(services, scope, listingId, named)
  const home = await knownHome(services.db, scope, listingId)
  if (!home) throw new ApiError('not_found')
  assertOurs(services, listingId, home)
  const call = await propertyCall(services, scope, hotel, 'propertyContent')
  const others = (await rooms(services.db, scope)).filter(
    (room) => room.connectionId === hotel.id && room.listingId !== listingId,
  )
  const [result, parts] = [emptyResult(hotel.external_account_id), contentsOf(home)]
  for (const section of bookingSections) {
    const problem = await sent(call, section, {
      contents: parts[section],
      isShared: others.length > 0,
      dryRun,
    })
    if (problem === null) result.sections.push(section)
    else result.errors.push({ section, ...problem })
  }
  const failed = result.errors.map(({ section }) => section)
  return failed.length === 0
    ? { ...result, published: !dryRun }
    : { ...result, reason: `Not there: ${failed.join(', ')}.` }
}

type Problem = Omit<BookingPublishResult['errors'][number], 'section'>

interface Part {
  contents: readonly object[]
  isShared: boolean
  dryRun: boolean
}

/** null: it is there. What is certainly refused is told; anything else that goes wrong ends the request, which can be sent again. */
async function sent(
  { ask, operation }: PropertyCall<'propertyContent'>,
  section: BookingSection,
  { contents, isShared, dryRun }: Part,
): Promise<Problem | null> {
  if (contents.length === 0) return { code: 'no_content', message: 'Nothing of it is known here.' }
  if (isShared) {
    const message =
      'Other listings are rooms of the property, and this is the property’s to say: set it with `POST /v1/channels/booking/content`.'
    return { code: 'rejected', message }
  }
  if (dryRun) return null
  for (const content of contents) {
    const error = await ask(
      (context) => operation.write(context, section, content),
      `\`${section}\` was set`,
    ).then(
      () => null,
      (thrown: unknown) => thrown,
    )
    if (error === null) continue
    if (!(error instanceof ApiError) || error.code !== 'booking_rejected') throw error
    return { code: 'rejected', message: error.message }
  }
  return null
}

/** As Booking.com takes them, one call each. */
function contentsOf({ content, texts, photos }: KnownHome): Record<BookingSection, object[]> {
  const told = [{ locale: 'en', content: content ?? {} }, ...texts].flatMap(({ locale, content: fields }) => {
    const text = [fields['description'], fields['summary']].find(
      (one) => typeof one === 'string' && one.trim() !== '',
    )
    return text === undefined ? [] : [{ language_code: locale.toLowerCase(), text }]
  })
  const urls = photos.flatMap(({ url }) => (typeof url === 'string' && /^https?:/.test(url) ? [{ url }] : []))
  return { description: told, photos: urls.length === 0 ? [] : [{ photos: urls }] }
}

const emptyResult = (hotelId: string): BookingPublishResult => ({
  published: false,
  sections: [],
  errors: [],
  hotelId,
})

function assertOurs({ connectors }: Services, listingId: string, { keptBy }: KnownHome): void {
  if (keptBy === null || connectors[keptBy]?.manifest.category !== 'pms') return
  throw new ApiError(
    'invalid_state',
    `Listing ${listingId} is kept in ${keptBy}, which tells ${provider} of it by itself.`,
    { currentStatus: `written by ${keptBy}` },
    {
      fix: `Set it with \`PUT /v1/listings/${listingId}/content\`, which sends it to ${keptBy}; or take the listing over with \`POST /v1/channels/booking/listings/map\` and \`takeOver\`.`,
    },
  )
}
