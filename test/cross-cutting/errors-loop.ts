/** Every error a route declares for itself can really happen. Runs last: it looks at what the other loops met. */
import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, it } from 'node:test'
import { relayErrors } from './relay-errors.ts'
import { routes, type World } from './world.ts'

/**
 * Errors that need more than a request to happen, and the test that makes them happen: `<route id> <code>` → file. The
 * file has to name the code. An error that a loop meets as well has no place here.
 */
const connectStart = 'test/connect/start.test.ts'
const connectSession = 'test/connect/session.test.ts'
const connectEnding = 'test/connect/ending.test.ts'
const webhookSurface = 'test/webhooks/surface.test.ts'
const nativeBookings = 'test/bookings/native.test.ts'
const pmsBookings = 'test/bookings/pms.test.ts'
const pmsRefusals = 'test/bookings/refusals.test.ts'
const listingContent = 'test/api/listing-content.test.ts'
const listingWrite = 'test/api/listing-write.test.ts'
const maxAge = 'test/sync/max-age.test.ts'
const calendarRefusals = 'test/calendar/refusals.test.ts'
const provenElsewhere: Record<string, string> = {
  ...relayErrors,
  'updateListingContent no_connection': listingContent,
  'updateListingContent pms_write_unsupported': listingContent,
  'updateListingMarkup ambiguous_booking_mapping': listingWrite,
  'updateListingMarkup listing_not_on_airbnb': listingWrite,
  'updateListingMarkup listing_not_on_booking': listingWrite,
  'updateAvailability no_connection': calendarRefusals,
  'updateAvailability pms_writes_off': calendarRefusals,
  'updateAvailability pms_write_unsupported': calendarRefusals,
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
  'createConnectSession provider_unavailable': connectStart,
  'connectProvider invalid_credentials': connectStart,
  'connectProvider network_error': connectStart,
  'connectProvider provider_unavailable': connectStart,
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
  'listConnectListingOptions not_found': connectSession,
  'listConnectListingOptions session_terminal': connectEnding,
  'listConnectListingOptions session_expired': connectEnding,
  'createWebhook too_many_webhooks': 'test/http/limits.test.ts',
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

    it('of other tests are really there', () => {
      for (const [pair, file] of Object.entries(provenElsewhere)) {
        const [, code = ''] = pair.split(' ')
        assert.ok(declared.has(pair), `${pair} is not declared any more`)
        assert.ok(!seen.has(pair), `${pair} is met by a loop: take it off the list`)
        assert.ok(existsSync(path.join(root, file)), `${file} does not exist`)
        assert.ok(
          readFileSync(path.join(root, file), 'utf8').includes(code),
          `${file} says nothing of ${code}`,
        )
      }
    })
  })
}
