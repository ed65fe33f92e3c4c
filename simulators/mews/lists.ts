/** Describes the vendor's lists: their records, filters and required filters. */
import { bodyOf, idsOf, intervalOf, textOf, type Body } from './requests.ts'
import type { Store } from './store.ts'

export interface ListSpec {
  rows: keyof Store
  /** Filters by ids: name of the filter, field of the row. */
  ids?: Record<string, string>
  /** Filters by moments: name of the filter, field of the row. */
  intervals?: Record<string, string>
  /** Filters by words. */
  words?: Record<string, string>
  /** `Active` or `Deleted`; both by default. */
  hasStates?: boolean
  required?: string[]
  /** A request must have at least one of these. */
  oneOf?: string[]
  most?: Record<string, number>
  passes?(store: Store, body: Body, row: Record<string, unknown>): boolean
  hidden?: string[]
}

const updated = { UpdatedUtc: 'UpdatedUtc' }
const createdAndUpdated = { ...updated, CreatedUtc: 'CreatedUtc' }
/** Such rows stay in lists when they are deactivated. */
const kept = { intervals: updated, hasStates: true }

export const lists: Record<string, ListSpec> = {
  'enterprises/getAll': {
    rows: 'enterprises',
    ids: { EnterpriseIds: 'Id' },
    intervals: updated,
    hidden: ['Currencies', 'IsPortfolio', 'AccountingConfiguration'],
  },
  'services/getAll': {
    rows: 'services',
    ids: { EnterpriseIds: 'EnterpriseId', ServiceIds: 'Id' },
    intervals: updated,
    passes: (_store, body, row) => {
      const filter = textOf(body, 'ServiceType')
      return filter === undefined || (row.Data as { Discriminator: string }).Discriminator === filter
    },
  },
  'ageCategories/getAll': {
    rows: 'ages',
    ids: { AgeCategoryIds: 'Id', ServiceIds: 'ServiceId' },
    ...kept,
  },
  'resourceCategories/getAll': {
    rows: 'categories',
    ids: { EnterpriseIds: 'EnterpriseId', ResourceCategoryIds: 'Id', ServiceIds: 'ServiceId' },
    hasStates: true,
    required: ['ServiceIds'],
  },
  'resourceCategoryAssignments/getAll': {
    rows: 'assignments',
    ids: {
      ResourceCategoryAssignmentIds: 'Id',
      ResourceCategoryIds: 'CategoryId',
      ResourceIds: 'ResourceId',
    },
    ...kept,
    required: ['ResourceCategoryIds'],
  },
  'resourceCategoryImageAssignments/getAll': {
    rows: 'images',
    ids: { ResourceCategoryImageAssignmentIds: 'Id', ResourceCategoryIds: 'CategoryId' },
    ...kept,
    required: ['ResourceCategoryIds'],
  },
  'resourceFeatures/getAll': {
    rows: 'features',
    ids: { ResourceFeatureIds: 'Id', ServiceIds: 'ServiceId' },
    ...kept,
    required: ['ServiceIds'],
  },
  'resourceFeatureAssignments/getAll': {
    rows: 'featureAssignments',
    ids: { ResourceFeatureAssignmentIds: 'Id', ResourceFeatureIds: 'FeatureId' },
    ...kept,
    required: ['ResourceFeatureIds'],
  },
  'resources/getAll': {
    rows: 'resources',
    ids: { EnterpriseIds: 'EnterpriseId', ResourceIds: 'Id' },
    words: { Names: 'Name' },
    intervals: createdAndUpdated,
    required: ['Extent'],
    passes: (_store, body, row) => row.IsActive === true || bodyOf(body.Extent).Inactive === true,
  },
  'resourceBlocks/getAll': {
    rows: 'blocks',
    ids: { EnterpriseIds: 'EnterpriseId', ResourceBlockIds: 'Id', AssignedResourceIds: 'AssignedResourceId' },
    intervals: createdAndUpdated,
    hasStates: true,
    passes: (_store, body, row) => collides(body, row.StartUtc, row.EndUtc),
  },
  'rates/getAll': {
    rows: 'rates',
    ids: { RateIds: 'Id', ServiceIds: 'ServiceId' },
    ...kept,
    required: ['ServiceIds'],
    hidden: ['factor'],
  },
  'restrictions/getAll': {
    rows: 'restrictions',
    ids: { RestrictionIds: 'Id', ServiceIds: 'ServiceId' },
    required: ['ServiceIds'],
    passes: (store, body, row) => {
      const { StartUtc, EndUtc } = bodyOf(row.Conditions)
      return affectsRate(store, body, bodyOf(row.Conditions)) && collides(body, StartUtc, EndUtc, false)
    },
  },
  'reservations/getAll/2023-06-06': {
    rows: 'reservations',
    ids: {
      ReservationIds: 'Id',
      ServiceIds: 'ServiceId',
      ReservationGroupIds: 'GroupId',
      AccountIds: 'AccountId',
      TravelAgencyIds: 'TravelAgencyId',
      AssignedResourceIds: 'AssignedResourceId',
    },
    words: { Numbers: 'Number', ChannelNumbers: 'ChannelNumber', States: 'State' },
    intervals: {
      ...createdAndUpdated,
      ScheduledStartUtc: 'ScheduledStartUtc',
      ScheduledEndUtc: 'ScheduledEndUtc',
    },
    most: { TravelAgencyIds: 100 },
    passes: (_store, body, row) => collides(body, row.ScheduledStartUtc, row.ScheduledEndUtc),
  },
  'orderItems/getAll': {
    rows: 'orderItems',
    ids: {
      EnterpriseIds: 'EnterpriseId',
      OrderItemIds: 'Id',
      AccountIds: 'AccountId',
      ServiceOrderIds: 'ServiceOrderId',
      ServiceIds: 'ServiceId',
    },
    words: { AccountingStates: 'AccountingState', Types: 'Type' },
    intervals: {
      ...createdAndUpdated,
      ConsumedUtc: 'ConsumedUtc',
      CanceledUtc: 'CanceledUtc',
      ClosedUtc: 'ClosedUtc',
    },
    most: { AccountIds: 100 },
    oneOf: [
      'OrderItemIds',
      'ServiceOrderIds',
      'ServiceIds',
      'BillIds',
      'CreatedUtc',
      'UpdatedUtc',
      'ClosedUtc',
    ],
  },
  'customers/getAll': {
    rows: 'customers',
    ids: { CustomerIds: 'Id' },
    words: { Emails: 'Email', FirstNames: 'FirstName', LastNames: 'LastName' },
    intervals: createdAndUpdated,
    hasStates: true,
    required: ['Extent'],
  },
  'companies/getAll': {
    rows: 'companies',
    ids: { Ids: 'Id' },
    words: { Names: 'Name' },
    intervals: createdAndUpdated,
    hasStates: true,
  },
}

function collides(body: Body, start: unknown, end: unknown, isLimited = true): boolean {
  const interval = intervalOf(body, 'CollidingUtc', isLimited)
  if (interval === undefined) return true
  const from = typeof start === 'string' ? Date.parse(start) : -Infinity
  const to = typeof end === 'string' ? Date.parse(end) : Infinity
  return from < interval.endMs && to >= interval.startMs
}

/** `RateIds` finds whatever affects a rate: directly, through its base rate or group, or as a rule for all. */
function affectsRate(store: Store, body: Body, conditions: Body): boolean {
  const rateIds = idsOf(body, 'RateIds')
  if (rateIds === undefined) return true
  const { ExactRateId, BaseRateId, RateGroupId } = conditions
  return [...rateIds].some((id) => {
    const rate = store.rates.get(id)
    return (
      rate !== undefined &&
      (ExactRateId === null || ExactRateId === id) &&
      (BaseRateId === null || BaseRateId === id || BaseRateId === rate.BaseRateId) &&
      (RateGroupId === null || RateGroupId === rate.GroupId)
    )
  })
}
