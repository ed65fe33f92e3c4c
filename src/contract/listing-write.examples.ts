/** These examples of writing to listings are written by hand. */
import { at, entry, type ForbiddenExamples } from './examples.ts'
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
import { ListingStatusBody, ListingStatusResult } from './listing.ts'
import { MarkupBody, MarkupWritten, Markups } from './markup.ts'

const markups: Markups = {
  id: '4812',
  airbnb: [{ airbnbId: '50413377', markupPercent: 15 }],
  booking: [{ hotelId: '10557321', markupPercent: null, listingIds: ['4812', '4813'] }],
  vrbo: [{ vrboId: '4812', markupPercent: 12 }],
}

export const listingWriteExamples = {
  ListingStatusBody: entry(ListingStatusBody, { listingIds: [4812, '4813'], active: false }),
  ListingStatusResult: entry(ListingStatusResult, { active: false, updated: ['4812'], unchanged: ['4813'] }),
  Markups: entry(Markups, markups),
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
}

export const listingWriteRefused: ForbiddenExamples = {
  'more than 500 listings at once': {
    schema: ListingStatusBody,
    value: { listingIds: Array.from({ length: 501 }, (_, i) => i + 1), active: true },
  },
}
