/** Shapes of all operations, from the vendor's reference. The vendor ignores unknown fields of a body. */
import { Type } from 'typebox'
import type { TProperties, TSchema } from 'typebox'
import {
  anything,
  atLeast,
  bool,
  count,
  currency,
  each,
  email,
  filled,
  int,
  like,
  nullable,
  number,
  oneOf,
  opt,
  optional,
  orNull,
  text,
  uuid,
} from '../kit/shape.ts'
import type { RouteShapes } from '../kit/shape.ts'
import { lists } from './lists.ts'
import type { ListSpec } from './lists.ts'

const most = 1000
const caller = { ClientToken: filled, AccessToken: filled, Client: filled }
const body = (fields: TProperties): { body: TSchema } => ({ body: atLeast({ ...caller, ...fields }) })
const some = (items: TSchema, maxItems = most): TSchema => Type.Array(items, { maxItems })
const several = (items: TSchema, maxItems = most): TSchema => Type.Array(items, { minItems: 1, maxItems })
const free = (fields: TProperties): TProperties => optional(nullable(fields))
/** The vendor's moments end with Z. */
const utc = like('^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}(:\\d{2}(\\.\\d+)?)?Z$')
const interval = atLeast({ StartUtc: utc, EndUtc: utc })
const limitation = atLeast({ Count: Type.Integer({ minimum: 1, maximum: most }), Cursor: opt(orNull(text)) })

/** These filters take an enumeration; others take any word. */
const words: Record<string, TSchema> = {
  States: oneOf('Inquired', 'Confirmed', 'Started', 'Processed', 'Canceled', 'Optional', 'Requested'),
  AccountingStates: oneOf('Open', 'Closed', 'Inactive', 'Canceled'),
  Types: oneOf(
    ...['CancellationFee', 'NightRebate', 'ProductOrderRebate', 'AdditionalExpenseRebate', 'Deposit'],
    ...['ExchangeRateDifference', 'CustomItem', 'ServiceCharge', 'CityTax', 'CityTaxDiscount', 'SpaceOrder'],
    ...['ProductOrder', 'Surcharge', 'TaxCorrection', 'ResourceUpgradeFee', 'InvoiceFee', 'MulticurrencyFee'],
    ...['AllowanceDiscount', 'AllowanceBreakage', 'AllowanceContraBreakage'],
  ),
}

function listShape(path: string, spec: ListSpec): { body: TSchema } {
  const ids = [...(spec.ids ?? []), ...Object.keys(spec.named ?? {})]
  const filters: TProperties = {
    EnterpriseIds: some(uuid),
    CollidingUtc: interval,
    Extent: extents[path] ?? atLeast({}),
    ...moreIds[path],
    ServiceType: oneOf('Bookable', 'Additional'),
    Origin: oneOf('User', 'Integration'),
    Currency: currency,
    ActivityStates: some(oneOf('Active', 'Deleted')),
    ...Object.fromEntries(ids.map((name) => [name, some(uuid, spec.most?.[name])])),
    ...Object.fromEntries((spec.words ?? []).map((name) => [name, some(words[name] ?? text)])),
    ...each(interval, ...(spec.intervals ?? [])),
  }
  const required = new Set(spec.required ?? [])
  const entries = Object.entries(filters).map(
    ([name, schema]) => [name, required.has(name) ? schema : opt(orNull(schema))] as const,
  )
  return body({ ...Object.fromEntries(entries), Limitation: limitation })
}

/** These filters look beyond the row itself. */
const moreIds: Record<string, TProperties> = { 'restrictions/getAll': { RateIds: some(uuid) } }

const extents: Record<string, TSchema> = {
  'customers/getAll': atLeast(free(each(bool, 'Customers', 'Addresses', 'Documents'))),
  'rates/getAll': atLeast({
    ...free(each(bool, 'Rates', 'RateGroups')),
    AvailabilityBlockAssignments: bool,
  }),
  'resources/getAll': atLeast(
    free({
      ...each(bool, 'Resources', 'Inactive', 'ResourceCategories', 'ResourceCategoryAssignments'),
      ...each(bool, 'ResourceCategoryImageAssignments', 'ResourceFeatures', 'ResourceFeatureAssignments'),
    }),
  ),
}

const people = several(atLeast({ AgeCategoryId: uuid, Count: count }))
const amount = atLeast({
  Currency: currency,
  TaxCodes: some(filled),
  GrossValue: opt(orNull(number)),
  NetValue: opt(orNull(number)),
})
const nights = some(atLeast({ Index: count, Amount: amount }))
const stay = {
  ...{ ...each(utc, 'StartUtc', 'EndUtc'), RateId: uuid, PersonCounts: people },
  ...free({
    State: oneOf('Enquired', 'Confirmed', 'Started', 'Processed', 'Canceled', 'Optional', 'Requested'),
    ...each(text, 'Identifier', 'ChannelNumber', 'VoucherCode', 'Notes'),
    ...each(uuid, 'BookerId', 'RequestedCategoryId', 'RequestedResourceCategoryId', 'AssignedResourceId'),
    ...each(uuid, 'CreditCardId', 'TravelAgencyId', 'CompanyId', 'BusinessSegmentId', 'AvailabilityBlockId'),
    ...{ ReleasedUtc: utc, AssignedResourceLocked: bool, TimeUnitPrices: nights, TimeUnitAmount: amount },
    ProductOrders: some(anything),
  }),
}
const updated = (schema: TSchema): TSchema => atLeast({ Value: opt(orNull(schema)) })
const change = {
  ReservationId: uuid,
  ...free({
    ...each(updated(utc), 'StartUtc', 'EndUtc', 'ReleasedUtc'),
    ...each(updated(uuid), 'AssignedResourceId', 'RequestedCategoryId', 'TravelAgencyId', 'CompanyId'),
    ...each(updated(uuid), 'BusinessSegmentId', 'RateId'),
    ...{ ChannelNumber: updated(text), PersonCounts: updated(people) },
    ...{ TimeUnitPrices: updated(nights), AssignedResourceLocked: updated(bool) },
  }),
}
const person = free({
  Title: oneOf('Mister', 'Miss', 'Misses'),
  Sex: oneOf('Male', 'Female'),
  ...each(text, 'FirstName', 'SecondLastName', 'NationalityCode', 'PreferredLanguageCode', 'LanguageCode'),
  ...each(text, 'BirthDate', 'Phone', 'LoyaltyCode', 'Notes'),
  ...{ ...each(uuid, 'CompanyId', 'ChainId'), ...each(some(text), 'Classifications', 'Options') },
  ...{ Email: email, Address: atLeast({}) },
})

