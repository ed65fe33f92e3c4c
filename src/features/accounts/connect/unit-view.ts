/** Units and listings as the mapping pages show them. */
import { driftAction } from '../../../contract/channel-mapping.ts'
import type { ChannelUnits, UnitMappingResult } from '../../../contract/unit-mapping.ts'
import type { VendorOperations } from '../../../connector-kit/connector.ts'
import type { Scope } from '../../../platform/tenant.ts'
import type { Services } from '../../../services.ts'
import {
  accountUnits,
  listingOptions,
  namesakes,
  singleListingChannels,
  toMappingError,
  suggestMappings,
  type AccountUnit,
  type ListingOption,
  type MappedAccount,
  type MappedUnit,
  type MappingProblem,
} from '../../calendar/public.ts'
import { isSeller, type MappingAccess } from './mapping-access.ts'
import { areUnitsRead } from './units-read.ts'

export const toMappedAccount = ({
  id,
  provider,
}: {
  id: string | null
  provider: string
}): MappedAccount => ({
  connectionId: id,
  provider,
  once: singleListingChannels.has(provider),
})

export const toOption = ({ id, name, city }: ListingOption) => ({ id: Number(id), name, city })

const numberOrNull = (id: string | null | undefined) => (id === null || id === undefined ? null : Number(id))

/** Accesses an account can grant, with the operations of which one needs it. */
const operationsByAccess: Record<string, readonly (keyof VendorOperations)[]> = {
  content: ['listingWrites', 'channelContent', 'propertyContent'],
  reservations: ['reservations'],
  rates: ['calendarWrites'],
  messaging: ['messageWrites'],
}

const firstOptions = 20

export async function viewUnits(access: MappingAccess, limit = firstOptions): Promise<ChannelUnits> {
  const { services, scope, connection, reference } = access
  const { db, connectors } = services
  const { provider } = connection
  const account = toMappedAccount(connection)
  const found = await accountUnits(db, scope, connection.id)
  const units = isSeller(access) ? found : found.map(withOwnListing)
  const suggested = await suggestForUnits(services, scope, account, units)
  const options = await listingOptions(db, scope, account, { q: undefined, limit })
  const { operations } = connectors[provider] ?? {}
  return {
    connection_id: reference,
    channel: provider,
    status: statusOf(
      units,
      connection.first_import_at !== null || (await areUnitsRead(services, scope, connection.id)),
    ),
    units: units.map((unit) => ({
      unit_id: unit.externalId,
      unit_name: unit.name,
      grain: singleListingChannels.has(provider) ? 'listing' : 'room',
      current_listing_id: numberOrNull(unit.listingId),
      suggested_listing_id: numberOrNull(suggested.get(unit.externalId)),
      meta: {
        number_of_units: unit.unitCount,
        max_guests: unit.maxGuests,
        currency: unit.currency,
        calendar_sync: unit.sells,
        on_drift: driftAction(unit.mendsDrift),
      },
    })),
    listing_options: options.rows.map(toOption),
    listing_options_total: options.total,
    missing_capabilities: Object.entries(operationsByAccess).flatMap(([capability, names]) =>
      names.some((name) => operations?.[name] !== undefined) ? [] : [capability],
    ),
  }
}

/** A PMS sells the listings it keeps itself. */
const withOwnListing = (unit: AccountUnit): AccountUnit => ({
  ...unit,
  listingId: unit.listingId ?? unit.readAsId,
})

export async function suggestForUnits(
  { db }: Pick<Services, 'db'>,
  scope: Scope,
  account: MappedAccount,
  units: readonly AccountUnit[],
): Promise<ReadonlyMap<string, string>> {
  const names = units.map(({ name }) => name)
  return suggestMappings(units, await namesakes(db, scope, account, names))
}

function statusOf(units: readonly AccountUnit[], areRead: boolean): ChannelUnits['status'] {
  if (!areRead) return 'importing'
  return units.length > 0 && units.every(({ listingId }) => listingId !== null) ? 'completed' : 'ready'
}

export function toResult(
  unitId: string,
  requestedListingId: string | null,
  mapped: MappedUnit | MappingProblem,
): UnitMappingResult {
  if ('kind' in mapped) {
    const { code, message } = toMappingError(mapped, requestedListingId ?? unitId)
    return toRefusedResult(unitId, { code, message })
  }
  return {
    unit_id: unitId,
    listing_id: numberOrNull(mapped.listingId),
    created: mapped.created,
    ok: true,
    calendar_sync: mapped.sells,
    on_drift: driftAction(mapped.mendsDrift),
    written_by: mapped.writtenBy,
    error: null,
  }
}

export const toRefusedResult = (
  unitId: string,
  error: { code: string; message: string },
): UnitMappingResult => ({
  unit_id: unitId,
  listing_id: null,
  created: false,
  ok: false,
  calendar_sync: false,
  on_drift: null,
  written_by: null,
  error,
})
