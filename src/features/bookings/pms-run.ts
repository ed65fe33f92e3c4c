/** PMS writes as acts: done there, then recorded here. */
import type { Connector, VendorContext } from '../../connector-kit/connector.ts'
import type { WriteContext } from '../../http/write-once.ts'
import { ApiError } from '../../platform/api-error.ts'
import type { Queryable } from '../../platform/tenant.ts'
import {
  runAct,
  unknownOutcome,
  type ActDefinition,
  type ActKinds,
  type HeldAct,
  type ResolvedKind,
  type StoredAct,
} from '../../upstream/acts/public.ts'
import type { ConnectionAccess } from '../../upstream/access.ts'
import { failedCall } from '../../upstream/errors.ts'
import { isOfOtherAct } from './intent-queries.ts'
import { toPmsError, type PmsErrorContext } from './pms-errors.ts'
import { operationOf, type CompletedOperation } from './pms-operations.ts'
import { recordPmsOutcome } from './pms-record.ts'
import { actKindOf, type PmsActKind, type PmsRequest } from './pms-request.ts'

export interface PmsJob {
  access: ConnectionAccess
  held: HeldAct
  about: PmsErrorContext
}

/** Carries the write out and records it, or throws the error to answer. */
export async function runInPms<R>(
  { access, held, about }: PmsJob,
  context: WriteContext,
  reply: (tx: Queryable, reservationId: string, done: CompletedOperation) => Promise<R>,
): Promise<R> {
  const done = await runAct(access, held, actOf(access, held.act, about))
  try {
    const recorded = await recordPmsOutcome(access, held.act, done, { context, reply })
    held.closed()
    return recorded
  } catch (error) {
    if (error instanceof ApiError) await held.note({ outcome: error.message, outcome_code: error.code })
    throw error
  }
}

/** The stored request is what is carried out. */
function requestOf(act: StoredAct): PmsRequest {
  if (act.request === null) throw new Error(`act ${act.id} has no request any more`)
  return act.request as PmsRequest
}

function actOf(
  access: ConnectionAccess,
  stored: StoredAct,
  about: PmsErrorContext,
): ActDefinition<CompletedOperation> {
  const request = requestOf(stored)
  return {
    kind: actKindOf[request.kind],
    request,
    kept: request,
    send: (context, connector) => operationOf(request).send(context, connector, request),
    ...(operationOf(request).find === undefined
      ? {}
      : {
          find: async (context, connector, since) =>
            (await findDone(context, connector, { ...stored, asked_at: since }, access)) ?? null,
        }),
    // Whoever records it later reads the stay again.
    keep: ({ externalId, errors }) => ({ externalId, errors }),
    refused: (error) => toPmsError(error, about),
    unknown: (message, retryAfter) => stillUnknown(stored, about, message, retryAfter),
  }
}

/** undefined if it cannot be searched for. */
async function findDone(
  context: VendorContext,
  connector: Connector,
  act: StoredAct,
  { services, scope }: ConnectionAccess,
): Promise<CompletedOperation | null | undefined> {
  const request = requestOf(act)
  return operationOf(request).find?.(context, connector, request, {
    sentAt: act.asked_at,
    isOthers: (externalId) => isOfOtherAct(services.db, scope, act, externalId),
  })
}

function stillUnknown(
  { key }: StoredAct,
  { provider }: PmsErrorContext,
  message: string,
  retryAfter: number | null,
): ApiError {
  if (retryAfter === null) return unknownOutcome(provider, message, null)
  const where = `/v1/reservations/intents/${encodeURIComponent(key)}`
  return failedCall(
    provider,
    `${provider} did not say what became of the request (${message}); it is being found out: GET ${where}.`,
    { retryAfter },
  )
}

const booking: ResolvedKind = {
  neverGivesUp: true,
  async find(context, connector, act, access) {
    const done = await findDone(context, connector, act, access)
    return done && { externalId: done.externalId, errors: done.errors }
  },
  async record(access, act) {
    const context = { services: access.services, storeAnswer: async () => {} }
    await recordPmsOutcome(access, act, act.result as CompletedOperation, {
      context,
      reply: async () => null,
    })
  },
}

export const bookingActs: Pick<ActKinds, PmsActKind> = {
  create_reservation: booking,
  modify_reservation: booking,
  cancel_reservation: booking,
  accept_request: booking,
  decline_request: booking,
  change_reservation: booking,
  refund_reservation: booking,
}
