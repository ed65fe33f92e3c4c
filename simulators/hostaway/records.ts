/** Names and kinds of the vendor's objects, from its documentation. */
import { ofKind, type FieldTable, type VendorRow } from '../kit/fields.ts'
import type { WorldThread } from '../kit/world/threads.ts'

export const accountId = 71_420
export const firstReservationId = 18_300_001
const firstConversationId = 5_140_001

export const listingFields = {
  id: 'id',
  ...ofKind('text', 'name', 'externalListingName', 'internalListingName', 'description', 'houseRules'),
  ...ofKind('text', 'keyPickup', 'specialInstruction', 'doorSecurityCode', 'country', 'countryCode', 'state'),
  ...ofKind('text', 'city', 'street', 'address', 'publicAddress', 'zipcode', 'cancellationPolicy'),
  ...ofKind('text', 'specialStatus', 'roomType', 'bathroomType', 'contactName', 'contactSurName'),
  ...ofKind('text', 'contactPhone1', 'contactPhone2', 'contactLanguage', 'contactEmail', 'contactAddress'),
  ...ofKind('text', 'language', 'currencyCode', 'timeZoneName', 'wifiUsername', 'wifiPassword'),
  ...ofKind('text', 'cleannessStatus', 'cleaningInstruction', 'homeawayPropertyName'),
  ...ofKind('text', 'homeawayPropertyHeadline', 'homeawayPropertyDescription', 'bookingcomPropertyName'),
  ...ofKind('text', 'bookingcomPropertyDescription', 'propertyLicenseNumber', 'propertyLicenseType'),
  ...ofKind(
    'text',
    'airbnbListingUrl',
    'vrboListingUrl',
    'googleVrListingUrl',
    'airbnbName',
    'airbnbSummary',
  ),
  ...ofKind('text', 'airbnbSpace', 'airbnbAccess', 'airbnbInteraction', 'airbnbNeighborhoodOverview'),
  ...ofKind('text', 'airbnbTransit', 'airbnbNotes'),
  ...ofKind('number', 'price', 'starRating', 'averageReviewRating', 'weeklyDiscount', 'monthlyDiscount'),
  ...ofKind('number', 'propertyRentTax', 'guestPerPersonPerNightTax', 'guestStayTax', 'guestNightlyTax'),
  ...ofKind('number', 'refundableDamageDeposit', 'lat', 'lng', 'cleaningFee', 'priceForExtraPerson'),
  ...ofKind('number', 'partnersListingMarkup', 'airbnbOfficialListingMarkup', 'bookingEngineMarkup'),
  ...ofKind('number', 'homeawayApiMarkup', 'marriottListingMarkup'),
  ...ofKind('int', 'propertyTypeId', 'guestBathroomsNumber', 'personCapacity', 'maxChildrenAllowed'),
  ...ofKind('int', 'maxInfantsAllowed', 'maxPetsAllowed', 'checkInTimeStart', 'checkInTimeEnd'),
  ...ofKind('int', 'checkOutTime', 'cancellationPolicyId', 'squareMeters', 'bedroomsNumber', 'bedsNumber'),
  ...ofKind('int', 'bathroomsNumber', 'minNights', 'maxNights', 'guestsIncluded'),
  ...ofKind('int', 'instantBookableLeadTime', 'sameDayBookingLeadTime'),
  ...ofKind('flag', 'instantBookable', 'allowSameDayBooking'),
  ...ofKind('list', 'listingAmenities', 'listingBedTypes', 'listingImages', 'customFieldValues'),
  ...ofKind('list', 'bookingEngineUrls'),
  ...ofKind('stamp', 'cleannessStatusUpdatedOn', 'insertedOn', 'latestActivityOn'),
} as const satisfies FieldTable
export type Listing = VendorRow<typeof listingFields>

/** Sent unless `includeResources` is switched off. */
export const listingResources = [
  ...['listingAmenities', 'listingBedTypes', 'listingImages', 'customFieldValues'],
]

/** Sent only if `attachObjects[]` names them. */
export const listingAttachments = ['bookingEngineUrls']

