/** Fetches the records that room types refer to, many at once, so that mapping needs no further calls. */
import { readable } from '../../connector-kit/answers.ts'
import type { VendorContext } from '../../connector-kit/connector.ts'
import { everyRowOf } from '../../connector-kit/paginate.ts'
import { presentText } from '../../connector-kit/readings.ts'
import type { MewsAccount } from './account.ts'
import { ask, rowsFor } from './calls.ts'
import type { CategoryParts } from './map-listing.ts'
import { textIn } from './map.ts'
import {
  CategoryAssignment,
  FeatureAssignment,
  ImageAssignment,
  ImageUrl,
  VendorFeature,
  VendorResource,
} from './vendor.ts'
import type { VendorCategory } from './vendor.ts'

const activeOnly = { ActivityStates: ['Active'] }
const picture = { Width: 1600, ResizeMode: 'Fit' }
// The vendor names no maximum here; every picture costs it some work.
const picturesAtOnce = 100

type HotelParts = Omit<CategoryParts, 'service' | 'isPortfolio'>

export async function partsOf(
  context: VendorContext,
  account: MewsAccount,
  categories: VendorCategory[],
): Promise<(categoryId: string) => HotelParts> {
  const ids = categories.map(({ Id }) => Id)
  const { rooms } = await roomsOf(context, ids)
  const features = await featuresOf(context, account, categories)
  const photos = await photosOf(context, ids)
  return (categoryId) => {
    const resources = rooms.get(categoryId) ?? []
    return {
      units: resources.length,
      features: sharedBy(resources, features),
      photos: photos.get(categoryId) ?? [],
    }
  }
}

/** Returns the rooms in use of room types, and rows whose room type is unreadable. */
export async function roomsOf(
  context: VendorContext,
  categoryIds: string[],
): Promise<{ rooms: Map<string, VendorResource[]>; unread: unknown[] }> {
  const list = 'resourceCategoryAssignments/getAll'
  const rows = await rowsFor(context, list, 'ResourceCategoryIds', categoryIds, activeOnly)
  const assignments = readable(CategoryAssignment, rows).filter(({ IsActive }) => IsActive !== false)
  const resourceIds = [...new Set(assignments.map(({ ResourceId }) => ResourceId))]
  const extent = { Extent: { Resources: true, Inactive: false } }
  const resources = await rowsFor(context, 'resources/getAll', 'ResourceIds', resourceIds, extent)
  const used = readable(VendorResource, resources).filter(({ IsActive }) => IsActive !== false)
  const byId = new Map(used.map((resource) => [resource.Id, resource]))
  const rooms = grouped(assignments, ({ CategoryId, ResourceId }) => {
    const resource = byId.get(ResourceId)
    return resource === undefined ? null : ([CategoryId, resource] as [string, VendorResource])
  })
  const unread = [
    ...rows.filter((row) => readable(CategoryAssignment, [row]).length === 0),
    ...resources.filter((row) => readable(VendorResource, [row]).length === 0),
  ]
  return { rooms, unread }
}

/** Returns the names of features by room. */
async function featuresOf(
  context: VendorContext,
  { services }: MewsAccount,
  categories: VendorCategory[],
): Promise<Map<string, string[]>> {
  const serviceIds = [...new Set(categories.map(({ ServiceId }) => ServiceId))]
  const rows = await rowsFor(context, 'resourceFeatures/getAll', 'ServiceIds', serviceIds, activeOnly)
  const language = services.values().next().value?.hotel.language ?? null
  const names = new Map(
    readable(VendorFeature, rows).flatMap((feature) => {
      const name = presentText(feature.Classification) ?? textIn(feature.Names, language)
      return name === null || feature.IsActive === false ? [] : [[feature.Id, name]]
    }),
  )
  const featureIds = [...names.keys()]
  const list = 'resourceFeatureAssignments/getAll'
  const assigned = await rowsFor(context, list, 'ResourceFeatureIds', featureIds, activeOnly)
  return grouped(readable(FeatureAssignment, assigned), ({ IsActive, ResourceId, FeatureId }) => {
    const name = names.get(FeatureId)
    return IsActive === false || name === undefined ? null : [ResourceId, name]
  })
}

/** Features belong to rooms. A room type has those of all its rooms, since nobody can choose the room. */
function sharedBy(resources: VendorResource[], features: Map<string, string[]>): string[] {
  const [first, ...rest] = resources.map(({ Id }) => new Set(features.get(Id) ?? []))
  return [...(first ?? [])].filter((name) => rest.every((names) => names.has(name))).sort()
}

async function photosOf(
  context: VendorContext,
  categoryIds: string[],
): Promise<Map<string, CategoryParts['photos']>> {
  const list = 'resourceCategoryImageAssignments/getAll'
  const rows = await rowsFor(context, list, 'ResourceCategoryIds', categoryIds, activeOnly)
  const assignments = readable(ImageAssignment, rows).filter(({ IsActive }) => IsActive !== false)
  const ids = [...new Set(assignments.map(({ ImageId }) => ImageId))]
  const addresses = await everyRowOf(ids, picturesAtOnce, async (some) => {
    const Images = some.map((ImageId) => ({ ImageId, ...picture }))
    const { ImageUrls } = await ask(context, 'images/getUrls', { Images })
    return Array.isArray(ImageUrls) ? ImageUrls : []
  })
  const urls = new Map(readable(ImageUrl, addresses).map(({ ImageId, Url }) => [ImageId, Url]))
  return grouped(assignments, ({ CategoryId, ImageId, Ordering }) => {
    const url = urls.get(ImageId)
    return url === undefined ? null : [CategoryId, { url, ordering: Ordering ?? 0 }]
  })
}

function grouped<Row, T>(rows: Row[], entry: (row: Row) => [key: string, value: T] | null): Map<string, T[]> {
  const groups = new Map<string, T[]>()
  for (const [key, value] of rows.map(entry).filter((pair) => pair !== null)) {
    groups.set(key, [...(groups.get(key) ?? []), value])
  }
  return groups
}
