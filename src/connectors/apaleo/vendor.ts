/** Only these parts of Apaleo's answers are read. Everything but ids and dates may be missing. */
import { Type, type Static } from 'typebox'
import { utcInstant } from '../../connector-kit/dates.ts'
import {
  currencyField,
  decimalField,
  fieldTable,
  idField,
  joinedText,
  reading,
  text,
  type RowOf,
} from '../../connector-kit/field-table.ts'
import { timeOfDay, wholeNumber } from '../../connector-kit/readings.ts'
import {
  Amount,
  each,
  Flag,
  Id,
  list,
  maybe,
  MaybeId,
  part,
  rows,
  Text,
} from '../../connector-kit/vendor-fields.ts'

const Money = part({ amount: Amount, currency: Text })
const Named = part({ id: Text, name: Text })

const instantField = (path: string) => reading(path, Text, utcInstant)
/** A day without a time says nothing of the time. */
const clockField = (path: string) =>
  reading(path, Text, (moment: string) => (moment.length > '2027-01-01'.length ? timeOfDay(moment) : null))

/** A unit group stands at its property. */
export const property = fieldTable(
  {
    street: joinedText(', ', text('location.addressLine1'), text('location.addressLine2')),
    city: text('location.city'),
    state: text('location.regionCode'),
    postalCode: text('location.postalCode'),
    countryCode: text('location.countryCode'),
    currency: currencyField('currencyCode'),
  },
  { id: Id, ...each(Text, 'name', 'timeZone') },
)
export const VendorProperty = property.shape
export type VendorProperty = RowOf<typeof property>

/** A list shows texts in the property's main language; a single row has one for each language. */
export const VendorUnitGroup = Type.Object({
  id: Id,
  ...each(maybe(Type.Unknown()), 'name', 'description'),
  ...each(Text, 'code', 'type'),
  ...each(Amount, 'memberCount', 'maxPersons'),
  property: part({ id: MaybeId }),
})
export type VendorUnitGroup = Static<typeof VendorUnitGroup>

export const VendorUnit = Type.Object({
  id: Id,
  name: Text,
  unitGroup: Named,
  status: part({ condition: Text }),
})
export type VendorUnit = Static<typeof VendorUnit>

export const VendorPlan = Type.Object({
  id: Id,
  unitGroup: Named,
  ...each(Flag, 'isBookable', 'isDerived', 'isArchived'),
  derivationLevel: Amount,
  minGuaranteeType: Text,
  ...each(list(Type.Unknown()), 'channelCodes', 'promoCodes', 'companies'),
  timeSliceDefinition: part({ template: Text, checkInTime: Text, checkOutTime: Text }),
})
export type VendorPlan = Static<typeof VendorPlan>

/** A count that is none sells nothing, so any value is accepted. */
export const VendorNight = Type.Object({
  from: Type.String(),
  to: Text,
  unitGroups: list(Type.Object({ unitGroup: Named, sellableCount: maybe(Type.Unknown()) })),
})
export type VendorNight = Static<typeof VendorNight>

export const VendorFreeUnit = Type.Object({
  id: Id,
  unitGroup: Named,
  status: part({ maintenanceType: Text }),
})
export type VendorFreeUnit = Static<typeof VendorFreeUnit>

export const VendorMaintenance = Type.Object({ id: Id, description: Text })

/** The vendor leaves out a rule that is not set, or sends null. */
const nightCount = (path: string) => reading(path, Amount, (value: string) => wholeNumber(value) || null)
/** A value that is neither true nor false closes. */
const closingField = (path: string) => reading(path, maybe(Type.Unknown()), (value) => value !== false)

export const rate = fieldTable(
  {
    // The price of one guest; surcharges of others stand beside it.
    price: decimalField('price.amount'),
    minNights: nightCount('restrictions.minLengthOfStay'),
    maxNights: nightCount('restrictions.maxLengthOfStay'),
    closedToArrival: closingField('restrictions.closedOnArrival'),
    closedToDeparture: closingField('restrictions.closedOnDeparture'),
  },
  { from: Type.String(), to: Text, price: Money },
)
export const VendorRate = rate.shape
export type VendorRate = RowOf<typeof rate>

const person = {
  ...each(Text, 'firstName', 'lastName', 'email', 'phone', 'nationalityCountryCode', 'preferredLanguage'),
  address: part({ countryCode: Text }),
}
export const VendorPerson = part(person)
export type VendorPerson = Static<typeof VendorPerson>

export const reservation = fieldTable(
  {
    unitExternalId: idField('unit.id'),
    checkInTime: clockField('arrival'),
    checkOutTime: clockField('departure'),
    bookedAt: instantField('created'),
    totalPrice: decimalField('totalGrossAmount.amount'),
    currency: currencyField('totalGrossAmount.currency'),
  },
  {
    id: Id,
    unitGroup: Type.Object({ id: Id, type: Text }),
    ...each(Text, 'status', 'arrival', 'departure', 'cancellationTime', 'noShowTime', 'modified'),
    ...each(Text, 'channelCode', 'source', 'externalCode'),
    externalReferences: part(
      each(Text, 'onlineTravelAgencyId', 'channelManagerId', 'globalDistributionSystemId'),
    ),
    adults: Amount,
    childrenAges: list(Type.Unknown()),
    ...each(VendorPerson, 'primaryGuest', 'booker'),
    commission: part({ commissionAmount: Money }),
    taxDetails: rows({ tax: Money, vatPercent: Amount }),
  },
)
export const VendorReservation = reservation.shape
export type VendorReservation = RowOf<typeof reservation>

/** A change of a stay needs these parts of it. */
export const VendorHeldStay = Type.Object({
  ...each(Text, 'status', 'arrival', 'departure'),
  adults: Amount,
  childrenAges: list(Type.Number()),
  ratePlan: Named,
  unitGroup: Type.Object({ id: Id }),
  timeSlices: rows({ from: Text, ratePlan: Named, totalGrossAmount: Money }),
  actions: rows({ action: Text, isAllowed: Flag, reasons: maybe(Type.Unknown()) }),
})
export type VendorHeldStay = Static<typeof VendorHeldStay>

/** A search for one of our bookings reads these parts. */
export const VendorMarked = Type.Object({ id: Id, externalCode: Text })

export const VendorOffer = Type.Object({
  ratePlan: Named,
  unitGroup: Named,
  availableUnits: Amount,
  totalGrossAmount: Money,
  timeSlices: rows({ totalGrossAmount: Money }),
  cityTaxes: rows({ totalGrossAmount: Money }),
  fees: rows({ totalAmount: part({ grossAmount: Amount }) }),
  cityTax: part({ grossAmount: Amount }),
  // A list that cannot be read may say why nobody can book.
  validationMessages: maybe(Type.Unknown()),
})
export type VendorOffer = Static<typeof VendorOffer>

/** Names of fields were seen in both cases. */
export const VendorEvent = Type.Object({
  ...each(Text, 'topic', 'type', 'Topic'),
  ...{ data: part({ entityId: Text }), Data: part({ EntityId: Text }) },
})

export const VendorSubscription = Type.Object({ id: Id, endpointUrl: Text })
export type VendorSubscription = Static<typeof VendorSubscription>
