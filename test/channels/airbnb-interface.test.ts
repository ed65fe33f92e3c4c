/**
 * The routes of Airbnb as the interface names them, against `openapi.json`: a route, a parameter, a field of a request or an answer,
 * or an error that goes missing fails here. What there is beyond it is not looked at.
 */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { describe, it } from 'node:test'
import { joinCodes, type CodesByStatus, type ErrorCodeSet } from '../../src/http/openapi/error-responses.ts'

interface Schema {
  $ref?: string
  anyOf?: Schema[]
  oneOf?: Schema[]
  allOf?: Schema[]
  items?: Schema
  properties?: Record<string, Schema>
  required?: string[]
  enum?: unknown[]
  const?: unknown
}
interface Content {
  $ref?: string
  description?: string
  content?: Record<string, { schema: Schema }>
}
interface Operation {
  operationId: string
  parameters?: { $ref?: string; name: string; in: string }[]
  requestBody?: Content
  responses: Record<string, Content>
  'x-error-code-sets': ErrorCodeSet[]
  'x-error-codes'?: CodesByStatus
}
const api = JSON.parse(readFileSync(new URL('../../openapi.json', import.meta.url), 'utf8')) as {
  'x-query-aliases': { alias: string; operations: string[] }[]
  paths: Record<string, Record<string, Operation>>
}

/** Follows references, which are all within the document. */
function plain<T extends { $ref?: string }>(value: T): T {
  if (value.$ref === undefined) return value
  let found: unknown = api
  for (const part of value.$ref.split('/').slice(1)) {
    const name = part.replaceAll('~1', '/').replaceAll('~0', '~')
    found = (found as Record<string, unknown>)[name]
  }
  return plain(found as T)
}

const alternatives = (schema: Schema): Schema[] => {
  const known = plain(schema)
  const parts = known.anyOf ?? known.oneOf ?? known.allOf
  return parts ? parts.flatMap(alternatives) : [known]
}

/** By a path such as `data.listingId`; lists are stepped into. */
function fieldsAt(schemas: readonly Schema[], path: string): Schema[] {
  const inside = (schema: Schema): Schema[] =>
    alternatives(schema).flatMap((one) => (one.items ? inside(one.items) : [one]))
  return path
    .split('.')
    .reduce<Schema[]>(
      (at, name) => at.flatMap(inside).flatMap(({ properties }) => properties?.[name] ?? []),
      [...schemas],
    )
}

const valuesOf = (schemas: readonly Schema[]): unknown[] =>
  schemas
    .flatMap(alternatives)
    .flatMap(({ enum: values, const: value, items }) =>
      items ? valuesOf([items]) : (values ?? (value === undefined ? [] : [value])),
    )

const schemasOf = (given: Content | undefined): Schema[] =>
  Object.values(given ? (plain(given).content ?? {}) : {}).map(({ schema }) => schema)

interface Named {
  /** 200 unless told. */
  status?: number
  query?: string
  body?: string
  /** Of the answer. */
  reply?: string
  /** Values of a field of the request (`body.x`, `query.x`) or of the answer (`reply.x`). */
  values?: Record<string, string>
  errors?: string
}

const words = (text: string | undefined) => (text ? text.trim().split(/\s+/) : [])
/** `data(a b)` for `data.a data.b`, one level after the other. */
function spread(text: string | undefined): string[] {
  let rest = text ?? ''
  for (;;) {
    const next = rest.replace(/(\w+)\(([^()]*)\)/g, (_, prefix: string, names: string) =>
      [prefix, ...words(names).map((name) => `${prefix}.${name}`)].join(' '),
    )
    if (next === rest) return words(rest)
    rest = next
  }
}

const live =
  'connection_reauth_required insufficient_access listing_inactive no_connection airbnb_rejected airbnb_rate_limited airbnb_error'
const writes = `${live} listing_not_api_connected`
const freshness =
  'dataFreshness(lastSyncedAt stale reason fixUrl accounts(accountId accountName lastSyncedAt stale reason fixUrl))'
