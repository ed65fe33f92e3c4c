/** Handwritten examples for the schema tests; the annotations prove the static types too. */
import type { Static, TSchema } from 'typebox'
import { Availability } from './availability.ts'
import { connectSamples } from './connect.examples.ts'
import { AvailabilityBatchBody, AvailabilityBody, AvailabilityWritten } from './availability-write.ts'
import { CalendarSync } from './calendar-sync.ts'
import {
  Connection,
  CredentialsBody,
  CredentialsResult,
  DisconnectResult,
  ProviderConnection,
} from './connection.ts'
import { ConversationDetail, ConversationRow } from './conversation.ts'
import { GuestProfile, GuestRow } from './guest.ts'
import { Health } from './health.ts'
import { Inquiry } from './inquiry.ts'
import { ContentBody, ContentWritten } from './listing-content.ts'
import {
  ListingActivityBody,
  ListingActivityResult,
  ListingCreateBody,
  ListingCreated,
  PhotoDeleteBody,
  PhotoDeleted,
  PhotoUpload,
  PhotoUploadBody,
  StoredPhotos,
} from './listing-write.ts'
import {
  ActiveListing,
  InactiveListing,
  ListingDetail,
  ListingRow,
  ListingStatusBody,
  ListingStatusResult,
} from './listing.ts'
import { MarkupBody, MarkupWritten, Markups } from './markup.ts'
import { Message } from './message.ts'
import { relaySamples } from './relay.examples.ts'
import { ActiveProperty, InactiveProperty, PropertyDetail, PropertyRow } from './property.ts'
import { Reservation } from './reservation.ts'
import { PmsQuote, PmsQuoteBody, Quote } from './quotes.ts'
import {
  RequestAnswered,
  RequestDeclineBody,
  ReservationCancelBody,
  ReservationCancelled,
  ReservationCreateBody,
  ReservationCreated,
  ReservationUpdateBody,
  ReservationUpdated,
} from './reservation-write.ts'
import { ReservationIntent } from './reservation-intent.ts'
import { Review } from './review.ts'
import { SandboxResetResult, SandboxSeedResult } from './sandbox.ts'
import { ErrorEnvelope } from './error-envelope.ts'
import { RecordAccount, listOf } from './shared.ts'
import { Reconciliation, ReconciliationQueued, SyncFailure, SyncRun } from './sync.ts'
import { Unit, UnitList } from './unit.ts'
import { UsageSummary, UsageTier } from './usage.ts'
import { EventLog, LoggedEvent } from './events.ts'
import { WebhookReplayBody, WebhookTestResult } from './webhook-delivery.ts'
import { WritePolicyBody, WritePolicyResult } from './write-policy.ts'
import {
  EventTypes,
  Webhook,
  WebhookCreateBody,
  WebhookCreated,
  WebhookDeleted,
  WebhookRecoverBody,
  WebhookRecovered,
  WebhookSecretRotated,
  WebhookTestBody,
  WebhookUpdateBody,
} from './webhook.ts'

const at = '2026-05-14T09:30:00.000Z'

const account: RecordAccount = { provider: 'hostaway', externalAccountId: '64127', connectionId: '3' }

const unit: Unit = {
  id: '91',
  name: 'Room 4',
  active: true,
  parentId: null,
  housekeepingStatus: 'clean',
  floor: '2',
  source: 'mews',
}

const activeListing: ActiveListing = {
  id: '4812',
  name: 'Harbour loft',
  publicName: 'Bright loft by the harbour',
  status: 'active',
  active: true,
  address: { street: 'Obala 7', city: 'Split' },
  city: 'Split',
  currency: 'EUR',
  lifecycleStatus: 'live',
  thumbnailUrl: 'https://images.example.com/4812.jpg',
  channels: [{ platform: 'airbnb', externalId: '50413377', active: true, syncEnabled: true }],
  content: null,
  createdAt: at,
  updatedAt: at,
}

const inactiveListing: InactiveListing = {
  id: '4813',
  name: 'Attic',
  publicName: null,
  status: 'inactive',
  active: false,
  lifecycleStatus: null,
  inactiveReason: 'deactivated',
  channels: [],
  updatedAt: at,
}

