/** Sends texts and photos of a listing to its property. They belong to the property: where other listings are rooms of it, no one of them speaks for it. */
import {
  bookingSections,
  type BookingPublishResult,
  type BookingSection,
} from '../../../contract/booking-publishing.ts'
import { ApiError } from '../../../platform/api-error.ts'
import type { Scope } from '../../../platform/tenant.ts'
import type { Services } from '../../../services.ts'
import { saidFields, type SaidField } from '../../booking-publication.ts'
import { hotelOfListing } from './hotels.ts'
import { propertyCall, type PropertyCall } from './property-call.ts'
import { provider } from './provider.ts'
import { noteAfter } from './publish-note.ts'
import { knownHome, notePublished, type KnownHome } from './publish-queries.ts'
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
  const { db, clock } = services
  const startedAt = clock.now()
  const { hotel, rooms: own } = await hotelOfListing(services, scope, listingId, named)
  const home = await knownHome(db, scope, listingId)
  if (!home) throw new ApiError('not_found')
  assertOurs(services, listingId, home)
  const call = await propertyCall(services, scope, hotel, 'propertyContent')
  const others = (await rooms(db, scope)).filter(
    (room) => room.connectionId === hotel.id && room.listingId !== listingId,
  )
  const fields = saidFields(home)
  const [result, parts] = [emptyResult(hotel.external_account_id), contentsOf(fields)]
  const note = async (error: string | null) => {
    if (dryRun) return
    const ended = { startedAt, at: clock.now(), fields, result, error }
    await notePublished(db, scope, hotel.id, own, (before) => noteAfter(before, ended))
  }
  try {
    for (const section of bookingSections) {
      const problem = await sent(call, section, {
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
function contentsOf(fields: readonly SaidField[]): Record<BookingSection, object[]> {
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