const page = 'pagination(nextCursor hasMore total)'
const links =
  'connections(id airbnbId accountId accountName hostId hostName active syncEnabled primary markup syncCategory writable lockedFields createdAt amenities accessibility_amenities)'
const publishResult =
  'result(published live sections errors(section message code lockedFields) warnings reason lockedFields)'
const published = {
  'reply.result.sections': 'details description amenities rooms policies photos pricing checkout_tasks',
}
const written = 'listingId airbnbListingId written blockedFields message fix result'
const operations =
  'operations(dates start_date end_date daily_price availability busy_subtype min_nights max_nights closed_to_arrival closed_to_departure notes)'
const operationValues = {
  'body.operations.availability': 'available unavailable default',
  'body.operations.busy_subtype': 'BLOCKED_BY_HOST OUTSIDE_RESERVATION',
}
const reservation =
  'confirmationCode listingId accountId accountName status checkIn checkOut guestName guestCount totalPrice currency'
const reservationStates = { 'reply.data.status': 'accepted pending cancelled denied inquiry' }
const thread = 'id listingId accountId accountName guestName lastMessageAt unreadCount'
const alteration =
  'id alterationId reservationId accountId accountName platform status initiator reason notes originalCheckIn originalCheckOut originalGuestCount originalTotalPrice newCheckIn newCheckOut newGuestCount newTotalPrice newListingId newAirbnbListingId createdAt updatedAt'
const offer =
  'id threadId offerType status listingId startDate nights totalPrice guestDetails createdAt expiresAt'
const bookingSettings =
  'bookingMode instantBook(enabled guestCategory requiresGoodTrackRecord) checkIn(start end) checkOut(time) advanceNotice(hours sameDayBookingsAllowed allowRequestToBook) preparationTime(nights) bookingWindow(days unlimited) cancellation(shortStayPolicy longStayPolicy nonRefundable(enabled discountPercent priceFactor))'
const settingValues = (at: string) => ({
  [`${at}bookingMode`]: 'instant_book request_to_book',
  [`${at}instantBook.guestCategory`]: 'everyone experienced_guests_only recommended_guests_only off',
})
const disclosureTypes =
  'surveillance noise_monitor requires_stairs potential_noise animals has_pets limited_parking limited_amenities shared_spaces pool_or_jacuzzi_with_no_fence heights_with_no_fence climbing_or_play_structure lake_or_river_or_water_body weapons'
const review =
  'publicReview comment isRevieweeRecommended rating categoryRatings(category rating comment) privateFeedback'
const answerToAlteration: Named = { reply: alteration, errors: `${live} not_found` }