const listingDetail: ListingDetail = {
  ...activeListing,
  content: {
    name: 'Bright loft by the harbour',
    summary: 'Two rooms, one view.',
    description: null,
    space: null,
    guestAccess: null,
    neighborhoodOverview: null,
    gettingAround: null,
    transit: null,
    houseRules: 'No parties.',
    additionalRules: [{ rule: 'quiet after 22:00' }],
    notes: null,
    interactionWithGuests: null,
  },
  details: {
    propertyType: 'apartment',
    propertyTypeCategory: null,
    roomTypeCategory: 'entire_home',
    bedrooms: 2,
    bathrooms: '1.5',
    beds: 3,
    personCapacity: 4,
    checkInTimeStart: '15:00',
    checkInTimeEnd: 'FLEXIBLE',
    checkOutTime: '11',
    minNights: 2,
    maxNights: null,
    advanceBookingDays: null,
    turnoverDays: null,
    wifiNetwork: null,
    wifiPassword: null,
    houseManual: null,
    directions: null,
    propertySize: null,
    yearBuilt: null,
    numberOfFloors: null,
    listingFloor: 3,
  },
  latitude: 43.5081,
  longitude: 16.4402,
  amenities: [{ amenityKey: 'wifi', category: null, isPresent: true, instruction: null }],
  capabilities: {
    reservations: {
      managedBy: 'pms',
      provider: 'hostaway',
      create: true,
      modify: true,
      cancel: true,
      quote: true,
      customPrice: true,
      notes: 'A change of dates keeps the total.',
      verifiedAgainst: 'vendor_docs',
    },
    pms: {
      provider: 'hostaway',
      connected: true,
      reservations: { respond: false, preapprove: false },
      reviews: { read: true, reply: false },
      listings: {
        title: true,
        descriptions: true,
        times: true,
        capacity: true,
        amenities: true,
        houseRules: true,
        address: true,
        photosAdd: true,
        photosDelete: false,
        photosReorder: false,
        photoCaptions: false,
      },
      guests: { create: false, update: false },
      conversations: { send: true, attachments: false, channelSelect: true },
      calendar: { write: true },
      payments: { read: true },
      tasks: { read: false, write: false },
      notes: { listings: 'Photos are appended.' },
    },
  },
  units: [],
}

const nativeListing: ListingDetail = {
  ...listingDetail,
  capabilities: {
    reservations: {
      managedBy: 'repull',
      provider: null,
      create: true,
      modify: true,
      cancel: true,
      quote: false,
      customPrice: false,
      notes: '',
      verifiedAgainst: null,
    },
  },
}

const activeProperty: ActiveProperty = {
  id: '4812',
  name: 'Harbour loft',
  address: 'Obala 7',
  city: 'Split',
  currency: 'EUR',
  status: 'active',
  lifecycleStatus: 'live',
  channels: ['airbnb', 'booking'],
  updatedAt: at,
  accounts: [account],
}

const inactiveProperty: InactiveProperty = {
  id: '4813',
  name: 'Attic',
  status: 'inactive',
  lifecycleStatus: null,
  channels: [],
  updatedAt: at,
}

const propertyDetail: PropertyDetail = {
  id: '4812',
  name: 'Harbour loft',
  address: 'Obala 7',
  city: 'Split',
  latitude: 43.5081,
  longitude: null,
  currency: 'EUR',
  status: 'active',
  lifecycleStatus: 'live',
  createdAt: at,
  updatedAt: at,
  amenities: [],
}

const markups: Markups = {
  id: '4812',
  airbnb: [{ airbnbId: '50413377', markupPercent: 15 }],
  booking: [{ hotelId: '10557321', markupPercent: null, listingIds: ['4812', '4813'] }],
}

const availability: Availability = {
  propertyId: '4812',
  currency: 'EUR',
  days: [{ date: '2026-06-01', available: true, price: 120.5, minNights: 2, availableUnits: 1 }],
  coverage: { requestedDays: 1, coveredDays: 1, missingDates: [] },
}

const reservation: Reservation = {
  id: '7001',
  listingId: '4812',
  checkIn: '2026-06-01',
  checkOut: '2026-06-05',
  checkInTime: '15:00',
  checkOutTime: null,
  status: 'confirmed',
  confirmationCode: 'HM4X2KQ9',
  source: 'booking.com',
  platform: 'booking.com',
  unit: { id: '91', name: 'Room 4' },
  primaryGuest: {
    id: '55',
    firstName: 'Ada',
    lastName: 'Byron',
    email: 'ada@example.com',
    phone: '+385911234567',
    language: 'en-GB',
  },
  occupancy: { adults: 2, children: 0, infants: null, pets: null, total: 2 },
  financials: {
    totalPrice: 642.5,
    currency: 'EUR',
    paymentStatus: 'paid',
    cancellationPolicy: 'moderate',
    host: { accommodation: 560, hostFees: [{ amount: -19.5, type: 'service' }], revenue: 623 },
    guest: {
      totalPrice: 642.5,
      fees: [{ amount: 60, name: 'Cleaning', type: 'cleaning', quantity: 1 }],
      taxes: [],
    },
  },
  guestName: 'Ada Byron',
  guestId: '55',
  totalPrice: '642.50',
  currency: 'EUR',
  guestDetails: { anything: ['goes'] },
  bookedAt: null,
  createdAt: at,
  updatedAt: at,
  account,
}

