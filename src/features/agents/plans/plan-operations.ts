/** Turns the body of a plan into the operation that carries it out. Pure. */
import type { PlanCreateBody } from '../../../contract/agent-plan.ts'
import type { PlanKind } from '../../../contract/agent-limits.ts'
import { ReservationCreateBody, changeableFields } from '../../../contract/reservation-write.ts'
import type { OperationCall } from '../../../http/call-operation.ts'
import { ApiError } from '../../../platform/api-error.ts'

type PlanField = Exclude<keyof PlanCreateBody, 'kind'>

interface KindFields {
  needed: readonly PlanField[]
  /** Sent to the operation, under the name there. */
  sent: Readonly<Partial<Record<PlanField, string>>>
}

const asIs = (fields: readonly string[]) => Object.fromEntries(fields.map((field) => [field, field]))
const nightFields = { dates: 'dates', from: 'dates', to: 'dates' } as const

const fieldsOf: Readonly<Record<PlanKind, KindFields>> = {
  booking: {
    needed: ['listingId', 'checkIn', 'checkOut', 'guest'],
    sent: asIs(Object.keys(ReservationCreateBody.properties)),
  },
  change: { needed: ['reservation_id'], sent: asIs(changeableFields) },
  cancellation: { needed: ['reservation_id'], sent: { reason: 'reason' } },
  prices: {
    needed: ['listing_id'],
    sent: { ...nightFields, price: 'price', min_nights: 'minNights', max_nights: 'maxNights' },
  },
  closure: { needed: ['listing_id'], sent: { ...nightFields, available: 'available' } },
  message: { needed: ['conversation_id', 'text'], sent: { text: 'message' } },
}

const invalid = (
  message: string,
  field: string,
  extra: { value_received?: unknown; valid_values?: string[] } = {},
) => new ApiError('invalid_body', message, { field, ...extra })

function assertFields(body: PlanCreateBody): void {
  const { needed, sent } = fieldsOf[body.kind]
  const known = new Set<string>([...needed, ...Object.keys(sent)])
  for (const field of needed) if (body[field] === undefined) throw invalid(`\`${field}\` is required.`, field)
  const unknown = (Object.keys(body) as (keyof PlanCreateBody)[]).find(
    (field) => field !== 'kind' && !known.has(field),
  )
  if (unknown === undefined) return
  throw invalid(`\`${unknown}\` is not a field of a plan of kind ${body.kind}.`, unknown, {
    value_received: body[unknown],
    valid_values: [...known].toSorted(),
  })
}

/** As many as the operation takes. */
const mostNights = 731

function nightsOf({ dates, from, to }: PlanCreateBody): string[] {
  if (dates !== undefined) {
    if (from === undefined && to === undefined) return dates
    throw invalid('Send `dates`, or `from` and `to`.', 'dates')
  }
  if (from === undefined || to === undefined)
    throw invalid('`dates` is required, or `from` and `to`.', 'dates')
  const first = Temporal.PlainDate.from(from)
  const nights = first.until(Temporal.PlainDate.from(to)).days + 1
  if (nights < 1) throw invalid('`to` is before `from`.', 'to', { value_received: to })
  if (nights > mostNights)
    throw invalid(`\`from\` to \`to\` are ${nights} nights; a plan takes ${mostNights}.`, 'to')
  return Array.from({ length: nights }, (_, days) => String(first.add({ days })))
}

/** Which records a plan is about, for its basis and its description. */
interface PlanSubject {
  listingId?: string
  reservationId?: string
  conversationId?: string
  /** Nights that are set. */
  dates?: readonly string[]
}

export interface PlannedWrite {
  kind: PlanKind
  operation: Omit<OperationCall, 'idempotencyKey'>
  about: PlanSubject
}

const addressOf = (body: PlanCreateBody): Pick<OperationCall, 'method' | 'url'> => {
  const { kind, reservation_id: stay, listing_id: listing, conversation_id: thread } = body
  if (kind === 'booking') return { method: 'POST', url: '/v1/reservations' }
  if (kind === 'change') return { method: 'PATCH', url: `/v1/reservations/${stay}` }
  if (kind === 'cancellation') return { method: 'POST', url: `/v1/reservations/${stay}/cancel` }
  if (kind === 'message') return { method: 'POST', url: `/v1/conversations/${thread}/messages` }
  return { method: 'PUT', url: `/v1/availability/${listing}` }
}

/** Throws `invalid_body` for fields that the kind lacks or does not take. */
export function toPlannedWrite(body: PlanCreateBody): PlannedWrite {
  assertFields(body)
  const { kind, reservation_id: stay, listing_id: listing, conversation_id: thread } = body
  const setsNights = kind === 'prices' || kind === 'closure'
  const dates = setsNights ? nightsOf(body) : undefined
  const sent = Object.fromEntries(
    Object.entries(fieldsOf[kind].sent)
      .map(([field, name]) => [name, body[field as PlanField]] as const)
      .filter(([, value]) => value !== undefined),
  )
  const listingId = listing ?? body.listingId
  return {
    kind,
    operation: {
      ...addressOf(body),
      body: {
        ...(kind === 'closure' ? { available: false } : {}),
        ...sent,
        ...(dates === undefined ? {} : { dates }),
      },
    },
    about: {
      ...(listingId === undefined ? {} : { listingId: String(listingId) }),
      ...(stay === undefined ? {} : { reservationId: String(stay) }),
      ...(thread === undefined ? {} : { conversationId: String(thread) }),
      ...(dates === undefined ? {} : { dates }),
    },
  }
}