const base = '/v1/channels/airbnb'
const listing = `${base}/listings/{id}`
const named: Record<string, Named> = {
  // Connecting (§2.3 to §2.6)
  'GET /v1/connect/providers': {
    reply:
      'data(id displayName category connectPattern status logoUrl description docsUrl aliases migrationCapabilities)',
    values: {
      'reply.data.status': 'live beta coming-soon',
      'reply.data.connectPattern': 'oauth credentials activation claim',
    },
  },
  'POST /v1/connect/sessions/{sessionId}/select-provider': {
    body: 'provider',
    reply: 'sessionId provider pattern nextUrl',
    errors: 'invalid_provider session_terminal provider_unavailable session_expired not_found',
  },
  'GET /v1/connect/sessions/{sessionId}/listing-options': {
    query: 'q limit',
    reply: 'data(id name city) total',
    errors: 'session_terminal session_expired not_found',
  },
  'GET /v1/connect/{provider}': {
    reply:
      'connected provider id status externalAccountId createdAt host accounts(externalAccountId name pictureUrl status connected accessType) writePolicy capabilities action fixUrl',
    errors: 'invalid_provider',
  },
  'POST /v1/connect/{provider}': {
    body: 'redirectUrl accessType reservationHistoryMonths state locale apiKey clientId clientSecret credentials',
    reply: 'url sessionId provider expiresAt id status',
    errors: 'invalid_provider invalid_body invalid_credentials provider_unavailable',
    values: { 'body.accessType': 'full_access messaging read_only' },
  },
  'DELETE /v1/connect/{provider}': {
    query: 'accountId',
    reply: 'disconnected provider accountId listingsDeactivated',
    // Where the interface says 501 for a PMS, disconnecting works.
    errors: 'not_found',
  },
  'POST /v1/connect/{provider}/credentials': {
    body: 'sessionId credentials writePolicy',
    reply:
      'ok provider connected pmsConnectionId created sessionId accountInfo writePolicy firstSync(queued error)',
    errors: 'invalid_credentials session_terminal session_expired network_error',
  },
  'GET /v1/connect/{provider}/write-policy': {
    reply:
      'provider writePolicy(calendar(availability rates restrictions) reservations(website dashboard api)) defaults(calendar(availability rates restrictions) reservations(website dashboard api))',
    errors: 'no_connection',
  },
  'PATCH /v1/connect/{provider}/write-policy': {
    body: 'calendar(availability rates restrictions) reservations(website dashboard api)',
    reply: 'provider writePolicy defaults',
    errors: 'no_connection invalid_body',
  },

  // Connection and listings (§14.1)
  [`GET ${base}/connection`]: {
    reply:
      'data(status hostCount hosts(airbnbUserId name isConnected lastSyncedAt deactivatedAt lastDisconnectReason) fixUrl)',
    values: { 'reply.data.status': 'connected disconnected reconnect_required never_connected' },
  },
  [`GET ${base}/listings`]: {
    query: 'status account_id include limit cursor include_total',
    reply: `data(listingId name publicName city status inactiveReason thumbnailUrl ${links}) ${page} ${freshness}`,
    values: {
      'reply.data.inactiveReason': 'plan_limit unlisted_on_airbnb deactivated',
      'reply.data.connections.syncCategory': 'sync_all sync_rates_and_availability none',
      'query.status': 'active inactive all',
    },
    errors: 'not_found',
  },
  [`GET ${listing}`]: {
    query: 'include',
    reply: `data(listingId name status ${links}) dataFreshness`,
    errors: 'listing_inactive no_connection',
  },
  [`POST ${listing}`]: {
    body: 'action airbnbConnectionId hostId force',
    reply: `id active action channel ${publishResult} airbnbConnectionId live verified`,
    values: published,
    errors: `${writes} invalid_action`,
  },
  [`POST ${base}/listings/map`]: {
    body: 'airbnbId listingId hostId syncEnabled',
    reply: 'success alreadyMapped airbnbId listingId previousListingId hostId listingAirbnbId platformLinkId',
    errors: 'invalid_state not_found no_connection',
  },
  'POST /v1/listings/{id}/pull/airbnb': {
    body: 'airbnbConnectionId',
    reply:
      'listingId channel connectionId externalId refreshedFromChannel sections pulledAt nextPullAvailableAt minIntervalSeconds',
    errors: 'rate_limit_exceeded airbnb_error no_connection',
  },
  'POST /v1/listings/{id}/publish/airbnb': {
    body: 'airbnbConnectionId hostId force',
    reply: `listingId channel ${publishResult}`,
    values: published,
    // What is refused of a part is in `result.errors`; no plan of this server limits publishing.
    errors:
      'connection_reauth_required insufficient_access listing_inactive listing_not_api_connected no_connection airbnb_rate_limited airbnb_error not_found',
  },
  'GET /v1/listings/{id}/publish-status': {
    reply:
      'listingId addressReadiness(airbnb(ready missing have)) channels(platform pushStatus pushError lastPushedAt lastPulledAt dirtyFields platformHasChanges) connections(channel connected syncEnabled since platformId channelStatus channelStatusDetail lockedFields)',
    values: {
      'reply.channels.pushStatus': 'idle pushing success error',
      'reply.connections.channelStatus': 'online offline',
    },
    errors: 'listing_inactive',
  },

  // Pricing and calendar (§14.2)
  [`GET ${listing}/pricing`]: { reply: 'data settings', errors: 'listing_inactive no_connection' },
  [`GET ${listing}/availability`]: { reply: 'data settings', errors: 'listing_inactive no_connection' },
  [`PUT ${listing}/pricing`]: {
    body: `type modelType settings records currency rule ${operations}`,
    values: {
      'body.type': 'model standard los rate-plan fees currency rule calendar',
      'body.modelType': 'STANDARD LOS_RECORD RATE_PLAN',
      ...operationValues,
    },
    errors: writes,
  },
  [`PUT ${listing}/availability`]: {
    body: `type rules ${operations}`,
    values: { 'body.type': 'rules calendar', ...operationValues },
    errors: writes,
  },

  // Content (§14.3)
  [`GET ${listing}/photos`]: { reply: 'data(photoAirbnbId)' },
  [`POST ${listing}/photos`]: {
    status: 201,
    body: 'photos(image room_id category amenity caption sort_order metadata)',
    values: { 'body.photos.category': 'listing room listing_amenity room_amenity' },
    errors: writes,
  },
  [`PATCH ${listing}/photos`]: {
    body: 'photo_id caption sort_order room_id metadata',
    reply: 'data stored',
    errors: writes,
  },
  [`DELETE ${listing}/photos`]: { query: 'photoId', reply: 'deleted stored', errors: writes },
  [`PUT ${listing}/photos/order`]: {
    body: 'photo_ids',
    reply: 'data(order(photoId sortOrder) applied unchanged) stored',
    errors: writes,
  },
  [`PUT ${listing}/photos/cover`]: {
    body: 'photo_id',
    reply: 'data(coverPhotoId applied order) stored',
    errors: writes,
  },
  [`GET ${listing}/amenities`]: { reply: 'data(amenities accessibility_amenities)' },
  [`PUT ${listing}/amenities`]: {
    body: 'amenities(id is_present instruction) accessibility_amenities(id is_present instruction photo_ids)',
    errors: writes,
  },
  [`GET ${listing}/checkin-guide`]: { query: 'locale', reply: 'data' },
  [`PUT ${listing}/checkin-guide`]: {
    body: 'locale steps(notes)',
    reply: 'data(listingId locale published steps(id notes mediaUrl))',
    errors: writes,
  },
  [`GET ${listing}/checkout-guide`]: { reply: 'data' },
  [`GET ${listing}/descriptions`]: { query: 'locale country', reply: 'data' },
  [`PUT ${listing}/descriptions`]: {
    body: 'locale description(name summary space access interaction neighborhood_overview transit notes house_rules)',
    reply: written,
    errors: writes,
  },
  [`GET ${listing}/details`]: {
    reply:
      'data(listingAirbnbId name propertyTypeGroup propertyTypeCategory roomTypeCategory personCapacity bedrooms beds bathrooms hasAvailability checkInOption(category instruction) listingNickname lockedFields updatedAt)',
  },
  [`PUT ${listing}/details`]: {
    body: 'property_type_group property_type_category room_type_category quiet_hours check_in_option(category instruction) house_manual directions wifi_network wifi_password',
    values: { 'body.room_type_category': 'entire_home private_room shared_room hotel_room' },
    reply: written,
    errors: writes,
  },
  [`GET ${listing}/permits`]: { query: 'source', reply: 'data', values: { 'query.source': 'cache live' } },
  [`PUT ${listing}/permits`]: {
    body: 'permits(regulatory_body regulation_type regulation_context flow_slug answers)',
    reply: 'listingId airbnbListingId permits',
    errors: writes,
  },
  [`GET ${listing}/safety-disclosures`]: {
    reply: 'data(type value declared)',
    values: { 'reply.data.type': disclosureTypes },
  },
  [`PUT ${listing}/safety-disclosures`]: {
    body: 'disclosures(type value)',
    reply: 'listingId airbnbListingId disclosures result',
    values: { 'body.disclosures.type': disclosureTypes },
    errors: writes,
  },
  [`GET ${listing}/booking-settings`]: {
    reply: `data(${bookingSettings})`,
    values: settingValues('reply.data.'),
  },
  [`PUT ${listing}/booking-settings`]: {
    body: bookingSettings,
    reply: `data(applied settings(${bookingSettings}))`,
    values: {
      ...settingValues('body.'),
      'body.cancellation.shortStayPolicy': 'flexible moderate firm strict super_strict',
    },
    errors: writes,
  },
  [`GET ${listing}/quality`]: {
    query: 'type',
    reply: 'data(standards issues)',
    values: { 'query.type': 'all standards issues stats' },
  },
  [`GET ${listing}/rooms`]: { reply: 'data' },
  [`POST ${listing}/rooms`]: {
    status: 201,
    body: 'room_number room_type beds(type quantity) room_amenities is_private metadata',
    values: {
      'body.room_type':
        'bedroom bathroom living_room kitchen studio dining_room family_room office garage laundry_room entrance_to_home recreation_area outdoor_space',
    },
    errors: writes,
  },
  [`PUT ${listing}/rooms`]: { query: 'roomId', reply: 'data stored', errors: writes },
  [`DELETE ${listing}/rooms`]: { query: 'roomId', reply: 'deleted stored', errors: writes },
  [`GET ${listing}/settings`]: {
    query: 'type',
    reply: 'data(hosts locales)',
    values: { 'query.type': 'all hosts permits locales' },
  },

  // Messaging, reservations, reviews, alterations, offers (§14.4)
  [`GET ${base}/messaging`]: { query: 'account_id cursor', reply: `data(${thread}) ${page} ${freshness}` },
  [`GET ${base}/messaging/{threadId}`]: { reply: `data(${thread}) dataFreshness`, errors: 'not_found' },
  [`GET ${base}/messaging/{threadId}/messages`]: {
    query: 'cursor all',
    reply: `data(id externalMessageId threadId userId message translatedMessage channel senderType reservationId createdAt updatedAt externalCreatedAt attachments) ${page}`,
  },
  [`POST ${base}/messaging/{threadId}/messages`]: {
    status: 201,
    body: 'message mediaUrl mediaType',
    errors: `${live} not_found`,
  },
  ...Object.fromEntries(
    ['POST', 'PATCH'].map((method) => [
      `${method} ${base}/messaging/{threadId}/messages/{messageId}`,
      { body: 'action message reaction', errors: 'invalid_action not_found' },
    ]),
  ),
  [`GET ${base}/reservations`]: {
    query: 'cursor offset limit listing_id status start_date end_date include_total account_id',
    reply: `data(${reservation}) ${page} ${freshness}`,
    values: {
      ...reservationStates,
      'query.status': 'pending accepted denied cancelled completed failed_verification request_voided',
    },
  },
  [`GET ${base}/reservations/{code}`]: {
    reply: `data(${reservation})`,
    values: reservationStates,
    errors: 'not_found',
  },
  [`POST ${base}/reservations/{code}`]: {
    body: 'action reason message',
    reply: 'status',
    errors: `${live} invalid_action not_found request_no_longer_pending request_expired`,
  },
  [`GET ${base}/reviews`]: {
    reply: 'data(id reservationCode accountId accountName rating comment response createdAt)',
  },
  [`POST ${base}/reviews`]: { body: 'action reviewId response review', errors: live },
  [`PUT ${base}/reviews/{id}`]: {
    body: review,
    values: { 'body.categoryRatings.category': 'cleanliness communication respect_house_rules' },
    errors: `${live} review_already_submitted not_host_review review_window_closed`,
  },
  [`POST ${base}/reviews/{id}/respond`]: { body: 'response', errors: `${live} already_replied` },
  [`GET ${base}/alterations`]: {
    query: 'type reservation_code account_id',
    reply: `data(${alteration}) ${freshness}`,
    values: { 'query.type': 'pending all', 'reply.data.status': 'pending accepted declined canceled' },
  },
  [`GET ${base}/alterations/{id}`]: { reply: `data(${alteration})`, errors: 'not_found' },
  [`POST ${base}/alterations`]: {
    status: 201,
    body: 'confirmation_code check_in check_out number_of_guests total_price listing_id airbnb_listing_id start_date end_date total_price_override',
    reply: alteration,
    errors: `${live} not_found`,
  },
  [`POST ${base}/alterations/{id}/accept`]: answerToAlteration,
  [`POST ${base}/alterations/{id}/decline`]: answerToAlteration,
  [`POST ${base}/alterations/{id}/cancel`]: answerToAlteration,
  [`GET ${base}/offers`]: { query: 'offerId', reply: offer, errors: 'not_found' },
  [`POST ${base}/offers`]: {
    status: 201,
    body: 'type thread_id threadId block_instant_booking blockInstantBooking listing_id start_date nights total_price guest_details(number_of_guests number_of_adults)',
    reply: offer,
    values: {
      'body.type': 'offer preapproval',
      'reply.status': 'active pending accepted declined expired voided',
    },
    errors: `${live} inquiry_no_longer_open inquiry_expired`,
  },
  [`DELETE ${base}/offers`]: { query: 'offerId', reply: offer, errors: `${live} inquiry_no_longer_open` },

  // Transactions (§14.5)
  [`GET ${base}/transactions`]: {
    query:
      'account_id start_date end_date status type payout_id confirmation_code reservation_id limit cursor',
    reply: `data(transactionId accountId accountName status type isPayout date currency amount grossAmount fees(hostServiceFee cleaningFee) payout(payoutId payoutIdSynthetic payoutDate lineIndex paidOutAmount) confirmationCode reservationId listingId listingName onInactiveListing guestName nights reservationStartDate description reference unavailableFields syncedAt) ${page} ${freshness}`,
    values: { 'query.status': 'COMPLETED UPCOMING' },
  },
  [`POST ${base}/transactions`]: {
    body: 'start_date end_date transaction_type',
    reply: 'synced count accounts(accountId count payouts upcomingRemoved)',
    errors: 'no_connection',
  },
}

