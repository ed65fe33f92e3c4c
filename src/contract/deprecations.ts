/**
 * Everything of the API that is deprecated, by operation, parameter and field. The description, the headers of answers and
 * the page docs/guides/deprecations.md come from this list.
 */
export interface Deprecation {
  /** Day of the first release that says so. */
  since: string
  /** First day on which it may be gone; absent for what stays as long as `/v1`. */
  sunset?: string
  instead: string
}

const since = '2026-11-28'

/** By the operation's id. */
export const deprecatedOperations: Readonly<Record<string, Deprecation>> = {}

/** By the operation's id and the name of the query parameter. */
export const deprecatedParameters: Readonly<Record<string, Deprecation>> = {
  'listProperties.provider': { since, instead: '`account`' },
}

/** By the schema and the name of the field. */
export const deprecatedFields: Readonly<Record<string, Deprecation>> = {
  'ApiError.previous_code': { since, instead: '`code`' },
  'ConnectBody.allowed_providers': { since, instead: '`allowedProviders`' },
  'MessageAttachment.imageUrl': { since, instead: '`url`' },
  'Reservation.platform': { since, instead: '`source`' },
  'Reservation.guestId': { since, instead: '`primaryGuest.id`' },
  'Reservation.totalPrice': { since, instead: '`financials.totalPrice`' },
  'Reservation.currency': { since, instead: '`financials.currency`' },
  'Reservation.guestDetails': { since, instead: '`primaryGuest` and `occupancy`' },
  'ReservationObject.platform': { since, instead: '`source`' },
  'ReservationObject.guestId': { since, instead: '`primaryGuest.id`' },
  'ReservationObject.totalPrice': { since, instead: '`financials.totalPrice`' },
  'ReservationObject.currency': { since, instead: '`financials.currency`' },
  'ReservationObject.guestDetails': { since, instead: '`primaryGuest` and `occupancy`' },
  'ReservationObject.uid': { since, instead: '`confirmationCode`' },
  'ReservationObject.channel': { since, instead: '`source`' },
  'ReservationObject.customerId': { since, instead: '`workspaceId` of the envelope' },
  'ReservationObject.checkinDate': { since, instead: '`checkIn`' },
  'ReservationObject.checkoutDate': { since, instead: '`checkOut`' },
  'ReservationObject.cancellationPolicy': { since, instead: '`financials.cancellationPolicy`' },
}
