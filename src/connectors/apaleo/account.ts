/** Properties, unit groups and rate plans, which change seldom. */
import { orLocked, orNull, readable } from '../../connector-kit/answers.ts'
import { idText, presentTexts, wholeNumber } from '../../connector-kit/readings.ts'
import { remember, rememberSettings } from '../../connector-kit/remember.ts'
import { readSide } from '../../connector-kit/tolerance/unread-fields.ts'
import type { VendorContext } from '../../connector-kit/vendor-context.ts'
import { VendorError } from '../../connector-kit/vendor-error.ts'
import { everyListRow } from './envelope.ts'
import { VendorProperty, VendorPlan, VendorUnitGroup } from './vendor.ts'

const keptMs = 10 * 60_000

export const unitGroupsPath = '/inventory/v1/unit-groups'

export function propertiesOf(context: VendorContext): Promise<VendorProperty[]> {
  return rememberSettings(context, 'apaleo properties', keptMs, async () =>
    readable(
      VendorProperty,
      await everyListRow(context.http, { path: '/inventory/v1/properties', name: 'properties' }),
    ),
  )
}

export const isSleptIn = (type: string | null | undefined): boolean =>
  !['MeetingRoom', 'EventSpace', 'ParkingLot'].includes(type ?? '')

/** Reads a unit group as it is; null if there is none. */
export const unitGroupRow = ({ http }: VendorContext, id: string): Promise<unknown> =>
  orNull(http.get(`${unitGroupsPath}/${encodeURIComponent(id)}`))

/** Returns the id of the property that a unit group belongs to. */
export function propertyIdOf(context: VendorContext, unitGroupId: string): Promise<string> {
  return rememberSettings(context, `apaleo property of ${unitGroupId}`, keptMs, async () => {
    const row = await unitGroupRow(context, unitGroupId)
    if (row === null) throw new VendorError('not_found', `no unit group ${unitGroupId}`)
    const id = idText(readable(VendorUnitGroup, [row])[0]?.property?.id)
    if (id === null) throw new VendorError('malformed', `unit group ${unitGroupId} names no property`)
    return id
  })
}

/** Returns the rate plans of a property; none if the key may not read them. */
export function ratePlansOf(context: VendorContext, propertyId: string): Promise<VendorPlan[]> {
  const list = { path: '/rateplan/v1/rate-plans', name: 'ratePlans', query: { propertyId } }
  return remember(context, `apaleo rate plans ${propertyId}`, keptMs, async () =>
    readable(VendorPlan, (await orLocked(everyListRow(context.http, list))) ?? []),
  )
}

/** From the weakest guarantee that a guest has to give to the strongest. */
const guarantees = ['PM6Hold', 'CreditCard', 'Prepayment', 'Company']

/**
 * Finds the rate plan that everybody may book with the property, or null. A plan with a manual price comes first, then
 * the one that asks the guest for least. The choice is stable, so that prices do not jump between plans.
 */
export function publicPlan(plans: readonly VendorPlan[], unitGroupId: string): VendorPlan | null {
  const sold = plans.filter(
    (plan) =>
      plan.unitGroup?.id === unitGroupId &&
      (plan.timeSliceDefinition?.template ?? 'OverNight') === 'OverNight' &&
      plan.isArchived !== true &&
      plan.isBookable !== false &&
      (plan.promoCodes ?? []).length === 0 &&
      (plan.companies ?? []).length === 0 &&
      presentTexts(plan.channelCodes ?? []).includes('Direct'),
  )
  const rank = (plan: VendorPlan) => levelOf(plan) * 10 + guarantees.indexOf(plan.minGuaranteeType ?? '')
  return sold.toSorted((a, b) => rank(a) - rank(b) || (String(a.id) < String(b.id) ? -1 : 1))[0] ?? null
}

/** Plans above level 0 take their price from another plan. */
export function levelOf({ derivationLevel, isDerived }: VendorPlan): number {
  const level = readSide('derivationLevel', derivationLevel, () => wholeNumber(derivationLevel))
  return level ?? (isDerived === true ? 1 : 0)
}

export async function soldPlan(context: VendorContext, unitGroupId: string): Promise<VendorPlan | null> {
  const propertyId = await propertyIdOf(context, unitGroupId)
  return publicPlan(await ratePlansOf(context, propertyId), unitGroupId)
}
