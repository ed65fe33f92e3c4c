/** Maps one channel listing, once, or as a dry run. */
import { driftAction, type DriftAction } from '../../../contract/channel-mapping.ts'
import { writeOnce } from '../../../http/write-once.ts'
import { rehearse } from '../../../platform/rehearse.ts'
import type { Queryable, Scope } from '../../../platform/tenant.ts'
import type { RouteWriteContext } from '../../route.ts'
import {
  mapUnit,
  toMappingError,
  toMendsDrift,
  type ChannelUnit,
  type MappedUnit,
  type UnitMappingRequest,
  channelUnits,
} from '../../calendar/public.ts'
import type { ChannelTerms } from '../engine/channel-terms.ts'
import { ApiError } from '../../../platform/api-error.ts'

export interface ChannelMappingRequest extends UnitRef {
  /** null or left out: unmap it. */
  listingId: number | string | null | undefined
  syncEnabled: boolean | undefined
  onDrift: DriftAction | undefined
  takeOver: NonNullable<UnitMappingRequest['takeOver']>
}

/** Fields that all channels' answers share. */
export interface ChannelMappingAnswer {
  success: true
  alreadyMapped: boolean
  previousListingId: string | null
  platformLinkId: string
  syncEnabled: boolean
  onDrift: DriftAction | null
  writtenBy: string | null
}

export async function mapChannelListing<R>(
  context: RouteWriteContext,
  words: ChannelTerms,
  request: ChannelMappingRequest,
  { dryRun, answer }: { dryRun: boolean; answer: (unit: ChannelUnit, shown: ChannelMappingAnswer) => R },
): Promise<R> {
  const { services, scope } = context
  const { syncEnabled: sells = true, onDrift } = request
  const work = async (tx: Queryable): Promise<R> => {
    const unit = await findUnit(tx, scope, words, request)
    const listingId =
      request.listingId === undefined || request.listingId === null ? null : String(request.listingId)
    const mendsDrift = toMendsDrift(onDrift, { isWritten: sells && listingId !== null, field: 'onDrift' })
    const { takeOver } = request
    const mapped = await mapUnit(tx, scope, services, { unit, listingId, sells, takeOver, mendsDrift })
    if ('kind' in mapped) throw toMappingError(mapped, request.listingId ?? unit.listingId)
    return answer(unit, toMappingAnswer(unit, mapped))
  }
  if (dryRun) return rehearse(services.db, work)
  // Errors are thrown, so the returned value is the answer.
  return (await writeOnce(context, work)) as R
}

function toMappingAnswer(
  { connectionId, externalId }: ChannelUnit,
  mapped: MappedUnit,
): ChannelMappingAnswer {
  const { alreadyMapped, previousListingId, sells, mendsDrift, writtenBy } = mapped
  return {
    success: true,
    alreadyMapped,
    previousListingId,
    platformLinkId: `${connectionId}:${externalId}`,
    syncEnabled: sells,
    onDrift: driftAction(mendsDrift),
    writtenBy,
  }
}

/** Finds the channel listing that a request means. */
interface UnitRef {
  externalId: string
  externalAccountId: string | undefined
}

/** Throws where none matches, or several do. */
async function findUnit(
  tx: Queryable,
  scope: Scope,
  { provider, reconnect, unit: units, account: accounts }: ChannelTerms,
  { externalId, externalAccountId }: UnitRef,
): Promise<ChannelUnit> {
  const known = await channelUnits(tx, scope, provider, {})
  if (known.length === 0) {
    throw new ApiError('no_connection', `No ${accounts.name} is connected, or none with a ${units.name}.`, {
      provider,
      reconnect: { method: 'POST', path: reconnect },
    })
  }
  const matches = known.filter((one) => one.externalId === externalId)
  const match =
    externalAccountId === undefined
      ? matches
      : matches.filter((one) => one.externalAccountId === externalAccountId)
  const [unit] = match
  if (match.length > 1) {
    throw new ApiError(
      'invalid_params',
      `Several have the ${units.name} ${externalId}: name one ${accounts.name} as \`${accounts.field}\`.`,
      { field: accounts.field, valid_values: match.map((one) => one.externalAccountId) },
    )
  }
  if (unit) return unit
  if (matches.length === 0) {
    throw new ApiError('not_found', `No connected ${accounts.name} has the ${units.name} ${externalId}.`, {
      field: units.field,
      value_received: externalId,
    })
  }
  throw new ApiError(
    'not_found',
    `The ${units.name} ${externalId} is not one of the ${accounts.name} ${externalAccountId}.`,
    {
      field: accounts.field,
      value_received: externalAccountId,
      valid_values: matches.map((one) => one.externalAccountId),
    },
  )
}
