import { from, type Queryable, type Scope } from '../../platform/tenant.ts'

const storyColumns = [
  'name',
  'public_name',
  'street',
  'city',
  'state',
  'postal_code',
  'country_code',
  'latitude',
  'longitude',
  'time_zone',
  'currency',
  'model',
  'active',
  'inactive_reason',
  'lifecycle_status',
  'thumbnail_url',
  'default_nightly_price',
  'min_nights',
  'max_nights',
  'unit_count',
  'content',
  'details',
  'amenities',
  'photos',
  'rooms',
  'checkout_tasks',
  'pricing',
  'policies',
] as const

const inApiSpelling = (column: string) =>
  column.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase())

/** The fields that a listing's history covers, as of now. */
export async function listingStory(
  db: Queryable,
  scope: Scope,
  id: string,
): Promise<Record<string, unknown> | undefined> {
  const row = await from(db, scope, 'listings').select(storyColumns).where('id', '=', id).executeTakeFirst()
  return (
    row && Object.fromEntries(Object.entries(row).map(([column, value]) => [inApiSpelling(column), value]))
  )
}
