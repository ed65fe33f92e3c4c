import { Type } from 'typebox'
import { ReservationIntent } from '../../contract/reservation-intent.ts'
import { route } from '../route.ts'
import { isRecorded, type ActState, type StoredAct } from '../../upstream/acts/public.ts'
import { intentOfKey } from './pms/intent-queries.ts'
import type { CompletedOperation } from './pms/pms-operations.ts'
import { pmsKindOf } from './pms/pms-request.ts'

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

const states = {
  started: 'started',
  asking: 'sent',
  unknown: 'unknown',
  done: 'made',
  refused: 'refused',
  absent: 'refused',
} as const satisfies Record<ActState, ReservationIntent['state']>

function toIntent(act: StoredAct & { provider: string }): ReservationIntent | undefined {
  const kind = pmsKindOf(act.kind)
  if (kind === undefined || act.listing_id === null) return undefined
  const { outcome: message, outcome_code: code } = act
  return {
    key: act.key,
    kind,
    state: isRecorded(act) ? 'succeeded' : states[act.state],
    provider: act.provider,
    listingId: act.listing_id,
    reservationId: act.reservation_id,
    externalId: act.external_id ?? (act.result as CompletedOperation | null)?.externalId ?? null,
    attempts: act.attempts,
    searches: act.looks,
    error: isRecorded(act) || message === null ? null : { code: code ?? 'pms_error', message },
    nextSearchAt: act.next_look_at?.toISOString() ?? null,
    createdAt: act.created_at.toISOString(),
    updatedAt: act.updated_at.toISOString(),
  }
}

export const intentRoutes = [
  route({
    method: 'GET',
    url: '/v1/reservations/intents/:key',
    id: 'getReservationIntent',
    family: 'reservations',
    ofListings: 'narrows',
    tag: 'Reservations',
    summary: 'Get what became of a write to a PMS',
    description:
      'By the `Idempotency-Key` of the request. A request whose outcome is unknown is found out by itself; this tells how far that is.',
    params: Key,
    reply: ReservationIntent,
    errors: [],
    handle: async ({ services, scope, params, fail }) => {
      const intent = await intentOfKey(services.db, scope, params.key)
      return (intent && toIntent(intent)) ?? fail('not_found', 'No write to a PMS was made with this key.')
    },
  }),
]