const week = atLeast(each(bool, 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'))
const spanOfTime = like('^P')
const conditions = {
  Type: oneOf('Stay', 'Start', 'End'),
  Days: week,
  ...free({
    ...each(uuid, 'ExactRateId', 'BaseRateId', 'RateGroupId', 'ResourceCategoryId'),
    ...each(utc, 'StartUtc', 'EndUtc'),
    ResourceCategoryType: oneOf(
      ...['Room', 'Bed', 'Dorm', 'Apartment', 'Suite', 'Villa', 'Site', 'Tent', 'CaravanOrRV', 'Cot', 'Crib'],
      ...['Office', 'MeetingRoom', 'ParkingSpot', 'Desk', 'TeamArea', 'Membership', 'Bike', 'ExtraBed'],
      ...['UnequippedCampsite', 'ConferenceRoom', 'Rooftop', 'Garden', 'Restaurant', 'Amphitheater'],
      'PrivateSpaces',
    ),
  }),
}
const limits = free({
  ...each(spanOfTime, 'MinAdvance', 'MaxAdvance', 'MinLength', 'MaxLength'),
  ...each(atLeast({ Currency: currency, Value: number }), 'MinPrice', 'MaxPrice'),
})
const timeUnits = each(utc, 'FirstTimeUnitStartUtc', 'LastTimeUnitStartUtc')

export const routeShapes: RouteShapes = {
  ...Object.fromEntries(
    Object.entries(lists).map(([path, spec]) => [`POST /${path}`, listShape(path, spec)]),
  ),
  'POST /configuration/get': body(free({ EnterpriseId: uuid })),
  'POST /images/getUrls': body({
    Images: several(
      atLeast({
        ImageId: uuid,
        ...free({ Width: int, Height: int, ResizeMode: oneOf('Cover', 'CoverExact', 'Fit', 'FitExact') }),
      }),
    ),
  }),
  'POST /services/getAvailability': body({ ServiceId: uuid, ...timeUnits }),
  'POST /services/getAvailability/2024-01-22': body({
    ServiceId: uuid,
    ...timeUnits,
    Metrics: several(
      oneOf(
        ...['OutOfOrderBlocks', 'PublicAvailabilityAdjustment', 'OtherServiceReservationCount', 'Occupied'],
        ...['ConfirmedReservations', 'OptionalReservations', 'BlockAvailability', 'UsableResources'],
        ...['AllocatedBlockAvailability', 'ActiveResources', 'HouseUse'],
      ),
    ),
  }),
  'POST /rates/getPricing': body({ RateId: uuid, ...timeUnits, ...free({ ProductId: uuid }) }),
  'POST /rates/updatePrice': body({
    RateId: uuid,
    ...free({ ProductId: uuid }),
    PriceUpdates: several(atLeast(free({ CategoryId: uuid, Value: number, ...timeUnits }))),
  }),
  'POST /reservations/getChannelManagerDetails': body({ ReservationIds: several(uuid, 100) }),
  'POST /messageThreads/getAll': body({ Limitation: limitation }),
  'POST /messages/getAll': body({ MessageThreadIds: some(uuid), Limitation: limitation }),
  'POST /restrictions/set': body({ ServiceId: uuid, Data: several(atLeast({ ...conditions, ...limits })) }),
  'POST /restrictions/clear': body({ ServiceId: uuid, Data: several(atLeast(conditions)) }),
  'POST /reservations/price': body({
    ServiceId: uuid,
    Reservations: several(atLeast({ ...stay, ...free({ CustomerId: uuid }) })),
  }),
  'POST /reservations/add': body({
    ServiceId: uuid,
    Reservations: several(atLeast({ ...stay, CustomerId: uuid })),
    ...free({ ...each(uuid, 'EnterpriseId', 'GroupId'), GroupName: text }),
    ...free(each(bool, 'CheckRateApplicability', 'CheckOverbooking', 'SendConfirmationEmail')),
  }),
  'POST /reservations/update': body({
    ReservationUpdates: several(atLeast(change)),
    ...free({ EnterpriseId: uuid, Reason: text }),
    ...free(each(bool, 'Reprice', 'ApplyCancellationFee', 'CheckOverbooking', 'CheckRateApplicability')),
  }),
  'POST /reservations/cancel': body({
    ReservationIds: several(uuid),
    Notes: text,
    ...free({ EnterpriseId: uuid, PostCancellationFee: bool, SendEmail: bool }),
  }),
  'POST /customers/add': body({ LastName: filled, OverwriteExisting: bool, ...person }),
  'POST /customers/update': body({ CustomerId: uuid, ...free({ LastName: text }), ...person }),
}
