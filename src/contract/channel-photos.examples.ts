/** These examples of channel listings' photos are written by hand. */
import { AirbnbPullBody, AirbnbPulled } from './channel-airbnb-pull.ts'
import {
  ChannelPhoto,
  CoverBody,
  CoverChosen,
  NewPhoto,
  PhotoChangeBody,
  PhotoOrderBody,
  PhotoPlace,
  PhotosAdded,
  PhotosBody,
  PhotosOrdered,
  PhotoWritten,
} from './channel-content/photos.ts'
import { entry } from './examples.ts'

const photoId = '53120044_700500701'
export const photo: ChannelPhoto = {
  photoId,
  photoAirbnbId: photoId,
  caption: 'The boat at the jetty.',
  sortOrder: 1,
  category: 'listing',
  roomId: null,
  amenity: null,
  url: 'https://pictures.example.com/53120044/700500701.jpg',
  width: 1200,
  height: 800,
}
/** The image is cut short. */
const fresh: NewPhoto = { image: '/9j/4AAQSkZJRgABAQAA', caption: 'The boat at the jetty.' }
const order = [{ photoId, sortOrder: 1 }]

export const channelPhotoExamples = {
  AirbnbPullBody: entry(AirbnbPullBody, { airbnbConnectionId: '31:53120044' }),
  AirbnbPulled: entry(AirbnbPulled, {
    listingId: '4812',
    channel: 'airbnb',
    connectionId: '31:53120044',
    externalId: '53120044',
    refreshedFromChannel: true,
    sections: ['description', 'details', 'photos'],
    pulledAt: '2026-06-15T12:00:00.000Z',
    nextPullAvailableAt: '2026-06-15T12:15:00.000Z',
    minIntervalSeconds: 900,
  }),
  ChannelPhoto: entry(ChannelPhoto, photo),
  NewPhoto: entry(NewPhoto, fresh),
  PhotosBody: entry(PhotosBody, { photos: [fresh] }),
  PhotosAdded: entry(PhotosAdded, {
    listingId: '4812',
    airbnbListingId: '53120044',
    data: [photo],
    blockedFields: [],
    stored: true,
  }),
  PhotoChangeBody: entry(PhotoChangeBody, { photo_id: photoId, caption: 'The boat at the jetty.' }),
  PhotoWritten: entry(PhotoWritten, { data: photo, blockedFields: [], stored: true }),
  PhotoOrderBody: entry(PhotoOrderBody, { photo_ids: [photoId] }),
  PhotoPlace: entry(PhotoPlace, { photoId, sortOrder: 1 }),
  PhotosOrdered: entry(PhotosOrdered, {
    data: { order, applied: [photoId], unchanged: false },
    stored: true,
  }),
  CoverBody: entry(CoverBody, { photo_id: photoId }),
  CoverChosen: entry(CoverChosen, {
    data: { coverPhotoId: photoId, applied: [photoId], order },
    stored: true,
  }),
}