const ownerStay: Reservation = {
  id: '7002',
  listingId: '4812',
  checkIn: '2026-07-01',
  checkOut: '2026-07-10',
  checkInTime: null,
  checkOutTime: null,
  status: 'confirmed',
  confirmationCode: 'OWNER-7002',
  source: 'owner',
  platform: 'owner',
  unit: null,
  bookedAt: null,
  createdAt: at,
  updatedAt: at,
  account: null,
}

const guestRow: GuestRow = {
  id: '55',
  displayName: 'Ada',
  displayNameLong: 'Ada Byron',
  avatarUrl: null,
  language: 'en',
  country: null,
  phone: '+385911234567',
  email: 'ada@example.com',
  totalReservations: 3,
  totalRevenue: '1904.00',
  firstStayedAt: at,
  lastStayedAt: null,
  createdAt: at,
}

const guestProfile: GuestProfile = {
  id: '55',
  displayName: 'Ada',
  displayNameLong: 'Ada Byron',
  avatarUrl: null,
  language: 'en',
  country: 'GB',
  phone: null,
  email: null,
  totalReservations: 3,
  totalRevenue: '1904.00',
  currency: 'EUR',
  isBlacklisted: false,
  blacklistedReason: null,
  riskLevel: null,
  verificationLevel: null,
  createdAt: at,
  contacts: [{ type: 'email', value: 'ada@example.com', verified: false, isPrimary: true, lastUsed: null }],
  flags: [{ type: 'info', note: null, isActive: true, createdAt: at }],
  notes: [{ id: '1', body: 'Likes the quiet room.', category: null, createdAt: at, createdBy: null }],
  reservationsSummary: { total: 3, future: 1, past: 1, cancelled: 1 },
}

const conversationRow: ConversationRow = {
  id: '310',
  platform: 'airbnb',
  guestId: '55',
  listingId: '4812',
  reservationId: null,
  subject: null,
  lastMessageAt: at,
  lastMessagePreview: 'Is there a cot?',
  unreadCount: 1,
  status: 'open',
  createdAt: at,
  updatedAt: at,
  externalThreadId: '9918',
  account,
}

const { account: _account, ...conversation } = conversationRow
const conversationDetail: ConversationDetail = {
  ...conversation,
  host: { id: '2', airbnbId: '88123', firstName: 'Mia', displayName: 'Mia', avatarUrl: null },
  guest: {
    id: '55',
    displayName: 'Ada',
    avatarUrl: null,
    contacts: [{ type: 'phone', value: '+385911234567', isPrimary: true, isVerified: false }],
  },
  capabilities: {
    canPreApprove: false,
    canWithdraw: false,
    canSendOffer: false,
    offerPrice: null,
    canPreviewOffer: false,
  },
}

const message: Message = {
  id: '9001',
  externalMessageId: '771',
  direction: 'inbound',
  senderType: 'guest',
  senderName: 'Ada',
  senderAvatar: null,
  channel: 'airbnb',
  body: '',
  translatedBody: null,
  attachments: [
    {
      id: null,
      url: 'https://files.example.com/cot.jpg',
      imageUrl: 'https://files.example.com/cot.jpg',
      type: 'image',
      contentType: 'image/jpeg',
      createdAt: null,
    },
  ],
  isAutomated: false,
  aiGenerated: false,
  sentAt: at,
  deliveredAt: at,
  readAt: null,
}

const inquiry: Inquiry = {
  id: '640',
  conversationId: '310',
  listingId: '4812',
  channel: 'airbnb',
  status: 'open',
  checkIn: null,
  checkOut: null,
  guests: { total: 2, adults: 2, children: null, infants: null, pets: null },
  expectedPayout: { amount: null, currency: null },
  reservationId: null,
  relayedBy: 'hostaway',
  respondBy: at,
  respondedAt: null,
  createdAt: at,
  updatedAt: at,
}

const review: Review = {
  id: '5520',
  externalId: '40031',
  platform: 'airbnb',
  pms: 'hostaway',
  listingId: '4812',
  providerPropertyId: '80011',
  reservationId: '7001',
  reservationConfirmationCode: 'HM4X2KQ9',
  guestId: '55',
  guestName: 'Ada',
  guestAvatar: null,
  reviewerRole: 'guest',
  rating: 4.8,
  categories: [{ category: 'cleanliness', rating: 5, comment: null }],
  publicReview: 'Lovely.',
  privateFeedback: null,
  isRevieweeRecommended: null,
  response: { body: 'Thank you!', submittedAt: at },
  submittedAt: at,
  updatedAt: null,
  expiresAt: null,
  hidden: false,
  language: 'en',
}

