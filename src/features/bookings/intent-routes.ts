import { Type } from 'typebox'
import { ReservationIntent } from '../../contract/reservation-write.ts'
import { route } from '../route.ts'
import { intentOfKey, type Intent } from './intent-queries.ts'

const Key = Type.Object(
  {
    key: Type.String({
      minLength: 1,
      maxLength: 255,
      description: 'The `Idempotency-Key` of the request, percent-encoded.',
    }),
  },
  { additionalProperties: false },
)

function toIntent(intent: Intent): ReservationIntent {
  const { code, message } = intent.outcome ?? {}
  const failed = intent.state !== 'succeeded' && code !== undefined && message !== undefined
  return {
    key: intent.key,
    kind: intent.kind,
    state: intent.state,
    provider: intent.provider,
    listingId: intent.listing_id,
    reservationId: intent.reservation_id,
    externalId: intent.external_id,
    attempts: intent.attempts,
    searches: intent.searches,
    error: failed ? { code, message } : null,
    nextSearchAt: intent.next_search_at?.toISOString() ?? null,
    createdAt: intent.created_at.toISOString(),
    updatedAt: intent.updated_at.toISOString(),
  }
}

export const intentRoutes = [
  route({
    method: 'GET',
    url: '/v1/reservations/intents/:key',
    id: 'getReservationIntent',
    tag: 'Reservations',
    summary: 'Get what became of a write to a PMS',
    description:
      'By the `Idempotency-Key` of the request. A request whose outcome is unknown is found out by itself; this tells how far that is.',
    params: Key,
    reply: ReservationIntent,
    errors: [],
    handle: async ({ services, scope, params, fail }) => {
      const intent = await intentOfKey(services.db, scope, params.key)
      return intent ? toIntent(intent) : fail('not_found', 'No write to a PMS was made with this key.')
    },
  }),
]
