import type { ListingArea, ListingObject } from '../../contract/events.ts'
import type { NewEvent } from '../../platform/outbox.ts'
import type { Queryable, Scope } from '../../platform/tenant.ts'
import { eventOf } from '../events.ts'
import { listingEventRows, type ListingEventRow } from './event-queries.ts'

function toObject(scope: Scope, row: ListingEventRow): ListingObject {
  const { street, city, state: region } = row.active ? row : { street: null, city: null, state: null }
  return {
    id: row.id,
    customerId: scope.workspaceId,
    channel: row.provider,
    externalListingId: row.external_id,
    name: row.name,
    active: row.active,
    status: row.archived_at ? 'archived' : row.active ? 'active' : 'inactive',
    address: { street, city, region },
    thumbnailUrl: row.active ? row.thumbnail_url : null,
    channels: row.channels.map((link) => ({
      ...link,
      platform: link.platform as ListingObject['channels'][number]['platform'],
    })),
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
  }
}

const about = (row: ListingEventRow) => ({
  object: { type: 'listing', id: row.id, revision: row.revision },
  listingId: row.id,
  account: row.account && {
    provider: row.account.provider,
    externalAccountId: row.account.externalAccountId,
    ...(row.account.id === null ? {} : { id: row.account.id }),
  },
})

const count = (value: unknown) => (Number.isInteger(value) ? (value as number) : null)
const amount = (value: unknown) =>
  value === null || value === undefined || Number.isNaN(Number(value)) ? null : Number(value)

function created(scope: Scope, row: ListingEventRow): NewEvent {
  const { bedrooms, bathrooms, personCapacity } = row.details ?? {}
  return eventOf('listing.created', {
    ...about(row),
    data: {
      id: row.id,
      title: row.name,
      address: { city: row.city, region: row.state, country: row.country_code },
      bedrooms: count(bedrooms),
      bathrooms: amount(bathrooms),
      maxGuests: count(personCapacity),
      createdAt: row.created_at.toISOString(),
      object: toObject(scope, row),
      revision: row.revision,
    },
  })
}

/** If several fields changed, the first area of this list is named. */
const areas: [ListingArea, ReadonlySet<string>][] = [
  [
    'content',
    new Set([
      ...[
        'name',
        'publicName',
        'street',
        'city',
        'state',
        'postalCode',
        'countryCode',
        'latitude',
        'longitude',
      ],
      ...[
        'timeZone',
        'content',
        'details',
        'amenities',
        'photos',
        'thumbnailUrl',
        'texts',
        'rooms',
        'checkoutTasks',
        'model',
        'lifecycleStatus',
      ],
    ]),
  ],
  ['pricing', new Set(['currency', 'defaultNightlyPrice', 'pricing', 'markupPercent'])],
  ['booking_settings', new Set(['minNights', 'maxNights'])],
  ['rules', new Set(['policies'])],
  ['availability', new Set(['unitCount'])],
]

const areaOf = (previous: Record<string, unknown>): ListingArea =>
  areas.find(([, names]) => Object.keys(previous).some((name) => names.has(name)))?.[0] ?? 'sync_settings'

export interface ListingChange {
  id: string
  change: 'created' | 'updated' | 'deleted'
  previous: Record<string, unknown>
}

/** Returns events of changes just made; inactive listings give none. */
export async function listingEvents(
  tx: Queryable,
  scope: Scope,
  changes: readonly ListingChange[],
  at: Date,
): Promise<NewEvent[]> {
  if (changes.length === 0) return []
  const rows = await listingEventRows(
    tx,
    scope,
    changes.map(({ id }) => id),
  )
  const byId = new Map(rows.map((row) => [row.id, row]))
  return changes.flatMap(({ id, change, previous }): NewEvent[] => {
    const row = byId.get(id)
    if (!row?.active) return []
    if (change === 'created') return [created(scope, row)]
    const data = { object: toObject(scope, row), revision: row.revision }
    if (change === 'deleted') {
      const deletedAt = at.toISOString()
      return [
        eventOf('listing.deleted', {
          ...about(row),
          data: { ...data, reason: 'removed_at_source', deletedAt },
        }),
      ]
    }
    if (Object.keys(previous).length === 0) return []
    return [
      eventOf('listing.updated', {
        ...about(row),
        data: { ...data, area: areaOf(previous), previousAttributes: previous },
      }),
    ]
  })
}

/** Returns events of listings just switched on or off. */
export async function listingActivityEvents(
  tx: Queryable,
  scope: Scope,
  ids: readonly string[],
  at: Date,
  reason: string | null = null,
): Promise<NewEvent[]> {
  const rows = ids.length === 0 ? [] : await listingEventRows(tx, scope, ids)
  return rows.map((row) => {
    const event = row.active ? 'listing.reactivated' : 'listing.suspended'
    return eventOf(event, {
      ...about(row),
      data: {
        object: toObject(scope, row),
        reason: reason ?? row.inactive_reason,
        occurredAt: at.toISOString(),
        revision: row.revision,
      },
    })
  })
}

/** Shows listings as they are to subscribers who joined after they were created. */
export async function listingSnapshot(
  tx: Queryable,
  scope: Scope,
  ids: readonly string[],
): Promise<NewEvent[]> {
  return (await listingEventRows(tx, scope, ids)).map((row) => created(scope, row))
}
