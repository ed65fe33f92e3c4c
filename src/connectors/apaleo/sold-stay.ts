/** Puts a stay that is quoted or booked into the vendor's terms. */
import { fieldOf } from '../../connector-kit/answers.ts'
import { daysBetween } from '../../connector-kit/dates.ts'
import { nightShares } from '../../connector-kit/night-shares.ts'
import { presentTexts } from '../../connector-kit/readings.ts'
import type { VendorContext } from '../../connector-kit/vendor-context.ts'
import { VendorError } from '../../connector-kit/vendor-error.ts'
import type { ReservationDraft } from '../../connector-kit/write-operations.ts'
import { publicPlan, propertyIdOf, ratePlansOf } from './account.ts'

/** The vendor wants ages and callers give a number of children, so each counts as this old. */
const assumedAge = 10

/** Keeps the ages that are known as long as the number of children stays the same. */
export const agesOf = (children: number, known: readonly number[] = []): number[] =>
  known.length === children ? [...known] : Array<number>(children).fill(assumedAge)

/** Returns the property and the rate plan by which a unit group is sold to everybody. */
export async function soldAs(context: VendorContext, unitGroupId: string) {
  const propertyId = await propertyIdOf(context, unitGroupId)
  const plan = publicPlan(await ratePlansOf(context, propertyId), unitGroupId)
  if (plan !== null) return { propertyId, planId: String(plan.id) }
  throw new VendorError('rejected', 'the unit group has no rate plan that everybody may book directly')
}

/** The vendor wants one entry for each night. A price of one's own is divided among them. */
export function slicesOf(
  { checkIn, checkOut, totalPrice, currency }: ReservationDraft,
  ratePlanId: string,
): object[] {
  const nights = daysBetween(checkIn, checkOut)
  if (totalPrice === undefined) return Array.from({ length: nights }, () => ({ ratePlanId }))
  if (currency === null) throw new VendorError('rejected', 'the property has no currency for this price')
  return nightShares(totalPrice, nights, currency).map((share) => ({
    ratePlanId,
    totalAmount: { amount: Number(share), currency },
  }))
}

/** The vendor needs a last name. */
export function personOf({ firstName, lastName, email, phone }: ReservationDraft['guest']): object {
  return {
    ...(lastName === undefined ? { lastName: firstName } : { firstName, lastName }),
    ...(email === undefined ? {} : { email }),
    ...(phone === undefined ? {} : { phone }),
  }
}

export const reasonsIn = (reasons: unknown): string[] =>
  presentTexts((Array.isArray(reasons) ? reasons : []).map((reason) => fieldOf(reason, 'message')))
