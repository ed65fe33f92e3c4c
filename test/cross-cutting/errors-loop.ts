/** Every error a route declares must really occur. It runs last, since it reads what the other loops met. */
import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, it } from 'node:test'
import { channelErrors } from './channel-errors.ts'
import { relayErrors } from './relay-errors.ts'
import { routes, type World } from './world.ts'

/**
 * Errors that need more than a request, as `<route id> <code>` with the test file that causes them. The file must name
 * the code; errors that a loop meets do not belong here.
 */
const connectStart = 'test/connect/start.test.ts'
const connectSession = 'test/connect/session.test.ts'
const connectClaim = 'test/connect/claim.test.ts'
const connectSandbox = 'test/connect/sandbox-channels.test.ts'
const connectEnding = 'test/connect/ending.test.ts'
const webhookSurface = 'test/webhooks/surface.test.ts'
const nativeBookings = 'test/bookings/native.test.ts'
const pmsBookings = 'test/bookings/pms.test.ts'
const pmsRefusals = 'test/bookings/refusals.test.ts'
const listingContent = 'test/api/listing-content.test.ts'
const listingWrite = 'test/api/listing-write.test.ts'
const maxAge = 'test/sync/max-age.test.ts'
const revokedAccounts = 'test/cross-cutting/revoked-accounts.test.ts'
const calendarRefusals = 'test/calendar/refusals.test.ts'
const twoChannels = 'test/selling/two-channels.test.ts'
const channelMapping = 'test/selling/mapping.test.ts'
const migrationEnd = 'test/migrations/end.test.ts'
const migrationImport = 'test/migrations/import.test.ts'
const airbnbAccess = 'test/channels/airbnb-access.test.ts'
const migrationRecords = 'test/migrations/file-import.test.ts'
const keysTest = 'test/keys/routes.test.ts'
const membersTest = 'test/members/routes.test.ts'
const vrboFeeds = 'test/channels/vrbo-feeds.test.ts'
const icalRoutes = 'test/ical/routes.test.ts'
const migrationExport = 'test/migrations/export.test.ts'
const aiOperations = 'test/ai/operations.test.ts'
const provenElsewhere: Record<string, string> = {
  ...relayErrors,
  ...channelErrors,
  ...Object.fromEntries(
    ['runAiOperation', 'generateListingContent'].flatMap((id) =>
      ['not_implemented', 'upstream_error'].map((code) => [`${id} ${code}`, aiOperations]),
    ),
  ),
  'getListingPhotoImage upstream_error': 'test/api/listing-pictures.test.ts',
  'getMarketCalendar not_found': 'test/markets/calendar.test.ts',
  'getMarketCalendar listing_inactive': 'test/markets/calendar.test.ts',
  'getMarket not_found': 'test/markets/pages.test.ts',
  'createBillingPage billing_error': 'test/billing/checkout.test.ts',
  'createBillingPage upstream_error': 'test/billing/checkout.test.ts',
  'runAiOperation invalid_state': aiOperations,
  'runAiOperation listing_inactive': 'test/ai/scope.test.ts',
  'updateKey invalid_state': keysTest,
  'rotateKey invalid_state': keysTest,
  'getOwnMember not_found': 'test/members/sign-in.test.ts',
  'openSandboxSession invalid_state': 'test/members/console-session.test.ts',
  'previewAgentAuthorization invalid_state': 'test/agents/oauth.test.ts',
  'createAgentAuthorization invalid_state': 'test/agents/oauth.test.ts',
  'askForSignInLink rate_limit_exceeded': 'test/members/sign-in.test.ts',
  'createMember member_email_taken': membersTest,
  'createMember too_many_members': membersTest,
  'updateMember last_owner': membersTest,
  'removeMember last_owner': membersTest,
  'inviteMemberAgain invalid_state': membersTest,
  'createIcalFeed invalid_state': icalRoutes,
  'updateIcalFeed invalid_state': 'test/ical/watching.test.ts',
  'createIcalExport invalid_state': icalRoutes,
  'rotateIcalExport invalid_state': icalRoutes,
  'takeListingOffline no_connected_channels': vrboFeeds,
  'putListingOnline no_connected_channels': vrboFeeds,
  'updateVrboAccount invalid_state': vrboFeeds,
  'rotateVrboAccount invalid_state': vrboFeeds,
  ...Object.fromEntries(
    ['no_connection', 'invalid_params', 'invalid_state', 'listing_inactive', 'not_found'].map((code) => [
      `mapVrboListing ${code}`,
      vrboFeeds,
    ]),
  ),
  'exportMigration invalid_params': migrationExport,
  'importMigrationRecords invalid_state': migrationRecords,
  'mapAirbnbListing insufficient_access': airbnbAccess,
  'mapBookingRoom insufficient_access': twoChannels,
  'mapClaimedRooms insufficient_access': connectClaim,
  'updateAvailability insufficient_access': airbnbAccess,
  'updateAvailabilityBatch insufficient_access': airbnbAccess,
  'mapBookingRoom not_found': twoChannels,
  'mapBookingRoom no_connection': twoChannels,
  'mapBookingRoom invalid_params': twoChannels,
  'mapBookingRoom invalid_state': twoChannels,
  'mapBookingRoom listing_inactive': twoChannels,
  'mapBookingRoom pms_writes_off': twoChannels,
  'mapBookingRoom channel_not_supported': twoChannels,
  'mapAirbnbListing not_found': channelMapping,
  'mapAirbnbListing no_connection': channelMapping,
  'mapAirbnbListing invalid_params': channelMapping,
  'mapAirbnbListing invalid_state': channelMapping,
  'mapAirbnbListing listing_inactive': channelMapping,
  'mapAirbnbListing pms_writes_off': channelMapping,
  'mapAirbnbListing channel_not_supported': channelMapping,
  'updateListingStatus listings_limit_exceeded': 'test/api/listing-status.test.ts',
  'updateListingContent no_connection': listingContent,
  'updateListingContent pms_write_unsupported': listingContent,
  'updateListingMarkup ambiguous_booking_mapping': listingWrite,
  'updateListingMarkup listing_not_on_airbnb': listingWrite,
  'updateListingMarkup listing_not_on_booking': listingWrite,
  'updateAvailability no_connection': calendarRefusals,
  'updateAvailability connection_reauth_required': revokedAccounts,
  'updateAvailabilityBatch connection_reauth_required': revokedAccounts,
  'startReconciliation connection_reauth_required': revokedAccounts,
  'importMigration connection_reauth_required': migrationImport,
  'updateAvailability pms_writes_off': calendarRefusals,
  'updateAvailability pms_write_unsupported': calendarRefusals,
  ...Object.fromEntries(
    ['no_connection', 'connection_reauth_required', 'pms_writes_off', 'pms_write_unsupported'].map((code) => [
      `decideListingPricing ${code}`,
      'test/pricing/pms.test.ts',
    ]),
  ),
  'decideListingPricing insufficient_access': airbnbAccess,
  'decidePricingOfMany listing_inactive': 'test/pricing/routes.test.ts',
  'updateAvailabilityBatch listing_inactive': 'test/api/availability-write.test.ts',
  'updateAvailabilityBatch no_connection': calendarRefusals,
  'updateAvailabilityBatch pms_writes_off': calendarRefusals,
  'updateAvailabilityBatch pms_write_unsupported': calendarRefusals,
  'createReservation listing_inactive': nativeBookings,
  'createReservation reservation_not_created': nativeBookings,
  'createReservation reservation_create_failed': nativeBookings,
  'updateReservation reservation_not_modifiable': nativeBookings,
  'updateReservation reservation_not_modified': nativeBookings,
  'cancelReservation invalid_state': nativeBookings,
  'cancelReservation reservation_update_failed': nativeBookings,
  'quoteReservation pms_not_linked': nativeBookings,
  'getQuote quote_unavailable': nativeBookings,
  'createReservation unsupported_field': pmsBookings,
  'createReservation pms_write_unsupported': pmsBookings,
  'createReservation pms_unavailable': pmsBookings,
  'createReservation pms_duplicate': pmsBookings,
  'createReservation reservation_created_in_pms_only': pmsBookings,
  'updateReservation unsupported_field': pmsBookings,
  'updateReservation reservation_update_failed': pmsBookings,
  'updateReservation pms_write_unsupported': pmsBookings,
  'updateReservation pms_unavailable': pmsBookings,
  'quoteReservation unsupported_field': pmsBookings,
  'quoteReservation pms_error': pmsBookings,
  'quoteReservation quote_failed': pmsBookings,
  'updateReservation reservation_owned_by_channel': pmsRefusals,
  'updateReservation pms_group_booking': pmsRefusals,
  'cancelReservation reservation_owned_by_channel': pmsRefusals,
  'cancelReservation pms_group_booking': pmsRefusals,
  'cancelReservation pms_write_unsupported': pmsRefusals,
  'quoteReservation pms_write_unsupported': pmsRefusals,
  'quoteReservation listing_inactive': pmsRefusals,
  'quoteReservation connection_reauth_required': pmsRefusals,
  'quoteReservation no_connection': pmsRefusals,
  'quoteReservation pms_writes_off': pmsRefusals,
  'createReservation connection_reauth_required': pmsRefusals,
  'createReservation no_connection': pmsRefusals,
  'createReservation pms_writes_off': pmsRefusals,
  'createReservation pms_rejected': pmsRefusals,
  'createReservation pms_error': pmsRefusals,
  'updateReservation connection_reauth_required': pmsRefusals,
  'updateReservation no_connection': pmsRefusals,
  'updateReservation pms_writes_off': pmsRefusals,
  'updateReservation pms_rejected': pmsRefusals,
  'updateReservation pms_error': pmsRefusals,
  'cancelReservation connection_reauth_required': pmsRefusals,
  'cancelReservation no_connection': pmsRefusals,
  'cancelReservation pms_writes_off': pmsRefusals,
  'cancelReservation pms_rejected': pmsRefusals,
  'cancelReservation pms_error': pmsRefusals,
  'acceptReservation connection_reauth_required': pmsRefusals,
  'acceptReservation no_connection': pmsRefusals,
  'acceptReservation pms_writes_off': pmsRefusals,
  'acceptReservation pms_rejected': pmsRefusals,
  'acceptReservation pms_error': pmsRefusals,
  'declineReservation connection_reauth_required': pmsRefusals,
  'declineReservation no_connection': pmsRefusals,
  'declineReservation pms_writes_off': pmsRefusals,
  'declineReservation pms_rejected': pmsRefusals,
  'declineReservation pms_error': pmsRefusals,
  'acceptReservation reservation_not_pending': pmsRefusals,
  'acceptReservation request_expired': pmsRefusals,
  'acceptReservation request_no_longer_pending': pmsRefusals,
  'acceptReservation channel_not_supported': pmsRefusals,
  'acceptReservation pms_write_unsupported': pmsRefusals,
  'declineReservation reservation_not_pending': pmsRefusals,
  'declineReservation request_expired': pmsRefusals,
  'declineReservation request_no_longer_pending': pmsRefusals,
  'declineReservation channel_not_supported': pmsRefusals,
  'declineReservation pms_write_unsupported': pmsRefusals,
  'getAvailability too_stale': maxAge,
  'getQuote too_stale': maxAge,
  'getReservation too_stale': maxAge,
  'getReadiness service_unavailable': 'test/http/outage.test.ts',
  'createConnectSession invalid_state': migrationEnd,
  'connectProvider invalid_state': migrationEnd,
  'connectWithCredentials invalid_state': migrationEnd,
  'importMigration invalid_state': migrationImport,
  'importMigration no_connection': migrationImport,
  'cutOverMigration invalid_state': migrationEnd,
  'rollBackMigration invalid_state': 'test/migrations/watch.test.ts',
  'rehearseMigrationCutover invalid_state': 'test/migrations/rehearsal.test.ts',
  'createConnectSession provider_unavailable': connectStart,
  'connectProvider invalid_credentials': connectStart,
  'connectProvider network_error': connectStart,
  'connectProvider provider_unavailable': connectStart,
  'connectProvider not_implemented': connectStart,
  'getProviderConnection not_implemented': connectStart,
  'connectWithCredentials session_terminal': connectEnding,
  'connectWithCredentials session_expired': connectEnding,
  'getConnectSession not_found': connectSession,
  'getConnectSession session_expired': connectEnding,
  'cancelConnectSession session_terminal': connectEnding,
  'cancelConnectSession session_expired': connectEnding,
  'selectConnectProvider invalid_provider': connectStart,
  'selectConnectProvider not_found': connectSession,
  'selectConnectProvider provider_unavailable': connectStart,
  'selectConnectProvider session_terminal': connectEnding,
  'selectConnectProvider session_expired': connectEnding,
  'verifyBookingClaim not_found': connectClaim,
  'verifyBookingClaim invalid_state': connectClaim,
  'verifyBookingClaim session_terminal': connectClaim,
  'verifyBookingClaim session_expired': connectClaim,
  'verifyBookingClaim invalid_provider': connectClaim,
  'verifyBookingClaim invalid_credentials': connectClaim,
  'verifyBookingClaim forbidden': connectSandbox,
  'verifyBookingClaim designation_required': connectClaim,
  'verifyBookingClaim network_error': connectClaim,
  'listClaimedRooms not_found': connectClaim,
  'listClaimedRooms invalid_state': connectClaim,
  'listClaimedRooms session_terminal': connectClaim,
  'listClaimedRooms session_expired': connectClaim,
  'mapClaimedRooms not_found': connectClaim,
  'mapClaimedRooms invalid_state': connectClaim,
  'mapClaimedRooms session_terminal': connectClaim,
  'mapClaimedRooms session_expired': connectClaim,
  'mapClaimedRooms forbidden': connectClaim,
  'mapClaimedRooms listing_inactive': connectClaim,
  'mapClaimedRooms pms_writes_off': connectClaim,
  'mapClaimedRooms channel_not_supported': connectClaim,
  'listConnectListingOptions not_found': connectSession,
  'listConnectListingOptions session_terminal': connectEnding,
  'listConnectListingOptions session_expired': connectEnding,
  'putKvEntry kv_entry_too_large': 'test/kv/entries.test.ts',
  'createCustomSchema invalid_expression': 'test/schemas/custom.test.ts',
  'updateCustomSchema invalid_expression': 'test/schemas/custom.test.ts',
  'createCustomSchema schema_name_taken': 'test/schemas/custom.test.ts',
  'createCustomSchema too_many_schemas': 'test/schemas/custom.test.ts',
  'putKvEntry kv_space_full': 'test/kv/space.test.ts',
  'createWebhook too_many_webhooks': 'test/http/limits.test.ts',
  'createPlan plan_refused': 'test/plans/plans.test.ts',
  'createPlan agent_limit_exceeded': 'test/plans/limits.test.ts',
  'confirmPlan plan_stale': 'test/plans/plans.test.ts',
  'confirmPlan plan_expired': 'test/plans/plans.test.ts',
  'confirmPlan plan_refused': 'test/plans/plans.test.ts',
  'confirmPlan plan_unfinished': 'test/plans/pms.test.ts',
  'confirmPlan agent_limit_exceeded': 'test/plans/limits.test.ts',
  'createKey too_many_keys': 'test/http/limits.test.ts',
  'createKey invalid_state': keysTest,
  'createMember invalid_state': keysTest,
  'testWebhook invalid_type': webhookSurface,
  'testWebhookAddress invalid_type': webhookSurface,
  'recoverWebhook invalid_state': webhookSurface,
  'replayWebhookDelivery replay_limit_reached': webhookSurface,
  'replayWebhookDelivery delivery_already_succeeded': webhookSurface,
  'replayWebhookDelivery invalid_state': webhookSurface,
}

const root = path.resolve(import.meta.dirname, '../..')

export function errorsLoop({ seen }: World): void {
  const declared = new Set(routes.flatMap((route) => route.errors.map((code) => `${route.id} ${code}`)))

  describe('declared errors', () => {
    it('were all met, here or in the test named for them', () => {
      const missing = [...declared].filter((pair) => !seen.has(pair) && !(pair in provenElsewhere))
      assert.deepEqual(missing, [])
    })

    it('of other tests are met by no loop', () => {
      assert.deepEqual(
        Object.keys(provenElsewhere).filter((pair) => seen.has(pair)),
        [],
        'take them off the list',
      )
    })

    it('of other tests are really there', () => {
      for (const [pair, file] of Object.entries(provenElsewhere)) {
        const [, code = ''] = pair.split(' ')
        assert.ok(declared.has(pair), `${pair} is not declared any more`)
        assert.ok(existsSync(path.join(root, file)), `${file} does not exist`)
        assert.ok(
          readFileSync(path.join(root, file), 'utf8').includes(code),
          `${file} says nothing of ${code}`,
        )
      }
    })
  })
}
