/** Says which parts of a request name records of an account. Pure; computed once per route at start. */
import type { TSchema } from 'typebox'
import type { TenantTable } from '../../../platform/tenant-tables.ts'

export type GatedTable = Extract<
  TenantTable,
  | 'listings'
  | 'reservations'
  | 'guests'
  | 'conversations'
  | 'special_offers'
  | 'reviews'
  | 'reservation_alterations'
>

export interface NamedRecord {
  place: 'params' | 'query' | 'body'
  field: string
  table: GatedTable
}

/**
 * What each path segment names. `null`: it names nothing that belongs to an account, or the handler looks it
 * up within the account.
 */
const pathIds: Record<string, GatedTable | null> = {
  listings: 'listings',
  properties: 'listings',
  availability: 'listings',
  reservations: 'reservations',
  guests: 'guests',
  conversations: 'conversations',
  'special-offers': 'special_offers',
  reviews: 'reviews',
  alterations: 'reservation_alterations',
  // A Vrbo account that fetches our feeds belongs to the workspace.
  accounts: null,
  // The handler looks a booking's code up within the account.
  ':code': null,
  ':threadId': 'conversations',
  // The handler looks a message up within its thread.
  ':messageId': null,
  // The handlers look connections and their runs up within the account.
  connections: null,
  runs: null,
  connect: null,
  intents: null,
  sessions: null,
  // The workspace that a migration fills belongs to this one.
  migrations: null,
  webhooks: null,
  deliveries: null,
  test: null,
  // A key-value entry has a name that the caller chose.
  kv: null,
  // The handler looks a plan up within the account.
  plans: null,
  // API keys belong to the workspace.
  keys: null,
  members: null,
  // A request is named by its log line or by the caller's own id.
  requests: null,
  // Response schemas belong to the workspace.
  custom: null,
  // A feed or an address belongs to the listing named earlier in the path.
  'ical-feeds': null,
  'ical-exports': null,
  // A market is shared by all workspaces.
  ':city': null,
  ':channel': null,
}

/** What each parameter and body field names. */
const fieldIds: Record<string, GatedTable | null> = {
  listing_id: 'listings',
  property_id: 'listings',
  listingId: 'listings',
  listingIds: 'listings',
  propertyIds: 'listings',
  conversation_id: 'conversations',
  thread_id: 'conversations',
  threadId: 'conversations',
  offerId: 'special_offers',
  guestId: 'guests',
  reviewId: 'reviews',
  review_id: 'reviews',
  // Feeds belong to the listing named in the path.
  feedIds: null,
  // The handler looks the connections of a key up within the workspace.
  connectionId: null,
  connectionIds: null,
  // A room belongs to the listing named beside it.
  unitId: null,
  // The links of the listing resolve a property's id at a channel.
  hotelId: null,
  // The provider's own id of an account is looked up within the account.
  accountId: null,
  account_id: null,
  // Airbnb's ids of a listing and a host are looked up within the account.
  airbnbId: null,
  airbnb_listing_id: null,
  // Airbnb's own id of a payout.
  payout_id: null,
  reservation_id: 'reservations',
  hostId: null,
  roomBookingId: null,
  // The link belongs to the listing named beside it.
  airbnbConnectionId: null,
  // The room belongs to the Airbnb listing of the request.
  roomId: null,
  room_id: null,
  // The photo belongs to the Airbnb listing of the request.
  photoId: null,
  photo_id: null,
  photo_ids: null,
  sessionId: null,
  // A member belongs to the workspace.
  memberId: null,
  clientId: null,
  website_id: null,
  // The caller chooses these ids for its project and its model calls.
  project_id: null,
  request_id: null,
}

/** Booking.com's own ids, which the handlers look up among the properties of the account. */
const ofBookingCom: Record<string, null> = {
  property_id: null,
  hotel_id: null,
  legal_entity_id: null,
  reservation_id: null,
  reservation_ids: null,
}
/** Fields in which a route carries a channel's own id under a name that elsewhere names our record. */
const channelsOwn: Record<string, Record<string, null>> = {
  makeAirbnbOffer: { listing_id: null },
  publishListingToBooking: { hotel_id: null },
  takeListingOffline: { hotel_id: null },
  putListingOnline: { hotel_id: null },
}
const fieldIdsOf = ({ id, url }: GatedRoute) =>
  /^\/v1\/(channels|connect)\/booking\//.test(url)
    ? { ...fieldIds, ...ofBookingCom }
    : { ...fieldIds, ...channelsOwn[id] }

const isId = (field: string) => /(Ids?|_ids?)$/.test(field)

function fieldsOf(schema: TSchema | undefined): string[] {
  const { properties = {}, anyOf = [] } = (schema ?? {}) as {
    properties?: object
    anyOf?: TSchema[]
  }
  return [...Object.keys(properties), ...anyOf.flatMap(fieldsOf)]
}

export interface GatedRoute {
  id: string
  url: string
  query?: TSchema | undefined
  body?: TSchema | undefined
}

/** Lists the records a route names. Throws for an id field without an entry above, so that no route is forgotten. */
export function listNamedRecords(route: GatedRoute): NamedRecord[] {
  const known = (ids: Record<string, GatedTable | null>, name: string, field: string) => {
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
            table: known(pathIds, Object.hasOwn(pathIds, part) ? part : (parts[place - 1] ?? ''), part),
          },
        ]
      : [],
  )
  const inFields = (['query', 'body'] as const).flatMap((place) =>
    [...new Set(fieldsOf(route[place]))]
      .filter(isId)
      .map((field) => ({ place, field, table: known(fieldIdsOf(route), field, field) })),
  )
  return [...inPath, ...inFields].filter((named): named is NamedRecord => named.table !== null)
}
