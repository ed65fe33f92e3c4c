/** Rows as the API shows them. */
import { addDays } from '../kit/clock.ts'
import { daysOf } from '../kit/nights.ts'
import { roundMoney } from '../kit/places.ts'
import { money } from './answers.ts'
import type { House, RatePlan } from './house.ts'
import { unitIdsOf } from './projection.ts'
import { agesIn, type Property, type Reservation, type Slice, type UnitGroup } from './records.ts'

const embeddedProperty = ({ id, name }: Property) => ({ id, code: id, name, description: name })

const embeddedGroup = ({ id, code, name, description, type }: UnitGroup) => ({
  ...{ id, code, name, description, type },
})

export function shownProperty({ id, name, timeZone, currency, location }: Property): object {
  return {
    ...{ id, code: id, isTemplate: false, name, description: name, companyName: `${name} Ltd` },
    ...{ commercialRegisterEntry: '', taxId: '', location, paymentTerms: {}, timeZone },
    ...{ currencyCode: currency, created: '2020-01-05T08:30:00Z', status: 'Live', isArchived: false },
  }
}

/** A list shows texts of one language, and a single row those of all. */
export function shownGroup(house: House, group: UnitGroup, isSingle: boolean): object {
  const { propertyId: _propertyId, name, description, ...row } = group
  const texts = isSingle ? { name: { en: name }, description: { en: description } } : { name, description }
  return { ...row, ...texts, property: embeddedProperty(house.propertyOf(group)) }
}

export function shownUnits(house: House, group: UnitGroup): (object & { id: string })[] {
  const property = embeddedProperty(house.propertyOf(group))
  return unitIdsOf(group).map((id, index) => ({
    ...{ id, name: `${101 + index}`, description: '', property, unitGroup: embeddedGroup(group) },
    status: { isOccupied: false, condition: index % 2 === 0 ? 'Clean' : 'CleanToBeInspected' },
    ...{ maxPersons: group.maxPersons, created: '2020-01-05T08:30:00Z' },
  }))
}

export function shownPlan(house: House, { id, group, level }: RatePlan): object {
  const property = house.propertyOf(group)
  const { checkInTime, checkOutTime } = property
  return {
    ...{ id, code: level === 0 ? 'FLEX' : 'NONREF', name: level === 0 ? 'Flexible' : 'Non refundable' },
    ...{ description: '', minGuaranteeType: level === 0 ? 'PM6Hold' : 'Prepayment' },
    property: embeddedProperty(property),
    unitGroup: embeddedGroup(group),
    ...{ cancellationPolicy: {}, noShowPolicy: {} },
    channelCodes: ['Direct', 'Ibe', 'BookingCom', 'ChannelManager'],
    timeSliceDefinition: {
      ...{ id: `${property.id}-NIGHT`, name: 'Over Night', template: 'OverNight' },
      ...{ checkInTime, checkOutTime },
    },
    ...{ isBookable: true, isSubjectToCityTax: false, isDerived: level > 0, derivationLevel: level },
    accountingConfigs: [],
  }
}

/** The nights of a stay, each with its plan; those that were never priced share the total. */
export function slicesOf(stay: Reservation): Slice[] {
  const { amount, currency } = totalOf(stay)
  const [arrival, departure] = [stay.arrival ?? '', stay.departure ?? '']
  const nights = departure > arrival ? daysOf({ from: arrival, to: addDays(departure, -1) }) : []
  const share = roundMoney(amount / Math.max(1, nights.length), currency)
  const known = new Map((stay.slices as Slice[] | null)?.map((slice) => [slice.date, slice]))
  const ratePlanId = stay.ratePlanId ?? ''
  return nights.map((date) => known.get(date) ?? { date, ratePlanId, amount: share })
}

export const totalOf = ({ totalGrossAmount }: Reservation) =>
  (totalGrossAmount ?? money(0, 'EUR')) as { amount: number; currency: string }

/** What is null here is left out by the vendor. */
export function shownReservation(house: House, stay: Reservation, expand: readonly string[]): object {
  const group = house.world.homes.get(stay.unitGroupId ?? '')
  const property = house.propertyOf(stay)
  const { children: _children, slices: _slices, propertyId: _propertyId, ...rest } = stay
  const { unitGroupId: _group, ratePlanId, unitId, booker, arrival, departure, ...row } = rest
  const { currency } = totalOf(stay)
  const fee = { id: 'FLE', code: 'FLE', name: 'Flexible', description: '', fee: money(0, currency) }
  const ages = agesIn(stay)
  const fields = {
    ...row,
    property: embeddedProperty(property),
    ratePlan: planOf(ratePlanId ?? ''),
    unitGroup: group === undefined ? undefined : embeddedGroup(group),
    unit: unitId === null ? undefined : { id: unitId, name: unitId.slice(-3), unitGroupId: stay.unitGroupId },
    arrival: arrival === null ? undefined : house.arrivalMoment(stay, arrival),
    departure: departure === null ? undefined : house.departureMoment(stay, departure),
    childrenAges: ages.length === 0 ? undefined : ages,
    cancellationFee: { ...fee, dueDateTime: stay.created },
    noShowFee: fee,
    ...{
      balance: money(0, currency),
      payableAmount: { guest: money(0, currency) },
      taxDetails: taxesOf(stay),
      hasCityTax: false,
    },
    booker: expand.includes('booker') ? booker : undefined,
    timeSlices: expand.includes('timeSlices') ? shownSlices(house, stay, group) : undefined,
    actions: expand.includes('actions') ? actionsOf(stay) : undefined,
  }
  return Object.fromEntries(
    Object.entries(fields).filter(([, value]) => value !== null && value !== undefined),
  )
}

/** A tenth of the price is tax. */
function taxesOf(stay: Reservation): object[] {
  const { amount, currency } = totalOf(stay)
  const tax = roundMoney(amount / 11, currency)
  const net = roundMoney(amount - tax, currency)
  return [{ vatType: 'Reduced', vatPercent: 10, net: money(net, currency), tax: money(tax, currency) }]
}

const planOf = (id: string) => ({ id, code: id, name: id, isSubjectToCityTax: false })

function shownSlices(house: House, stay: Reservation, group: UnitGroup | undefined): object[] {
  const { currency } = totalOf(stay)
  return slicesOf(stay).map(({ date, ratePlanId, amount }) => ({
    from: house.arrivalMoment(stay, date),
    to: house.departureMoment(stay, addDays(date, 1)),
    serviceDate: date,
    ratePlan: planOf(ratePlanId),
    unitGroup: group === undefined ? { id: stay.unitGroupId } : embeddedGroup(group),
    baseAmount: { grossAmount: amount, netAmount: amount, vatType: 'Reduced', vatPercent: 0, currency },
    totalGrossAmount: money(amount, currency),
  }))
}

const actionNames = ['Cancel', 'AmendTimeSlices', 'AmendArrival', 'AmendDeparture', 'NoShow']

/** What may be done with a stay depends on its status. */
export function actionsOf({ status }: Reservation): { action: string; isAllowed: boolean }[] {
  const allowed: Record<string, readonly string[]> = {
    Confirmed: actionNames,
    InHouse: ['AmendTimeSlices', 'AmendDeparture'],
  }
  return actionNames.map((action) => {
    const isAllowed = (allowed[status ?? ''] ?? []).includes(action)
    const code = `${action}NotAllowedForReservationInStatus`
    const message = `${action} is not allowed for a reservation in status ${status}.`
    return { action, isAllowed, ...(isAllowed ? {} : { reasons: [{ code, message }] }) }
  })
}