const connection: Connection = {
  id: '3',
  provider: 'hostaway',
  status: 'needs_permissions',
  externalAccountId: '64127',
  createdAt: at,
  host: null,
  action: { required: true, reason: 'reauth_required', message: 'Enter the API key again.' },
  fixUrl: 'http://127.0.0.1:4000/v1/connect/resume?t=abc',
}

const writePolicy = {
  calendar: { availability: true, rates: true, restrictions: true },
  reservations: { website: true, dashboard: true, api: true },
}

const providerConnection: ProviderConnection = {
  connected: true,
  provider: 'hostaway',
  id: '3',
  status: 'active',
  externalAccountId: '64127',
  createdAt: at,
  host: null,
  accounts: [
    {
      externalAccountId: '64127',
      name: 'Harbour Stays',
      pictureUrl: null,
      status: 'active',
      connected: true,
    },
  ],
  writePolicy,
  import: {
    status: 'running',
    startedAt: at,
    finishedAt: null,
    estimatedEndAt: '2026-05-14T09:36:00.000Z',
    results: [
      { entityType: 'reservations', expected: 600, processed: 200, changed: 200, errors: 0, done: false },
      { entityType: 'messages', expected: null, processed: 0, changed: 0, errors: 0, done: false },
    ],
  },
  dataFreshness: {
    lastSyncedAt: at,
    stale: false,
    accounts: [{ accountId: '64127', accountName: 'Harbour Stays', lastSyncedAt: at, stale: false }],
  },
  action: null,
}

const credentialsResult: CredentialsResult = {
  ok: true,
  provider: 'hostaway',
  connected: true,
  pmsConnectionId: '3',
  created: true,
  accountInfo: { externalAccountId: '64127', accountName: 'Harbour Stays' },
  writePolicy,
  firstSync: { queued: true },
  webhooks: { registered: false, error: 'The public address is not reachable.' },
}

const syncRun: SyncRun = {
  id: '77',
  connection_id: '3',
  kind: 'incremental',
  strategy: 'updated-since',
  state: 'partial',
  started_at: at,
  finished_at: '2026-05-14T09:30:04.000Z',
  estimated_end_at: null,
  duration_ms: 4000,
  upstream_calls: 3,
  retries: 1,
  entities: [
    {
      entity: 'reservations',
      window: { since: '2026-05-14T09:28:00.000Z', from: null, to: null },
      expected: 2,
      seen: 2,
      changed: 1,
      failed: 1,
      done: true,
    },
    { entity: 'listings', window: null, expected: null, seen: 0, changed: 0, failed: 0, done: true },
  ],
  errors: [
    {
      at,
      entity: 'reservations',
      external_id: '31177',
      message: 'arrivalDate is no date',
      answer: null,
      calls: [
        {
          method: 'GET',
          path: '/v1/reservations',
          status: 429,
          duration_ms: 120,
          retries: 0,
          failure: 'rate_limited',
        },
      ],
    },
  ],
}

const proof = {
  run_id: '78',
  state: 'completed' as const,
  proven: true,
  from: '2026-05-13',
  started_at: at,
  finished_at: '2026-05-14T09:31:10.000Z',
  stays_compared: 412,
  stays_drifted: 1,
  stays_missing_here: 0,
  stays_gone_upstream: 0,
  stays_mended: 1,
  stays_unread: 0,
  fields_differed: 1,
  digest: 'c'.repeat(64),
  upstream_digest: 'c'.repeat(64),
}

const reconciliation: Reconciliation = {
  connection_id: '3',
  provider: 'hostaway',
  external_account_id: '64127',
  next_at: '2026-05-15T09:30:00.000Z',
  latest: {
    ...proof,
    differences: [
      {
        external_id: '31177',
        kind: 'drift',
        field: 'check_out',
        ours: '2026-06-02',
        theirs: '2026-06-03',
        mended: true,
      },
    ],
  },
  last_proven_at: '2026-05-14T09:31:10.000Z',
  history: [proof],
}

const syncFailure: SyncFailure = {
  id: '0b6a3c1e-5f0f-4d53-9a3b-0d8a6a2f5d12',
  connection_id: '3',
  entity: 'reservations',
  external_id: '31177',
  message: 'arrivalDate is no date',
  excerpt: null,
  attempts: 2,
  first_at: at,
  last_at: at,
}

const webhook: Webhook = {
  id: '0b6a3c1e-5f0f-4d53-9a3b-0d8a6a2f5d11',
  url: 'https://example.com/hook',
  description: null,
  events: ['reservation.*'],
  apiVersion: '2026-04',
  status: 'active',
  ordered: false,
  snapshotPending: false,
  consecutiveFailures: 0,
  failureStage: 'none',
  lastDeliveredAt: null,
  lastSuccessAt: null,
  lastFailureAt: null,
  lastDeliveryStatus: null,
  disabledAt: null,
  disabledReason: null,
  heldUntil: null,
  createdAt: at,
  updatedAt: at,
  secretMasked: 'whsec_a1b…f9c2',
}

