import type { ListingRecord, UnitRecord } from '../../contract/records.ts'
import { isFields, readable } from '../../connector-kit/answers.ts'
import type { VendorContext, VendorOperations } from '../../connector-kit/connector.ts'
import { mapOne, mapping, mappedPage, mapRows } from '../../connector-kit/paginate.ts'
import {
  idText,
  nameKey,
  presentText,
  presentTexts,
  timeOfDay,
  timeZoneName,
  wholeNumber,
} from '../../connector-kit/readings.ts'
import { readSide } from '../../connector-kit/tolerance/unread-fields.ts'
import { isSleptIn, propertiesOf, publicPlan, ratePlansOf, unitGroupRow, unitGroupsPath } from './account.ts'
import { listPage } from './envelope.ts'
import { property, VendorUnit, VendorUnitGroup, type VendorProperty, type VendorPlan } from './vendor.ts'

/** A listing is a unit group, since unit groups have rates and are booked. */
export const listings: NonNullable<VendorOperations['listings']> = {
  async page(context, { cursor }) {
    const { rows, next } = await listPage(context.http, { path: unitGroupsPath, name: 'unitGroups', cursor })
    // Unreadable rows are kept, so that they are reported.
    const groups = rows.filter((row) => readable(VendorUnitGroup, [row]).every(({ type }) => isSleptIn(type)))
    return { ...mapRows(groups, await mappingFor(context, groups)), next }
  },

  async one(context, externalId) {
    const row = await unitGroupRow(context, externalId)
    if (row === null || !readable(VendorUnitGroup, [row]).every(({ type }) => isSleptIn(type))) return null
    return mapOne(row, await mappingFor(context, [row]))
  },
}

interface ListingParts {
  hotel: VendorProperty | undefined
  plan: VendorPlan | null
  /** The property, if the connection reaches more than one. */
  accountExternalId: string | null
}

async function mappingFor(context: VendorContext, rows: unknown[]) {
  const hotels = await propertiesOf(context)
  const groups = readable(VendorUnitGroup, rows)
  const plans = new Map<string, VendorPlan[]>()
  for (const id of new Set(groups.flatMap((group) => idText(group.property?.id) ?? [])))
    plans.set(id, await ratePlansOf(context, id))
  return mapping('listing', VendorUnitGroup, (row) => {
    const propertyId = idText(row.property?.id)
    return toListing(row, {
      hotel: hotels.find(({ id }) => String(id) === propertyId),
      plan: publicPlan(plans.get(propertyId ?? '') ?? [], String(row.id)),
      accountExternalId: hotels.length > 1 ? propertyId : null,
    })
  })
}

function toListing(row: VendorUnitGroup, { hotel, plan, accountExternalId }: ListingParts): ListingRecord {
  const publicName = textIn(row.name)
  const timeZone = readSide('timeZone', hotel?.timeZone, () => timeZoneName(hotel?.timeZone))
  const { checkInTime, checkOutTime } = plan?.timeSliceDefinition ?? {}
  return {
    externalId: String(row.id),
    model: 'hotel',
    ...(accountExternalId === null ? {} : { accountExternalId }),
    name: publicName ?? presentText(row.code) ?? `Unit group ${row.id}`,
    publicName,
    ...property.read(hotel),
    ...(timeZone === null ? {} : { timeZone }),
    lifecycleStatus: 'live',
    unitCount: wholeNumber(row.memberCount) ?? 0,
    content: { name: publicName, description: textIn(row.description) },
    details: {
      propertyType: presentText(row.type),
      personCapacity: wholeNumber(row.maxPersons),
      checkInTimeStart: readSide('checkInTime', checkInTime, () => timeOfDay(checkInTime)),
      checkOutTime: readSide('checkOutTime', checkOutTime, () => timeOfDay(checkOutTime)),
    },
  }
}

/** A text is one, or one for each language; English is preferred, as in the vendor's own lists. */
function textIn(value: unknown): string | null {
  return isFields(value)
    ? (presentText(value.en) ?? presentTexts(Object.values(value))[0] ?? null)
    : presentText(value)
}

export const units: NonNullable<VendorOperations['units']> = {
  async page({ http }, { listing: { externalId }, cursor }) {
    const query = { unitGroupId: externalId }
    const page = await listPage(http, { path: '/inventory/v1/units', name: 'units', query, cursor })
    return mappedPage(page, unitMapping(externalId))
  },
}

const unitMapping = (listingExternalId: string) =>
  mapping('unit', VendorUnit, ({ id, name, status }): UnitRecord => {
    const condition = presentText(status?.condition)
    return {
      externalId: String(id),
      listingExternalIds: [listingExternalId],
      name: presentText(name) ?? `Unit ${id}`,
      active: true,
      housekeepingStatus: condition === null ? null : nameKey(condition.replace(/(?<=[a-z])(?=[A-Z])/g, ' ')),
    }
  })
