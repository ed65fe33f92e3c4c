/** Maps units of a channel account to listings, each with its own result. */
import type {
  AutomappedUnits,
  UnitMappingResult,
  UnitMappings,
  UnitMappingsBody,
} from '../../../contract/unit-mapping.ts'
import { writeOnce, type WriteContext } from '../../../http/write-once.ts'
import { ApiError } from '../../../platform/api-error.ts'
import { appendEvents, openWrite } from '../../../platform/outbox.ts'
import { rehearse } from '../../../platform/rehearse.ts'
import type { Queryable } from '../../../platform/tenant.ts'
import {
  accountUnits,
  channelUnits,
  mapUnits,
  newListing,
  toMendsDrift,
  toTakeOver,
  type UnitMappingRequest,
} from '../../calendar/public.ts'
import { finishSession } from './session-hooks.ts'
import type { MappingAccess } from './mapping-access.ts'
import { lockSession } from './queries.ts'
import { afterMove } from './session-state.ts'
import { unknownSessionError, type OpenSession } from './sessions.ts'
import { toMappedAccount, toRefusedResult, suggestForUnits, toResult } from './unit-view.ts'

type UnitMappingBody = UnitMappingsBody['mappings'][number]
/** A request of `mapUnits` that names the unit by id. */
type NamedMappingRequest = Omit<UnitMappingRequest, 'unit'> & { unitId: string }

const wrongBody = (field: string, message: string) => new ApiError('invalid_body', message, { field })

function parseUnitMappings(bodies: readonly UnitMappingBody[]): NamedMappingRequest[] {
  const ids = bodies.map(({ unitId }) => unitId)
  return bodies.map((one, i) => {
    const { unitId, listingId, create = false, calendarSync = true, onDrift } = one
    if (create === (listingId !== undefined)) {
      throw wrongBody(`mappings[${i}]`, 'Send `listingId` or `create: true` for every unit, and not both.')
    }
    if (ids.indexOf(unitId) !== i)
      throw wrongBody(`mappings[${i}].unitId`, 'A unit can be mapped to one listing only.')
    const target = listingId === undefined ? newListing : listingId === null ? null : String(listingId)
    const mendsDrift = toMendsDrift(onDrift, {
      isWritten: calendarSync && listingId !== null,
      field: `mappings[${i}].onDrift`,
    })
    return { unitId, listingId: target, sells: calendarSync, takeOver: toTakeOver(one), mendsDrift }
  })
}

async function mapNamedUnits(
  tx: Queryable,
  { services, scope, connection }: MappingAccess,
  named: readonly NamedMappingRequest[],
): Promise<UnitMappingResult[]> {
  const { id: connectionId, provider } = connection
  const units = new Map(
    (await channelUnits(tx, scope, provider, { connectionId })).map((unit) => [unit.externalId, unit]),
  )
  const requests = named.flatMap(({ unitId, ...rest }) => {
    const unit = units.get(unitId)
    return unit ? [{ unit, ...rest }] : []
  })
  const mapped = requests.length === 0 ? [] : await mapUnits(tx, scope, services, requests)
  const results = new Map(requests.map(({ unit }, i) => [unit.externalId, mapped[i]]))
  return named.map(({ unitId, listingId }) => {
    const result = results.get(unitId)
    if (result) return toResult(unitId, listingId, result)
    return toRefusedResult(unitId, {
      code: 'not_found',
      message: `The account has no unit ${unitId}, or it was not read yet.`,
    })
  })
}

export async function mapAccountUnits(
  context: WriteContext,
  access: MappingAccess,
  { mappings, finish = false }: UnitMappingsBody,
): Promise<UnitMappings> {
  const named = parseUnitMappings(mappings)
  const { connection, reference, session } = access
  if (finish && !session)
    throw wrongBody('finish', '`finish` completes a connect session: send its `sessionId`.')
  return writeOnce(context, async (tx) => {
    // Lock the session first: a second request that waited for it changes nothing.
    const held = finish && session ? await holdSession(access.services, tx, session) : null
    const results = await mapNamedUnits(tx, access, named)
    if (held && results.every((result, i) => isSettled(result, named[i])))
      await completeSession(tx, access, held)
    return { connection_id: reference, channel: connection.provider, results }
  })
}

/** A unit that only had our own listing disappears when unmapped, until the next reading; its absence counts as done. */
const isSettled = ({ ok, error }: UnitMappingResult, bodies: NamedMappingRequest | undefined): boolean =>
  ok || (bodies?.listingId === null && error?.code === 'not_found')

async function holdSession(
  { clock }: MappingAccess['services'],
  tx: Queryable,
  session: OpenSession,
): Promise<OpenSession> {
  const row = await lockSession(tx, session.key)
  if (!row) throw unknownSessionError()
  afterMove(row, 'finish', clock.now())
  return { ...session, row }
}

async function completeSession(
  tx: Queryable,
  { services, scope, connection }: MappingAccess,
  session: OpenSession,
): Promise<void> {
  const { id: connectionId, provider, external_account_id: externalAccountId } = connection
  const account = { provider, connectionId, externalAccountId }
  const finished = await finishSession(services, tx, session, account)
  await appendEvents(await openWrite(tx, scope, services.clock.now()), [finished])
}

/** Maps what names match for certain; with `apply` false the result is rolled back. */
export async function automap(
  context: WriteContext,
  access: MappingAccess,
  apply: boolean,
): Promise<AutomappedUnits> {
  const { scope, connection } = access
  const work = async (tx: Queryable): Promise<AutomappedUnits> => {
    const units = await accountUnits(tx, scope, connection.id)
    const suggested = await suggestForUnits({ db: tx }, scope, toMappedAccount(connection), units)
    const named = [...suggested].map(([unitId, listingId]) => ({ unitId, listingId, sells: true }))
    const results = await mapNamedUnits(tx, access, named)
    return {
      connection_id: access.reference,
      channel: connection.provider,
      results,
      applied: apply && results.some(({ ok }) => ok),
    }
  }
  return apply ? writeOnce(context, work) : rehearse(context.services.db, work)
}
