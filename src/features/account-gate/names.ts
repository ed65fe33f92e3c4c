/** Which parts of a request name records of an account. Pure; asked once for every route when the server starts. */
import type { TSchema } from 'typebox'
import type { TenantTable } from '../../platform/tenant.ts'

export type NamedTable = Extract<
  TenantTable,
  'listings' | 'reservations' | 'guests' | 'conversations' | 'special_offers' | 'reviews'
>

export interface Named {
  place: 'params' | 'query' | 'body'
  field: string
  table: NamedTable
}

/** What the id behind a segment of a path names; null: nothing of an account, or what is read within it anyway. */
const pathIds: Record<string, NamedTable | null> = {
  listings: 'listings',
  properties: 'listings',
  availability: 'listings',
  reservations: 'reservations',
  guests: 'guests',
  conversations: 'conversations',
  'special-offers': 'special_offers',
  reviews: 'reviews',
  // A connection and its runs are read within the account.
  connections: null,
  runs: null,
  connect: null,
  intents: null,
  sessions: null,
  webhooks: null,
  deliveries: null,
  test: null,
}

/** The same for parameters and fields of bodies. */
const fieldIds: Record<string, NamedTable | null> = {
  listing_id: 'listings',
  property_id: 'listings',
  listingId: 'listings',
  listingIds: 'listings',
  propertyIds: 'listings',
  conversation_id: 'conversations',
  guestId: 'guests',
  // A room of the listing that is named beside it.
  unitId: null,
  // A property at a channel, as the links of the listing name it.
  hotelId: null,
  // An account as its provider calls it: looked for within the account.
  accountId: null,
  sessionId: null,
  clientId: null,
  website_id: null,
}

const isId = (field: string) => /(Ids?|_ids?)$/.test(field)

function fieldsOf(schema: TSchema | undefined): string[] {
  const { properties = {}, anyOf = [] } = (schema ?? {}) as {
    properties?: object
    anyOf?: TSchema[]
  }
  return [...Object.keys(properties), ...anyOf.flatMap(fieldsOf)]
}

export interface NamingRoute {
  id: string
  url: string
  query?: TSchema | undefined
  body?: TSchema | undefined
}

/** Throws for an id that nothing here is said of, so that no route is forgotten. */
export function namedRecords(route: NamingRoute): Named[] {
  const known = (ids: Record<string, NamedTable | null>, name: string, field: string) => {
    const table = Object.hasOwn(ids, name) ? ids[name] : undefined
    if (table === undefined)
      throw new Error(`say in account-gate/names.ts what \`${field}\` of ${route.id} names`)
    return table
  }
  const parts = route.url.split('/')
  const inPath = parts.flatMap((part, place) =>
    part.startsWith(':')
      ? [
          {
            place: 'params' as const,
            field: part.slice(1),
            table: known(pathIds, parts[place - 1] ?? '', part),
          },
        ]
      : [],
  )
  const inFields = (['query', 'body'] as const).flatMap((place) =>
    [...new Set(fieldsOf(route[place]))]
      .filter(isId)
      .map((field) => ({ place, field, table: known(fieldIds, field, field) })),
  )
  return [...inPath, ...inFields].filter((named): named is Named => named.table !== null)
}
