/** Units of a channel account are mapped to listings, each with its own outcome. */
import type {
  AutomappedUnits,
  UnitMappingResult,
  UnitMappings,
  UnitMappingsBody,
} from '../../contract/unit-mapping.ts'
import { writeOnce, type WriteContext } from '../../http/write-once.ts'
import { ApiError } from '../../platform/api-error.ts'
import { rehearse } from '../../platform/rehearse.ts'
import type { Queryable } from '../../platform/tenant.ts'
import {
  accountUnits,
  channelUnits,
  mapUnits,
  newListing,
  toMendsDrift,
  toTakeOver,
  type WantedMapping,
} from '../selling/public.ts'
import type { MappingDoor } from './mapping-door.ts'
import { accountOf, refused, suggestedFor, toResult } from './unit-view.ts'

type Asked = UnitMappingsBody['mappings'][number]
/** As `mapUnits` wants it, but for the unit, which is named. */
type Named = Omit<WantedMapping, 'unit'> & { unitId: string }

const wrongBody = (field: string, message: string) => new ApiError('invalid_body', message, { field })

function toNamed(asked: readonly Asked[]): Named[] {
  const ids = asked.map(({ unitId }) => unitId)
  return asked.map((one, i) => {
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

async function mapNamed(
  tx: Queryable,
  { services, scope, connection }: MappingDoor,
  named: readonly Named[],
): Promise<UnitMappingResult[]> {
  const { id: connectionId, provider } = connection
  const units = new Map(
    (await channelUnits(tx, scope, provider, { connectionId })).map((unit) => [unit.externalId, unit]),
  )
  const wanted = named.flatMap(({ unitId, ...rest }) => {
    const unit = units.get(unitId)
    return unit ? [{ unit, ...rest }] : []
  })
  const mapped = wanted.length === 0 ? [] : await mapUnits(tx, scope, services, wanted)
  const results = new Map(wanted.map(({ unit }, i) => [unit.externalId, mapped[i]]))
  return named.map(({ unitId, listingId }) => {
    const result = results.get(unitId)
    if (result) return toResult(unitId, listingId, result)
    return refused(unitId, {
      code: 'not_found',
      message: `The account has no unit ${unitId}, or it was not read yet.`,
    })
  })
}

export async function mapAccountUnits(
  context: WriteContext,
  door: MappingDoor,
  asked: readonly Asked[],
): Promise<UnitMappings> {
  const named = toNamed(asked)
  return writeOnce(context, async (tx) => ({
    connection_id: door.reference,
    channel: door.connection.provider,
    results: await mapNamed(tx, door, named),
  }))
}

/** What names tell for certain; `apply` false: done, and taken back. */
export async function automap(
  context: WriteContext,
  door: MappingDoor,
  apply: boolean,
): Promise<AutomappedUnits> {
  const { scope, connection } = door
  const work = async (tx: Queryable): Promise<AutomappedUnits> => {
    const units = await accountUnits(tx, scope, connection.id)
    const suggested = await suggestedFor({ db: tx }, scope, accountOf(connection), units)
    const named = [...suggested].map(([unitId, listingId]) => ({ unitId, listingId, sells: true }))
    const results = await mapNamed(tx, door, named)
    return {
      connection_id: door.reference,
      channel: connection.provider,
      results,
      applied: apply && results.some(({ ok }) => ok),
    }
  }
  return apply ? writeOnce(context, work) : rehearse(context.services.db, work)
}