/** A unit of a listing that stands for several equal units. */
export interface ListingUnit {
  id: number
  name: string
  ground: string | null
  unitNumber: string
  listingMapIdUnit: string
}

export const guestFields = [
  ...(['guestName', 'guestFirstName', 'guestLastName', 'guestExternalAccountId', 'guestZipCode'] as const),
  ...(['guestAddress', 'guestCity', 'guestCountry', 'guestEmail', 'guestPicture', 'guestLocale'] as const),
  'phone',
] as const

export const reservationFields = {
  ...ofKind('id', 'id', 'listingMapId'),
  ...ofKind('text', ...guestFields),
  ...ofKind('text', 'listingName', 'source', 'channelName', 'reservationId', 'channelReservationId'),
  ...ofKind('text', 'externalPropertyId', 'externalRatePlanId', 'externalUnitId', 'manualIcalId'),
  ...ofKind('text', 'manualIcalName', 'guestWork', 'paymentMethod', 'stripeGuestId', 'currency', 'status'),
  ...ofKind('text', 'cancelledBy', 'hostNote', 'guestNote', 'doorCode', 'doorCodeVendor'),
  ...ofKind('text', 'doorCodeInstruction', 'comment', 'confirmationCode', 'airbnbCancellationPolicy'),
  ...ofKind('text', 'originalChannel', 'customerUserId', 'rentalAgreementFileUrl', 'reservationAgreement'),
  ...ofKind('text', 'insuranceStatus', 'claimStatus', 'cancellationPolicy', 'bookingCancellationPolicy'),
  ...ofKind('text', 'vrboCancellationPolicy', 'marriottCancellationPolicy', 'hostProxyEmail'),
  ...ofKind('text', 'bookingcomBookerName', 'bookingcomBookerCompany', 'guestAuthHash', 'guestPortalUrl'),
  ...ofKind('int', 'channelId', 'hostawayReservationId', 'assigneeUserId', 'guestRecommendations'),
  ...ofKind('int', 'guestTrips', 'numberOfGuests', 'adults', 'children', 'infants', 'pets', 'checkInTime'),
  ...ofKind('int', 'checkOutTime', 'nights', 'insurancePolicyId', 'cancellationPolicyId'),
  bookingcomSmokingPreference: 'int',
  ...ofKind('number', 'totalPrice', 'taxAmount', 'channelCommissionAmount', 'hostawayCommissionAmount'),
  ...ofKind('number', 'cleaningFee', 'securityDepositFee', 'remainingBalance', 'airbnbExpectedPayoutAmount'),
  ...ofKind('number', 'airbnbListingBasePrice', 'airbnbListingCancellationHostFee'),
  ...ofKind('number', 'airbnbListingCancellationPayout', 'airbnbListingCleaningFee', 'airbnbListingHostFee'),
  ...ofKind('number', 'airbnbListingSecurityPrice', 'airbnbOccupancyTaxAmountPaidToHost'),
  ...ofKind('number', 'airbnbTotalPaidAmount', 'airbnbTransientOccupancyTaxPaidAmount'),
  ...ofKind('flag', 'isProcessed', 'isInitial', 'isManuallyChecked', 'isInstantBooked', 'hasPullError'),
  ...ofKind('flag', 'isGuestIdentityVerified', 'isGuestVerifiedByEmail', 'isGuestVerifiedByWorkEmail'),
  ...ofKind('flag', 'isGuestVerifiedByFacebook', 'isGuestVerifiedByGovernmentId', 'isGuestVerifiedByPhone'),
  ...ofKind('flag', 'isGuestVerifiedByReviews', 'isDatesUnspecified', 'isPaid', 'isStarred', 'isArchived'),
  ...ofKind('flag', 'isPinned', 'bookingcomIsGeniusMember', 'bookingcomNoShowFeeWaived'),
  guestPaymentCardIsVirtual: 'flag',
  ...ofKind('day', 'arrivalDate', 'departureDate', 'previousArrivalDate', 'previousDepartureDate'),
  cancellationDate: 'day',
  ...ofKind('object', 'cancellationPolicyDetails', 'bookingcomSpecialRequests'),
  ...ofKind('list', 'customFieldValues', 'financeField', 'reservationFees', 'reservationUnit'),
  ...ofKind('stamp', 'reservationDate', 'pendingExpireDate', 'bookingcomNoShowReportedAt'),
  ...ofKind('stamp', 'insertedOn', 'updatedOn', 'latestActivityOn'),
} as const satisfies FieldTable
export type Reservation = VendorRow<typeof reservationFields>

