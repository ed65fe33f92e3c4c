/** These examples of connecting are written by hand. */
import { ProviderCatalogue, ProviderEntry } from './connect-provider.ts'
import {
  ConnectBody,
  ConnectSession,
  ListingOption,
  ListingOptions,
  ProviderConnectBody,
  ProviderConnectSession,
  SelectedProvider,
  SelectProviderBody,
} from './connect-request.ts'
import { BookingClaim, BookingVerifyBody, ClaimedRooms, MappedRooms, MapRoomsBody } from './booking-claim.ts'
import { CancelledSession, ConnectSessionView } from './connect-session.ts'
import { at, entry } from './examples.ts'

const expiresAt = '2026-05-15T09:30:00.000Z'
const sessionId = 'cs_17_3Vq0fWm8yKc2LxTn5RbZh9Ja1DsGpEuo'
const url = `https://api.example.com/connect/${sessionId}`
const redirectUrl = 'https://app.example.com/connected'

const provider: ProviderEntry = {
  id: 'hostaway',
  displayName: 'Hostaway',
  category: 'pms',
  connectPattern: 'credentials',
  status: 'beta',
  logoUrl: null,
  description: 'Property management for professional hosts.',
  docsUrl: 'https://api-docs.hostaway.com',
  migrationCapabilities: {
    read: { reservations: { level: 'full', notes: '' }, conversations: { level: 'partial', notes: '' } },
    write: { reservations: { level: 'none', notes: 'Read only for now.' } },
  },
}

const open: ConnectSessionView = {
  sessionId,
  status: 'pending',
  purpose: 'connect',
  provider: null,
  providers: [
    {
      id: 'hostaway',
      displayName: 'Hostaway',
      category: 'pms',
      pattern: 'credentials',
      description: { en: 'Property management.', fr: 'Gestion de locations.' },
      docsUrl: 'https://api-docs.hostaway.com',
      webhookByHand: null,
      form: [
        {
          key: 'apiKey',
          label: { en: 'API key', fr: 'Clé API' },
          help: { en: 'Under Settings, Hostaway API.', fr: 'Dans Settings, Hostaway API.' },
          secret: true,
          optional: false,
          kind: 'secret',
        },
      ],
      reads: ['listings', 'calendars', 'reservations', 'guests', 'messages'],
      writes: ['calendars', 'prices', 'bookings', 'messages'],
      consent: null,
    },
  ],
  copy: { title: 'Connect your homes' },
  appName: 'Harbour Cleaning',
  appLogoUrl: 'https://app.example.com/logo.png',
  privacyUrl: 'https://app.example.com/privacy',
  termsUrl: null,
  locale: 'en',
  redirectHost: 'app.example.com',
  state: 'tenant-7',
  reconnect: false,
  sandbox: false,
  expiresAt,
  returnUrl: null,
  workspaceId: '17',
  error: null,
  connection: null,
  import: null,
}

const completed: ConnectSessionView = {
  ...open,
  status: 'completed',
  provider: 'hostaway',
  returnUrl: `${redirectUrl}?status=connected&session=${sessionId}&state=tenant-7&workspaceId=17`,
  connection: {
    provider: 'hostaway',
    accountName: null,
    externalAccountId: '64127',
    webhooks: { registered: true, address: null },
  },
  import: {
    status: 'running',
    entities: [
      { entity: 'listings', seen: 12, expected: 12, done: true },
      { entity: 'reservations', seen: 300, expected: 1200, done: false },
    ],
    estimatedEndAt: at,
    error: null,
  },
}

const hotelId = '8122001'

const claimExamples = {
  BookingVerifyBody: entry(BookingVerifyBody, { sessionId, hotelId }),
  BookingClaim: entry(BookingClaim, {
    valid: true,
    sessionId,
    connectionId: '32',
    hotelId,
    hotelName: 'Harbour Hotel',
    missingCapabilities: ['messaging'],
  }),
  ClaimedRooms: entry(
    ClaimedRooms,
    {
      status: 'ready',
      sessionId,
      hotelId,
      hotelName: 'Harbour Hotel',
      rooms: [
        {
          roomId: '1030001',
          roomName: 'Double room',
          maxGuests: 2,
          numberOfRooms: 4,
          currency: 'EUR',
          currentListingId: null,
          suggestedListingId: 4812,
          onDrift: null,
          roomBookingId: '1030001',
        },
      ],
      listingOptions: [{ id: 4812, name: 'Double room', city: 'Split' }],
    },
    { status: 'importing', sessionId, hotelId, rooms: [], listingOptions: [] },
  ),
  MapRoomsBody: entry(MapRoomsBody, {
    sessionId,
    mappings: [
      { roomId: '1030001', listingId: 4812, onDrift: 'report' },
      { roomId: '1030002', create: true },
      { roomId: '1030003', listingId: null },
    ],
  }),
  MappedRooms: entry(MappedRooms, {
    success: true,
    mapped: 2,
    unmapped: 1,
    sessionId,
    connectionId: '32',
    rooms: [
      { roomId: '1030001', listingId: 4812, writtenBy: null, onDrift: 'report' },
      { roomId: '1030002', listingId: 4813, writtenBy: null, onDrift: 'mend' },
      { roomId: '1030003', listingId: null, writtenBy: null, onDrift: null },
    ],
  }),
}

export const connectExamples = {
  ...claimExamples,
  ConnectBody: entry(
    ConnectBody,
    {
      redirectUrl,
      state: 'tenant-7',
      purpose: 'migrate',
      workspace: { name: 'Harbour homes', externalRef: 'crm-12' },
      scope: ['listings', 'reservations', 'guests'],
      copy: { title: 'Connect your homes' },
      accessType: 'full_access',
      reservationHistoryMonths: 24,
    },
    {
      redirectUrl,
      allowedProviders: ['hostaway', 'guesty'],
      locale: 'fr',
      appName: 'Harbour Cleaning',
      appLogoUrl: 'https://app.example.com/logo.png',
      privacyUrl: 'https://app.example.com/privacy',
      termsUrl: 'https://app.example.com/terms',
    },
  ),
  ConnectSession: entry(
    ConnectSession,
    { sessionId, url, expiresAt, state: 'tenant-7', purpose: 'migrate', workspaceId: '18' },
    { sessionId, url, expiresAt, state: null, purpose: 'connect' },
  ),
  ProviderConnectBody: entry(
    ProviderConnectBody,
    { redirectUrl, state: 'tenant-7' },
    { credentials: { accountId: '64127', apiKey: 'a-key-of-hostaway' } },
  ),
  ProviderConnectSession: entry(ProviderConnectSession, { url, sessionId, provider: 'hostaway', expiresAt }),
  SelectProviderBody: entry(SelectProviderBody, { provider: 'hostaway' }),
  SelectedProvider: entry(SelectedProvider, {
    sessionId,
    provider: 'hostaway',
    pattern: 'credentials',
    nextUrl: url,
  }),
  ListingOption: entry(ListingOption, { id: 4812, name: 'Harbour loft', city: 'Split' }),
  ListingOptions: entry(ListingOptions, {
    data: [{ id: 4812, name: 'Harbour loft', city: 'Split' }],
    total: 1,
  }),
  ConnectSessionView: entry(ConnectSessionView, open, completed),
  CancelledSession: entry(CancelledSession, { sessionId, status: 'cancelled', returnUrl: null }),
  ProviderEntry: entry(ProviderEntry, provider),
  ProviderCatalogue: entry(ProviderCatalogue, { data: [provider] }),
}
