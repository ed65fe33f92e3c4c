/** The channel listing that a request means. */
import { ApiError } from '../../../platform/api-error.ts'
import type { Queryable, Scope } from '../../../platform/tenant.ts'
import { channelUnits, type ChannelUnit } from '../../calendar/public.ts'
import type { ChannelWords } from './words.ts'

export interface MeantUnit {
  externalId: string
  externalAccountId: string | undefined
}

/** Throws where none is meant, or several are. */
export async function meantUnit(
  tx: Queryable,
  scope: Scope,
  { provider, reconnect, unit: units, account: accounts }: ChannelWords,
  { externalId, externalAccountId }: MeantUnit,
): Promise<ChannelUnit> {
  const known = await channelUnits(tx, scope, provider, {})
  if (known.length === 0) {
    throw new ApiError('no_connection', `No ${accounts.name} is connected, or none with a ${units.name}.`, {
      provider,
      reconnect: { method: 'POST', path: reconnect },
    })
  }
  const named = known.filter((one) => one.externalId === externalId)
  const meant =
    externalAccountId === undefined
      ? named
      : named.filter((one) => one.externalAccountId === externalAccountId)
  const [unit] = meant
  if (meant.length > 1) {
    throw new ApiError(
      'invalid_params',
      `Several have the ${units.name} ${externalId}: name one ${accounts.name} as \`${accounts.field}\`.`,
      { field: accounts.field, valid_values: meant.map((one) => one.externalAccountId) },
    )
  }
  if (unit) return unit
  if (named.length === 0) {
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
      valid_values: named.map((one) => one.externalAccountId),
    },
  )
}
