/** Describes the vendor's lists: their records, filters and required filters. */
import { bodyOf, idsOf, intervalOf, textOf, type Body } from './requests.ts'
import type { Store } from './store.ts'

/** Filters are named like the field of the row that they are about; filters by several values end with `s`. */
export interface ListSpec {
  rows: keyof Store
  /** Filters by ids; those about a field of another name are in `named`. */
  ids?: readonly string[]
  named?: Readonly<Record<string, string>>
  /** Filters by moments. */
  intervals?: readonly string[]
  /** Filters by words. */
  words?: readonly string[]
  /** `Active` or `Deleted`; both by default. */
  hasStates?: boolean
  required?: readonly string[]
  /** A request must have at least one of these. */
  oneOf?: readonly string[]
  most?: Readonly<Record<string, number>>
  passes?(store: Store, body: Body, row: Record<string, unknown>): boolean
  hidden?: readonly string[]
}

const updated = { intervals: ['UpdatedUtc'] }
const createdAndUpdated = { intervals: ['UpdatedUtc', 'CreatedUtc'] }
/** Such rows stay in lists when they are deactivated. */
const lasting = { ...updated, hasStates: true }
const ofServices = { ids: ['ServiceIds'], required: ['ServiceIds'] }
const ofCategories = { required: ['ResourceCategoryIds'] }

export const lists: Record<string, ListSpec> = {
  'enterprises/getAll': {
    ...{ rows: 'enterprises', named: { EnterpriseIds: 'Id' }, ...updated },
    hidden: ['Currencies', 'IsPortfolio', 'AccountingConfiguration'],
  },
  'services/getAll': {
    ...{ rows: 'services', ids: ['EnterpriseIds'], named: { ServiceIds: 'Id' }, ...updated },
    passes: (_store, body, row) => {
      const filter = textOf(body, 'ServiceType')
      return filter === undefined || (row.Data as { Discriminator: string }).Discriminator === filter
    },
  },
  'ageCategories/getAll': { rows: 'ages', ids: ['ServiceIds'], named: { AgeCategoryIds: 'Id' }, ...lasting },
  'resourceCategories/getAll': {
    ...{ rows: 'categories', ...ofServices, ids: ['EnterpriseIds', 'ServiceIds'], hasStates: true },
    named: { ResourceCategoryIds: 'Id' },
  },
  'resourceCategoryAssignments/getAll': {
    ...{ rows: 'assignments', ids: ['ResourceIds'], ...lasting, ...ofCategories },
    named: { ResourceCategoryAssignmentIds: 'Id', ResourceCategoryIds: 'CategoryId' },
  },
  'resourceCategoryImageAssignments/getAll': {
    ...{ rows: 'images', ...lasting, ...ofCategories },
    named: { ResourceCategoryImageAssignmentIds: 'Id', ResourceCategoryIds: 'CategoryId' },
  },
  'resourceFeatures/getAll': {
    ...{ rows: 'features', ...ofServices, named: { ResourceFeatureIds: 'Id' }, ...lasting },
  },
  'resourceFeatureAssignments/getAll': {
    ...{ rows: 'featureAssignments', ...lasting, required: ['ResourceFeatureIds'] },
    named: { ResourceFeatureAssignmentIds: 'Id', ResourceFeatureIds: 'FeatureId' },
  },
  'resources/getAll': {
    ...{ rows: 'resources', ids: ['EnterpriseIds'], named: { ResourceIds: 'Id' }, words: ['Names'] },
    ...{ ...createdAndUpdated, required: ['Extent'] },
    passes: (_store, body, row) => row.IsActive === true || bodyOf(body.Extent).Inactive === true,
  },
  'resourceBlocks/getAll': {
    ...{ rows: 'blocks', ids: ['EnterpriseIds', 'AssignedResourceIds'], named: { ResourceBlockIds: 'Id' } },
    ...{ ...createdAndUpdated, hasStates: true },
    passes: (_store, body, row) => collides(body, row.StartUtc, row.EndUtc),
  },
  'rates/getAll': { rows: 'rates', ...ofServices, named: { RateIds: 'Id' }, ...lasting, hidden: ['factor'] },
  'restrictions/getAll': {
    ...{ rows: 'restrictions', ...ofServices, named: { RestrictionIds: 'Id' } },
    passes: (store, body, row) => {
      const conditions = bodyOf(row.Conditions)
      const { StartUtc, EndUtc } = conditions
      return affectsRate(store, body, conditions) && collides(body, StartUtc, EndUtc, false)
    },
  },
  'reservations/getAll/2023-06-06': {
    ...{ rows: 'reservations', named: { ReservationIds: 'Id', ReservationGroupIds: 'GroupId' } },
    ids: ['ServiceIds', 'AccountIds', 'TravelAgencyIds', 'AssignedResourceIds'],
    words: ['Numbers', 'ChannelNumbers', 'States'],
    intervals: ['UpdatedUtc', 'CreatedUtc', 'ScheduledStartUtc', 'ScheduledEndUtc'],
    most: { TravelAgencyIds: 100 },
    passes: (_store, body, row) => collides(body, row.ScheduledStartUtc, row.ScheduledEndUtc),
  },
  'orderItems/getAll': {
    ...{ rows: 'orderItems', named: { OrderItemIds: 'Id' }, words: ['AccountingStates', 'Types'] },
    ids: ['EnterpriseIds', 'AccountIds', 'ServiceOrderIds', 'ServiceIds'],
    intervals: ['UpdatedUtc', 'CreatedUtc', 'ConsumedUtc', 'CanceledUtc', 'ClosedUtc'],
    most: { AccountIds: 100 },
    oneOf: [
      ...['OrderItemIds', 'ServiceOrderIds', 'ServiceIds', 'BillIds'],
      ...['CreatedUtc', 'UpdatedUtc', 'ClosedUtc'],
    ],
  },
  'customers/getAll': {
    ...{ rows: 'customers', named: { CustomerIds: 'Id' }, words: ['Emails', 'FirstNames', 'LastNames'] },
    ...{ ...createdAndUpdated, hasStates: true, required: ['Extent'] },
  },
  'companies/getAll': {
    ...{ rows: 'companies', named: { Ids: 'Id' }, words: ['Names'], ...createdAndUpdated, hasStates: true },
  },
}

/** The field that a filter by several values is about. */
export const fieldOf = (filter: string): string => filter.slice(0, -1)

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
