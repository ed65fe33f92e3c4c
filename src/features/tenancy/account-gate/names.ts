/** Which parts of a request name records of an account. Pure; asked once for every route when the server starts. */
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

/** What a part of a path names, or else the id behind its segment; null: nothing of an account, or what is read within it anyway. */
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
  // An account of Vrbo that fetches our feeds: the workspace's.
  accounts: null,
  // The code of a booking, looked for within the account.
  ':code': null,
  ':threadId': 'conversations',
  // A message, looked for within its thread.
  ':messageId': null,
  // A connection and its runs are read within the account.
  connections: null,
  runs: null,
  connect: null,
  intents: null,
  sessions: null,
  // A workspace that was begun by this one.
  migrations: null,
  webhooks: null,
  deliveries: null,
  test: null,
  // What a caller calls its own entry.
  kv: null,
  // The workspace's.
  keys: null,
  members: null,
  // A line of the log, or what a caller called its own request.
  requests: null,
  // A schema for answers.
  custom: null,
  // A feed and an address of the listing that is named before them.
  'ical-feeds': null,
  'ical-exports': null,
  // A market by its name: it is nobody's.
  ':city': null,
  // A channel by its name.
  ':channel': null,
}

/** The same for parameters and fields of bodies. */
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
  // Feeds of the listing that is named before them.
  feedIds: null,
  // What a key is to be for; looked for within the workspace.
  connectionId: null,
  connectionIds: null,
  // A room of the listing that is named beside it.
  unitId: null,
  // A property at a channel, as the links of the listing name it.
  hotelId: null,
  // An account as its provider calls it: looked for within the account.
  accountId: null,
  account_id: null,
  // A listing and a host as Airbnb calls them: looked for within the account.
  airbnbId: null,
  airbnb_listing_id: null,
  // A payout as Airbnb calls it.
  payout_id: null,
  reservation_id: 'reservations',
  hostId: null,
  roomBookingId: null,
  // A link of the listing that is named beside it.
  airbnbConnectionId: null,
  // A room of the Airbnb listing that is meant.
  roomId: null,
  room_id: null,
  // A photo of it.
  photoId: null,
  photo_id: null,
  photo_ids: null,
  sessionId: null,
  // A person of the workspace.
  memberId: null,
  clientId: null,
  website_id: null,
  // What a caller calls its own project, and its own call of a model.
  project_id: null,
  request_id: null,
}

/** At Booking.com these are its own ids, looked for among the properties of the account. */
const ofBookingCom: Record<string, null> = {
  property_id: null,
  hotel_id: null,
  legal_entity_id: null,
  reservation_id: null,
  reservation_ids: null,
}
/** Fields of a route that name something of a channel's own under a name that stands for a record elsewhere. */
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

/** Throws for an id that nothing here is said of, so that no route is forgotten. */
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