const loggedEvent: LoggedEvent = {
  event: 'repull.ping',
  type: 'repull.ping',
  eventId: webhook.id,
  apiVersion: '2026-04',
  timestamp: at,
  sequence: 4812,
  account: null,
  data: { message: 'Your webhook works.' },
}

const error: ErrorEnvelope = {
  error: {
    code: 'unknown_params',
    message: 'check_in_from is not a parameter of this endpoint.',
    docs_url: 'http://127.0.0.1:4000/docs/errors/unknown_params',
    fix: 'Remove it.',
    request_id: 'req_1',
    field: 'check_in_from',
    value_received: '2026-06-01',
    did_you_mean: 'check_in_after',
    validParams: ['check_in_after'],
    endpoint: '/v1/reservations',
  },
}

const entry = <S extends TSchema>(schema: S, ...samples: Static<S>[]) => ({
  schema: schema as TSchema,
  samples,
})

const page = { nextCursor: null, hasMore: false, total: 1 }

export const examples = {
  ErrorEnvelope: entry(ErrorEnvelope, error),
  RecordAccount: entry(RecordAccount, account),
  ActiveListing: entry(ActiveListing, activeListing),
  InactiveListing: entry(InactiveListing, inactiveListing),
  ListingRow: entry(ListingRow, activeListing, inactiveListing),
  ListingDetail: entry(ListingDetail, listingDetail, nativeListing),
  ListingStatusBody: entry(ListingStatusBody, { listingIds: [4812, '4813'], active: false }),
  ListingStatusResult: entry(ListingStatusResult, { active: false, updated: ['4812'], unchanged: ['4813'] }),
  PropertyRow: entry(PropertyRow, activeProperty, inactiveProperty),
  InactiveProperty: entry(InactiveProperty, inactiveProperty),
  PropertyDetail: entry(PropertyDetail, propertyDetail),
  Unit: entry(Unit, unit),
  UnitList: entry(UnitList, { listingId: '4812', total: 1, data: [unit] }),
  Markups: entry(Markups, markups),
  Availability: entry(Availability, availability),
  MarkupBody: entry(
    MarkupBody,
    { channel: 'booking', markupPercent: 15, hotelId: '77' },
    { channel: 'airbnb', markupPercent: null },
  ),
  MarkupWritten: entry(MarkupWritten, {
    id: '4812',
    channel: 'booking',
    markupPercent: 15,
    changed: true,
    hotelId: '77',
    affectedListingIds: ['4812', '4813'],
    pricesResent: false,
  }),
  ListingCreateBody: entry(
    ListingCreateBody,
    {
      name: 'Harbour loft',
      city: 'Split',
      countryCode: 'HR',
      timeZone: 'Europe/Zagreb',
      bedrooms: 2,
      bathrooms: 1.5,
      personCapacity: 4,
      currency: 'EUR',
      defaultDailyPrice: 120,
      weekendPrice: 150,
      allowsPets: false,
    },
    { name: 'Garden flat' },
  ),
  ListingCreated: entry(
    ListingCreated,
    { id: '4812', calendarDaysSeeded: 365 },
    { calendarDaysSeeded: 0, dryRun: true },
  ),
  ListingActivityBody: entry(ListingActivityBody, { active: false }),
  ListingActivityResult: entry(ListingActivityResult, { id: '4812', active: false }),
  PhotoUploadBody: entry(PhotoUploadBody, { fileName: 'sea.jpg', fileType: 'image/jpeg', fileSize: 183_204 }),
  PhotoUpload: entry(PhotoUpload, {
    listingId: '4812',
    uploadUrl: 'https://api.example.com/v1/uploads/7_4812_Jw3kT0.jpg_183204_1778751000.c2lnbmF0dXJl',
    token: '7_4812_Jw3kT0.jpg_183204_1778751000.c2lnbmF0dXJl',
    path: '7/listings/4812/Jw3kT0.jpg',
    publicUrl: 'https://api.example.com/files/7/listings/4812/Jw3kT0.jpg',
    expiresIn: 3600,
    nextStep: 'Send the bytes with PUT to uploadUrl.',
  }),
  StoredPhotos: entry(StoredPhotos, {
    listingId: '4812',
    photos: [
      {
        url: 'https://api.example.com/files/7/listings/4812/Jw3kT0.jpg',
        path: '7/listings/4812/Jw3kT0.jpg',
        size: 183_204,
        createdAt: at,
      },
    ],
  }),
  PhotoDeleteBody: entry(PhotoDeleteBody, { path: '7/listings/4812/Jw3kT0.jpg' }),
  PhotoDeleted: entry(PhotoDeleted, { listingId: '4812', deleted: true }),
  ContentBody: entry(
    ContentBody,
    {
      title: 'Loft above the harbour',
      summary: 'Two rooms with a view of the sea.',
      amenities: ['wifi', { amenityKey: 'lift', isPresent: false }],
      occupancy: { maxGuests: 4, bathrooms: 1.5 },
      rooms: [{ roomType: 'bedroom', roomNumber: 1, beds: [{ bedType: 'queen', quantity: 1 }] }],
      checkoutTasks: [{ taskType: 'return_keys', required: true }],
      pricing: { defaultDailyPrice: 130, weeklyDiscount: 10 },
      policies: { checkInTimeStart: '15:00', allowsPets: false },
      photos: ['https://pictures.example.com/sea.jpg'],
      photosMode: 'append',
    },
    { locale: 'it', title: null },
  ),
  ContentWritten: entry(
    ContentWritten,
    { id: '4812', changed: ['title', 'pricing', 'calendar'], deferred: [] },
    {
      id: '4812',
      changed: ['title'],
      deferred: ['photos'],
      pms: {
        provider: 'hostaway',
        applied: ['title'],
        errors: [{ section: 'photos', code: 'unsupported', message: 'Pictures can only be added.' }],
      },
    },
  ),
  AvailabilityBody: entry(
    AvailabilityBody,
    { dates: ['2026-07-01', '2026-07-02'], price: 148.5, minNights: 2 },
    { dates: ['2026-07-01'], available: false },
  ),
  AvailabilityBatchBody: entry(AvailabilityBatchBody, {
    propertyIds: [4812, '4813'],
    dates: ['2026-12-31'],
    available: true,
    maxNights: 14,
  }),
  AvailabilityWritten: entry(
    AvailabilityWritten,
    { listingIds: ['4812'], dates: 2, synced: { attempted: 0, succeeded: 0, failed: 0, authErrors: 0 } },
    {
      listingIds: ['4812'],
      dates: 2,
      synced: { attempted: 1, succeeded: 0, failed: 1, authErrors: 0 },
      warning: 'Listing 4812: 1 nights were refused by the PMS: the price is too low.',
    },
  ),
  CalendarSync: entry(
    CalendarSync,
    {
      listingId: '4812',
      channels: [
        {
          channel: 'hostaway',
          platformId: '188342',
          syncEnabled: true,
          status: 'problems',
          lastSyncAt: at,
          nightsWithProblems: 1,
          problems: [{ date: '2026-07-02', error: 'The price is too low.' }],
          queue: { state: 'idle', queuedNights: 0, queuedAt: null, lastPush: at },
        },
      ],
    },
    { listingId: '4813', channels: [] },
  ),
  Reservation: entry(Reservation, reservation, ownerStay),
  ReservationList: entry(listOf(Reservation), { data: [reservation, ownerStay], pagination: page }),
  GuestRow: entry(GuestRow, guestRow),
  GuestProfile: entry(GuestProfile, guestProfile),
  ConversationRow: entry(ConversationRow, conversationRow),
  ConversationDetail: entry(ConversationDetail, conversationDetail),
  Message: entry(Message, message),
  Inquiry: entry(Inquiry, inquiry),
  Review: entry(Review, review),
  Connection: entry(Connection, connection),
  ProviderConnection: entry(ProviderConnection, providerConnection, {
    connected: false,
    provider: 'hostaway',
  }),
  CredentialsBody: entry(CredentialsBody, {
    credentials: { accountId: '64127', apiKey: 'secret' },
    writePolicy: { reservations: { api: false } },
  }),
  CredentialsResult: entry(CredentialsResult, credentialsResult),
  WritePolicyBody: entry(WritePolicyBody, { reservations: { api: false } }),
  WritePolicyResult: entry(WritePolicyResult, { provider: 'hostaway', writePolicy, defaults: writePolicy }),
  Reconciliation: entry(Reconciliation, reconciliation),
  ReconciliationQueued: entry(ReconciliationQueued, {
    connection_id: '3',
    queued: true,
    requested_at: at,
  }),
  SyncRun: entry(SyncRun, syncRun),
  SyncFailure: entry(SyncFailure, syncFailure),
  DisconnectResult: entry(DisconnectResult, {
    disconnected: true,
    provider: 'hostaway',
    accountId: '64127',
    listingsDeactivated: ['4812'],
  }),
  Webhook: entry(Webhook, webhook),
  WebhookCreated: entry(WebhookCreated, { ...webhook, secret: 'whsec_0123456789' }),
  WebhookCreateBody: entry(WebhookCreateBody, { url: 'https://example.com/hook', events: ['*'] }),
  WebhookDeleted: entry(WebhookDeleted, { id: webhook.id, deleted: true }),
  WebhookUpdateBody: entry(WebhookUpdateBody, { status: 'active' }),
  WebhookSecretRotated: entry(WebhookSecretRotated, {
    id: webhook.id,
    secret: 'whsec_0123456789',
    rotatedAt: at,
    previousSecretValidUntil: '2026-05-15T09:30:00.000Z',
  }),
  WebhookRecoverBody: entry(WebhookRecoverBody, { since: at }),
  WebhookRecovered: entry(WebhookRecovered, {
    id: webhook.id,
    fromSequence: 4800,
    toSequence: 4812,
    retried: 3,
    added: 0,
    hasMore: false,
  }),
  WebhookReplayBody: entry(WebhookReplayBody, { force: true }),
  WebhookTestBody: entry(WebhookTestBody, {
    url: 'https://example.com/hook',
    event_type: 'reservation.created',
    signing_secret: 'whsec_0123456789',
  }),
  WebhookTestResult: entry(WebhookTestResult, {
    deliveryId: webhook.id,
    eventId: webhook.id,
    event: 'reservation.created',
    success: true,
    statusCode: 204,
    responseTimeMs: 12,
    responseBody: '',
    errorMessage: null,
  }),
  EventTypes: entry(EventTypes, { domains: [{ id: 'system', title: 'System', events: [] }], flat: [] }),
  EventLog: entry(EventLog, {
    data: [loggedEvent],
    nextAfter: 4812,
    hasMore: false,
    log: { oldest: 1, latest: 4812 },
  }),
  SandboxSeedResult: entry(SandboxSeedResult, {
    customerId: '900000001',
    seededAt: at,
    listings: [{ ref: 'sbx-listing-oceanview', id: '900000101' }],
    reservations: [],
    connections: [],
  }),
  SandboxResetResult: entry(SandboxResetResult, {
    customerId: '900000001',
    resetAt: at,
    deleted: { listings: 3, reservations: 5, connections: 2 },
  }),
  ReservationCreateBody: entry(
    ReservationCreateBody,
    {
      listingId: '4812',
      checkIn: '2027-07-01',
      checkOut: '2027-07-05',
      guest: { firstName: 'Ada', lastName: 'Lovelace', email: 'ada@example.com' },
      guestCount: 2,
    },
    { listingId: 4812, checkIn: '2027-07-01', checkOut: '2027-07-05', guest: { firstName: 'Ada' } },
  ),
  ReservationCreated: entry(
    ReservationCreated,
    {
      id: '7001',
      confirmationCode: 'DIR-7K2QXA',
      listingId: '4812',
      platform: 'direct',
      status: 'confirmed',
      checkIn: '2027-07-01',
      checkOut: '2027-07-05',
      guestId: '310',
      totalPrice: 642.5,
      currency: 'EUR',
    },
    {
      listingId: '4812',
      platform: 'direct',
      status: 'confirmed',
      checkIn: '2027-07-01',
      checkOut: '2027-07-05',
      totalPrice: 642.5,
      currency: 'EUR',
      unit: null,
      pms: {
        provider: 'hostaway',
        reservationId: null,
        applied: [],
        errors: [],
        quote: { available: true, total: 642.5, currency: 'EUR' },
      },
      dryRun: true,
    },
  ),
  ReservationUpdateBody: entry(ReservationUpdateBody, { checkOut: '2026-07-06', guestCount: 3 }),
  ReservationUpdated: entry(ReservationUpdated, {
    id: '7001',
    confirmationCode: 'DIR-7K2QXA',
    listingId: '4812',
    checkIn: '2026-07-01',
    checkOut: '2026-07-06',
    checkInTime: null,
    checkOutTime: '10:00',
    status: 'confirmed',
    updatedAt: at,
    changed: ['checkOut', 'guestCount'],
  }),
  ReservationCancelBody: entry(ReservationCancelBody, { reason: 'The roof leaks.' }),
  ReservationCancelled: entry(ReservationCancelled, {
    id: '7001',
    confirmationCode: 'DIR-7K2QXA',
    listingId: '4812',
    status: 'cancelled',
    checkIn: '2026-07-01',
    checkOut: '2026-07-06',
    updatedAt: at,
  }),
  RequestDeclineBody: entry(RequestDeclineBody, {
    reason: 'dates_not_available',
    message: 'We are sorry, the flat is being painted then.',
  }),
  RequestAnswered: entry(RequestAnswered, {
    reservationId: '7001',
    confirmationCode: 'HMA4XK29QP',
    channel: 'airbnb',
    action: 'decline',
    status: 'declined',
    declineReason: 'dates_not_available',
  }),
  ReservationIntent: entry(ReservationIntent, {
    key: 'booking-4812-1',
    kind: 'create',
    state: 'unknown',
    provider: 'hostaway',
    listingId: '4812',
    reservationId: null,
    externalId: null,
    attempts: 1,
    searches: 0,
    error: { code: 'pms_error', message: 'hostaway did not answer in time.' },
    nextSearchAt: at,
    createdAt: at,
    updatedAt: at,
  }),
  PmsQuoteBody: entry(PmsQuoteBody, {
    listingId: '4812',
    checkIn: '2027-07-01',
    checkOut: '2027-07-05',
    adults: 2,
  }),
  PmsQuote: entry(PmsQuote, {
    listingId: '4812',
    provider: 'hostaway',
    checkIn: '2027-07-01',
    checkOut: '2027-07-05',
    available: true,
    total: 642.5,
    currency: 'EUR',
    breakdown: { accommodation: 560, cleaningFee: 82.5 },
    restrictions: [],
  }),
  Quote: entry(Quote, {
    listingId: '4812',
    websiteId: null,
    checkIn: '2027-07-01',
    checkOut: '2027-07-05',
    guests: 2,
    nights: 4,
    available: true,
    currency: 'EUR',
    availableUnits: 1,
    pricing: {
      nightlyTotal: 560,
      cleaningFee: 82.5,
      taxes: null,
      total: 642.5,
      items: [
        { type: 'nights', name: 'Nights', quantity: 4, amount: 560 },
        { type: 'cleaning', name: 'Cleaning', quantity: 1, amount: 82.5 },
      ],
      securityDeposit: 200,
    },
  }),
  UsageTier: entry(UsageTier, {
    tier: 'free',
    limits: { dailyRequests: 2000, monthlyRequests: 1000, dailyAiRequests: 10, dynamicPricingListings: null },
    used: { daily: 120, monthly: 400, dailyAi: 0 },
    remaining: { daily: 1880, monthly: 600, dailyAi: 10 },
    dailyResetsAt: at,
    resetsAt: at,
  }),
  UsageSummary: entry(UsageSummary, {
    tier: 'custom',
    limits: { dailyRequests: null, monthlyRequests: null, dailyAiRequests: null },
    used: { daily: 120, monthly: 400, dailyAi: 0 },
    remaining: { daily: null, monthly: null, dailyAi: null },
    dailyResetsAt: at,
    resetsAt: at,
    breakdown: [
      { operationId: 'listReservations', requestCount: 120, errorCount: 3, errorRate: 2.5, avgLatencyMs: 12 },
    ],
    timeline: [{ day: '2026-05-14', requestCount: 120, errorCount: 3 }],
    statusDistribution: { '2xx': 117, '3xx': 0, '4xx': 3, '5xx': 0 },
    totals: { requests: 120, errors: 3, avgLatencyMs: 12 },
    range: '7d',
  }),
  ...relaySamples,
  ...connectSamples,
  Health: entry(Health, { status: 'ok', version: '1.0.0' }),
}

