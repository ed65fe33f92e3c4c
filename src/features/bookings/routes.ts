import { Type } from 'typebox'
import {
  changeableFields,
  ReservationCancelBody,
  ReservationCancelled,
  ReservationCreateBody,
  ReservationCreated,
  ReservationUpdateBody,
  ReservationUpdated,
  unchangeableFields,
} from '../../contract/reservation-write.ts'
import { Reply } from '../../http/route.ts'
import { writeOnce } from '../../http/write-once.ts'
import { ApiError } from '../../platform/api-error.ts'
import { idParams } from '../path-id.ts'
import { route } from '../services.ts'
import { listingToBook, reservationToChange, type Kept } from './manager.ts'
import { cancelNative, cancellation, toCancelled } from './native-cancel.ts'
import { checkNativeDraft, createNative } from './native-create.ts'
import { assertModifiable, modifyNative } from './native-modify.ts'
import { rehearse } from './rehearse.ts'
import { idOf, isChannel } from './rules.ts'
import { refuseFields } from './unsupported.ts'

export const DryRun = Type.Object(
  {
    dry_run: Type.Optional(
      Type.Boolean({
        description: 'Everything is checked and nothing is done; the answer is what it would have been.',
      }),
    ),
  },
  { additionalProperties: false },
)

/** Throws where only the channel that took the booking can change it. */
function assertNotOfChannel({ stay }: Kept): void {
  if (!isChannel(stay.source)) return
  throw new ApiError(
    'reservation_owned_by_channel',
    `Reservation ${stay.id} was booked on ${stay.source}, which alone can change it.`,
    { owner: stay.source },
  )
}

export const bookingRoutes = [
  route({
    method: 'POST',
    url: '/v1/reservations',
    id: 'createReservation',
    tag: 'Reservations',
    summary: 'Create a reservation',
    description:
      'Where a PMS keeps the listing the booking is made there first and then recorded here; any other listing is booked here, with its guest, conversation, calendar and events in one step. A unit is never sold twice for the same night.',
    query: DryRun,
    body: ReservationCreateBody,
    reply: ReservationCreated,
    status: 201,
    errors: ['listing_inactive', 'unsupported_field', 'reservation_not_created'],
    handle: async (context) => {
      const { services, scope, headers, body, query } = context
      const listing = await listingToBook({ db: services.db, scope, headers }, idOf(body.listingId))
      checkNativeDraft(body, listing)
      const now = services.clock.now()
      const work = (tx: typeof services.db) => createNative(tx, scope, listing, body, now)
      if (!query.dry_run) return writeOnce(context, work)
      const { id: _, confirmationCode: __, ...made } = await rehearse(services.db, work)
      if (body.guestId === undefined) delete made.guestId
      return new Reply({ ...made, dryRun: true as const }, { status: 200 })
    },
  }),

  route({
    method: 'PATCH',
    url: '/v1/reservations/:id',
    id: 'updateReservation',
    tag: 'Reservations',
    summary: 'Change a reservation',
    description: `Changes ${changeableFields.join(', ')}. The price stays as it was agreed.`,
    params: idParams('reservation'),
    query: DryRun,
    body: ReservationUpdateBody,
    reply: ReservationUpdated,
    errors: [
      'listing_inactive',
      'unsupported_field',
      'reservation_owned_by_channel',
      'reservation_not_modifiable',
      'reservation_not_modified',
    ],
    handle: async (context) => {
      const { services, scope, headers, params, body, query } = context
      const asked = { db: services.db, scope, headers }
      const now = services.clock.now()
      const kept = await reservationToChange(asked, params.id, now)
      refuseFields(body, unchangeableFields, 'it is settled when the booking is made.')
      assertNotOfChannel(kept)
      const target =
        body.listingId === undefined ? kept.listing : await listingToBook(asked, idOf(body.listingId))
      assertModifiable(kept.stay, target.id === kept.listing.id ? 'modify' : 'move')
      const wanted = { id: params.id, target, body, now }
      if (!query.dry_run) return writeOnce(context, (tx) => modifyNative(tx, scope, wanted))
      const made = await rehearse(services.db, (tx) => modifyNative(tx, scope, wanted))
      return { ...made, updatedAt: kept.stay.updated_at.toISOString(), dryRun: true as const }
    },
  }),

  route({
    method: 'POST',
    url: '/v1/reservations/:id/cancel',
    id: 'cancelReservation',
    tag: 'Reservations',
    summary: 'Cancel a reservation',
    description: 'What is cancelled already stays so, and the answer says it.',
    params: idParams('reservation'),
    query: DryRun,
    body: ReservationCancelBody,
    bodyOptional: true,
    reply: ReservationCancelled,
    errors: ['listing_inactive', 'reservation_owned_by_channel', 'invalid_state'],
    handle: async (context) => {
      const { services, scope, headers, params, body, query } = context
      const now = services.clock.now()
      const kept = await reservationToChange({ db: services.db, scope, headers }, params.id, now)
      if (cancellation(kept.stay) === 'already') return toCancelled(kept.stay, true)
      assertNotOfChannel(kept)
      const wanted = { id: params.id, reason: body?.reason ?? null, now }
      if (!query.dry_run) return writeOnce(context, (tx) => cancelNative(tx, scope, wanted))
      const made = await rehearse(services.db, (tx) => cancelNative(tx, scope, wanted))
      return { ...made, updatedAt: kept.stay.updated_at.toISOString(), dryRun: true as const }
    },
  }),
]
