/**
 * Sends a listing's texts and photos to its property. They belong to the property, so no listing may speak for a
 * property that has others as rooms.
 */
import {
  bookingSections,
  type BookingPublishResult,
  type BookingSection,
} from '../../../contract/booking-publishing.ts'
import { ApiError } from '../../../platform/api-error.ts'
import type { Scope } from '../../../platform/tenant.ts'
import type { Services } from '../../../services.ts'
import { publishedFields, type PublishedField } from './booking-publication.ts'
import { findHotelOfListing } from './hotels.ts'
import { openProperty, type PropertyAccess } from './open-property.ts'
import { provider } from './provider.ts'
import { nextPublishNote } from './publish-note.ts'
import { publishableHome, updatePublishNote, type PublishableHome } from './publish-queries.ts'
import { hotelRooms } from './rooms.ts'

interface PublishRequest {
  listingId: string
  named: { hotelId: string | undefined; field: string }
  dryRun: boolean
}

export async function publishToBooking(
  services: Services,
  scope: Scope,
  { listingId, named, dryRun }: PublishRequest,
): Promise<BookingPublishResult> {
  const { db, clock } = services
  const startedAt = clock.now()
  const { hotel, rooms: own } = await findHotelOfListing(services, scope, listingId, named)
  const home = await publishableHome(db, scope, listingId)
  if (!home) throw new ApiError('not_found')
  assertKeptHere(services, listingId, home)
  const call = await openProperty(services, scope, hotel, 'propertyContent')
  const others = (await hotelRooms(db, scope, { connectionId: hotel.id })).filter(
    (room) => room.listingId !== listingId,
  )
  const fields = publishedFields(home)
  const [result, parts] = [emptyResult(hotel.external_account_id), toContents(fields)]
  const note = async (error: string | null) => {
    if (dryRun) return
    const ended = { startedAt, at: clock.now(), fields, result, error }
    await updatePublishNote(db, scope, hotel.id, own, (before) => nextPublishNote(before, ended))
  }
  try {
    for (const section of bookingSections) {
      const problem = await sendSection(call, section, {
        contents: parts[section],
        isShared: others.length > 0,
        dryRun,
      })
      if (problem === null) result.sections.push(section)
      else result.errors.push({ section, ...problem })
    }
  } catch (error) {
    if (error instanceof ApiError) await note(error.message)
    throw error
  }
  const failed = result.errors.map(({ section }) => section)
  if (failed.length === 0) result.published = !dryRun
  else result.reason = `Not there: ${failed.join(', ')}.`
  await note(null)
  return result
}

type PublishProblem = Omit<BookingPublishResult['errors'][number], 'section'>

interface SectionContents {
  contents: readonly object[]
  isShared: boolean
  dryRun: boolean
}

/** null: sent. Certain refusals are reported; any other error ends the request, which can be repeated. */
async function sendSection(
  { ask, operation }: PropertyAccess<'propertyContent'>,
  section: BookingSection,
  { contents, isShared, dryRun }: SectionContents,
): Promise<PublishProblem | null> {
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

/** Contents in Booking.com's form, one call each. */
function toContents(fields: readonly PublishedField[]): Record<BookingSection, object[]> {
  const of = (section: BookingSection) => fields.filter((one) => one.section === section)
  const photos = of('photos').map(({ wanted: url }) => ({ url }))
  return {
    description: of('description').map(({ language, wanted }) => ({ language_code: language, text: wanted })),
    photos: photos.length === 0 ? [] : [{ photos }],
  }
}

const emptyResult = (hotelId: string): BookingPublishResult => ({
  published: false,
  sections: [],
  errors: [],
  hotelId,
})

function assertKeptHere({ connectors }: Services, listingId: string, { keptBy }: PublishableHome): void {
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
