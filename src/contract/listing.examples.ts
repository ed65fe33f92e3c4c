/** These examples of listings, properties and units are written by hand. */
import { at, account, entry, type ForbiddenExamples } from './examples.ts'
import { ActiveListing, InactiveListing, ListingDetail, ListingRow } from './listing.ts'
import { type ActiveProperty, InactiveProperty, PropertyDetail, PropertyRow } from './property.ts'
import { Unit, UnitList } from './unit.ts'

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
  photos: [
    {
      url: 'https://pictures.example.com/harbour.jpg',
      thumbnailUrl: null,
      caption: 'The harbour',
      category: 'property',
      width: 1600,
      height: 1067,
      sourceUrl: null,
    },
  ],
  policies: {
    cancellationPolicy: 'moderate',
    allowsChildren: true,
    allowsInfants: null,
    allowsPets: false,
    allowsSmoking: false,
    allowsEvents: false,
    quietHoursStart: '22:00',
    quietHoursEnd: '08:00',
    checkInMethod: 'lockbox',
    checkInInstruction: null,
  },
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

export const listingExamples = {
  ActiveListing: entry(ActiveListing, activeListing),
  InactiveListing: entry(InactiveListing, inactiveListing),
  ListingRow: entry(ListingRow, activeListing, inactiveListing),
  ListingDetail: entry(ListingDetail, listingDetail, nativeListing),
  PropertyRow: entry(PropertyRow, activeProperty, inactiveProperty),
  InactiveProperty: entry(InactiveProperty, inactiveProperty),
  PropertyDetail: entry(PropertyDetail, propertyDetail),
  Unit: entry(Unit, unit),
  UnitList: entry(UnitList, { listingId: '4812', total: 1, data: [unit] }),
}

export const listingRefused: ForbiddenExamples = {
  'a city on an inactive listing': { schema: ListingRow, value: { ...inactiveListing, city: 'Split' } },
  'an address on an inactive listing': {
    schema: ListingRow,
    value: { ...inactiveListing, address: { city: 'Split' } },
  },
  'a currency on an inactive property': {
    schema: PropertyRow,
    value: { ...inactiveProperty, currency: 'EUR' },
  },
  'a coordinate as text': { schema: PropertyDetail, value: { ...propertyDetail, latitude: '43.5' } },
  'channel objects on a property': {
    schema: PropertyRow,
    value: { ...activeProperty, channels: activeListing.channels },
  },
}