/** What the rules of the specification forbid. */
export const refused: Record<string, { schema: TSchema; value: unknown }> = {
  'a city on an inactive listing': { schema: ListingRow, value: { ...inactiveListing, city: 'Split' } },
  'an address on an inactive listing': {
    schema: ListingRow,
    value: { ...inactiveListing, address: { city: 'Split' } },
  },
  'a currency on an inactive property': {
    schema: PropertyRow,
    value: { ...inactiveProperty, currency: 'EUR' },
  },
  'a status of its own for a reservation': {
    schema: Reservation,
    value: { ...reservation, status: 'tentative' },
  },
  'booking as a reservation source': { schema: Reservation, value: { ...reservation, source: 'booking' } },
  'null in place of a guest left out': { schema: Reservation, value: { ...ownerStay, primaryGuest: null } },
  'a deprecated price with one decimal place': {
    schema: Reservation,
    value: { ...reservation, totalPrice: '642.5' },
  },
  'a numeric id': { schema: Reservation, value: { ...reservation, id: 7001 } },
  'an instant as a stay date': { schema: Reservation, value: { ...reservation, checkIn: at } },
  'a date that does not exist': { schema: Reservation, value: { ...reservation, checkIn: '2026-02-30' } },
  'a coordinate as text': { schema: PropertyDetail, value: { ...propertyDetail, latitude: '43.5' } },
  'channel objects on a property': {
    schema: PropertyRow,
    value: { ...activeProperty, channels: activeListing.channels },
  },
  'more than 500 listings at once': {
    schema: ListingStatusBody,
    value: { listingIds: Array.from({ length: 501 }, (_, i) => i + 1), active: true },
  },
  'a calendar of 367 days': {
    schema: Availability,
    value: { ...availability, days: Array.from({ length: 367 }, () => availability.days[0]) },
  },
  'an unknown switch in a write policy': {
    schema: CredentialsBody,
    value: { credentials: {}, writePolicy: { calendar: { colour: true } } },
  },
  'an unknown error code': { schema: ErrorEnvelope, value: { error: { ...error.error, code: 'notFound' } } },
}