/** Sent unless `includeResources` is switched off. */
export const reservationResources = [
  ...['customFieldValues', 'financeField', 'reservationFees', 'reservationUnit', 'hostProxyEmail'],
]

/** Sent only if a parameter of this name asks for them. */
export const reservationExtras = {
  includePayments: 'remainingBalance',
  includeCancellationPolicy: 'cancellationPolicyDetails',
} as const

export const messageFields = {
  ...ofKind('id', 'id', 'listingMapId', 'reservationId', 'conversationId'),
  ...ofKind('int', 'accountId', 'communicationId', 'communicationTimeDelta'),
  ...ofKind('text', 'airbnbThreadMessageId', 'body', 'communicationType', 'communicationFrom'),
  ...ofKind('text', 'communicationTo', 'status', 'hash', 'listingTimeZoneName', 'communicationEvent'),
  ...ofKind('flag', 'isIncoming', 'isSeen', 'sentUsingHostaway', 'communicationApplyListingTimeZone'),
  communicationAlwaysTrigger: 'flag',
  ...ofKind('stamp', 'date', 'sentChannelDate', 'insertedOn', 'updatedOn'),
  attachments: 'list',
} as const satisfies FieldTable
export type Message = VendorRow<typeof messageFields>

export const reviewFields = {
  ...ofKind('id', 'id', 'listingMapId', 'reservationId'),
  ...ofKind('int', 'accountId', 'autoReviewId', 'timeDelta', 'scheduledDateTime', 'channelId'),
  ...ofKind('int', 'externalReviewId', 'externalReservationId', 'autoReviewTemplateId'),
  ...ofKind('text', 'type', 'status', 'publicReview', 'privateFeedback', 'revieweeResponse'),
  ...ofKind('text', 'listingName', 'guestName'),
  rating: 'number',
  ...ofKind('flag', 'isRevieweeRecommended', 'isCancelled'),
  reviewCategory: 'list',
  ...ofKind('stamp', 'submittedAt', 'departureDate', 'arrivalDate'),
} as const satisfies FieldTable
export type Review = VendorRow<typeof reviewFields>

export interface HostawayKinds {
  home: Listing
  stay: Reservation
  message: Message
  review: Review
  /** The number of a channel. */
  channel: number
  status: string
}

export function conversationIdOf({ id }: Reservation): number {
  return id - firstReservationId + firstConversationId
}

export type Conversation = ReturnType<typeof conversationOf>

export const addressesOf = (conversationId: number) => ({
  hostEmail: `c-${conversationId}@host.example.com`,
  guestEmail: `c-${conversationId}@guest.example.com`,
})

/** Shows a thread as the vendor's conversation. */
export function conversationOf({ id, stay, messages }: WorldThread<HostawayKinds>) {
  const lastDate = (isIncoming: 0 | 1) =>
    messages.findLast((message) => message.isIncoming === isIncoming)?.date ?? null
  return {
    ...{ id: Number(id), accountId, listingMapId: stay.listingMapId, reservationId: stay.id },
    type: 'host-guest-email',
    ...{ recipientEmail: stay.guestEmail, recipientName: stay.guestName, recipientPicture: null },
    ...addressesOf(Number(id)),
    hasUnreadMessages: isUnread(messages) ? 1 : 0,
    ...{ messageSentOn: lastDate(0), messageReceivedOn: lastDate(1) },
  }
}

/** The host has read everything that came before an answer. */
export function isUnread(messages: readonly Message[]): boolean {
  return messages.at(-1)?.isIncoming === 1
}
