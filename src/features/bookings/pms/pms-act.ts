/** The act of a PMS write: opened under its request's key, then carried out at the PMS. */
import { createHash } from 'node:crypto'
import { recoveryState } from '../../../platform/recovery-state.ts'
import { wholeWorkspace, type Queryable, type Scope } from '../../../platform/tenant.ts'
import type { Services } from '../../../services.ts'
import {
  isUndone,
  keyReused,
  openHeld,
  restartChange,
  runAct,
  unknownOutcome,
  type ActDefinition,
  type ActHoldRequest,
  type HeldAct,
  type StoredAct,
} from '../../../upstream/acts/public.ts'
import type { Connector, VendorContext } from '../../../connector-kit/connector.ts'
import type { ApiError } from '../../../platform/api-error.ts'
import { callConnection, type ConnectionAccess } from '../../../upstream/access.ts'
import { failedCall } from '../../../upstream/errors.ts'
import { intentOfKey, isOfOtherAct } from './intent-queries.ts'
import { toPmsError, type PmsErrorContext } from './pms-errors.ts'
import { operationOf, type CompletedOperation } from './pms-operations.ts'
import { actKindOf, pmsKindOf, type PmsRequest } from './pms-request.ts'

/** The marker in the PMS's booking: 20 characters of a-z and 0-9, derived from the key. */
export function markerOf(scope: Scope, key: string): string {
  const digest = createHash('sha256').update(`booking:${scope.workspaceId}:${key}`).digest('hex')
  return BigInt(`0x${digest}`).toString(36).padStart(20, '0').slice(-20)
}

/** An act was started and not refused, so it is resolved on any later day. */
export async function isBegun(db: Queryable, scope: Scope, key: string | undefined): Promise<boolean> {
  if (key === undefined) return false
  const act = await intentOfKey(db, wholeWorkspace(scope), key)
  return act !== undefined && !isUndone(act.state)
}

/** Stores the act, or finds the one stored under the key. */
export async function openBookingAct(
  services: Services,
  scope: Scope,
  { request, ...rest }: Omit<ActHoldRequest, 'kind' | 'state' | 'request'> & { request: PmsRequest },
): Promise<HeldAct | { settled: StoredAct }> {
  const wanted: ActHoldRequest = { ...rest, request, kind: actKindOf[request.kind], state: 'started' }
  const opened = await openHeld(services, scope, wanted)
  if ('settled' in opened) {
    if (pmsKindOf(opened.settled.kind) === undefined) throw keyReused()
    return opened
  }
  if (!isUndone(opened.act.state)) return opened
  try {
    await opened.move('restart', restartChange(wanted))
    return opened
  } catch (error) {
    await opened.end()
    throw error
  }
}

/** Has the PMS do what the act holds, or finds that it did. Throws the error to answer. */
export const doInPms = (
  access: ConnectionAccess,
  held: HeldAct,
  about: PmsErrorContext,
): Promise<CompletedOperation> => runAct(access, held, actOf(access, held.act, about))

/** Keys are remembered this long, so a caller repeats none later. */
const keysLastMs = 24 * 3_600_000

/**
 * A restored database has forgotten the bookings made after its backup, and their keys. A new booking under a caller's
 * key is therefore looked for in the PMS by its marker before it is made. Null: it is not there.
 */
export async function findForgottenBooking(
  access: ConnectionAccess,
  held: HeldAct,
  callerKey: string | undefined,
): Promise<CompletedOperation | null> {
  const { takenAt, declaredAt } = recoveryState()
  const { act } = held
  if (callerKey === undefined || takenAt === null || declaredAt === null || act.state !== 'started')
    return null
  if (access.services.clock.now().getTime() > declaredAt.getTime() + keysLastMs) return null
  const about = { ...act, asked_at: takenAt }
  const found = await callConnection(access, (context) => findDone(context, access.connector, about, access))
  if (!found) return null
  await held.move('ask')
  await held.move('finish', { result: { externalId: found.externalId, errors: found.errors } })
  return found
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
export async function findDone(
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