const parametersOf = (operation: Operation) =>
  (operation.parameters ?? []).map(plain) as { name: string; in: string; schema?: Schema }[]

const errorsOf = (operation: Operation): readonly string[] =>
  Object.values(joinCodes(operation['x-error-code-sets'], operation['x-error-codes'] ?? {})).flat()

for (const [route, wanted] of Object.entries(named)) {
  describe(route, () => {
    const [method = '', path = ''] = route.split(' ')
    const operation = api.paths[path]?.[method.toLowerCase()]

    it('is there, with its parameters and its body', () => {
      assert.ok(operation)
      const aliases = api['x-query-aliases'].filter(({ operations }) =>
        operations.includes(operation.operationId),
      )
      const names = [
        ...parametersOf(operation).flatMap(({ name, in: place }) => (place === 'query' ? [name] : [])),
        ...aliases.map(({ alias }) => alias),
      ]
      assert.deepEqual(
        words(wanted.query).filter((name) => !names.includes(name)),
        [],
        'parameters',
      )
      const body = schemasOf(operation.requestBody)
      assert.deepEqual(
        spread(wanted.body).filter((field) => fieldsAt(body, field).length === 0),
        [],
        'fields of the body',
      )
    })

    it('answers what it is to', () => {
      assert.ok(operation)
      const status = wanted.status ?? 200
      assert.ok(operation.responses[status], `answers ${status}`)
      const reply = schemasOf(operation.responses[status])
      assert.deepEqual(
        spread(wanted.reply).filter((field) => fieldsAt(reply, field).length === 0),
        [],
        'fields of the answer',
      )
      for (const [where, values] of Object.entries(wanted.values ?? {})) {
        const [place, ...rest] = where.split('.')
        const schemas =
          place === 'query'
            ? parametersOf(operation).flatMap(({ name, schema }) =>
                name === rest[0] && schema ? [schema] : [],
              )
            : fieldsAt(place === 'body' ? schemasOf(operation.requestBody) : reply, rest.join('.'))
        const known = valuesOf(schemas)
        assert.deepEqual(
          words(values).filter((value) => !known.includes(value)),
          [],
          where,
        )
      }
    })

    it('names its errors', () => {
      assert.ok(operation)
      const told = errorsOf(operation)
      assert.deepEqual(
        words(wanted.errors).filter((code) => !told.includes(code)),
        [],
      )
    })
  })
}
