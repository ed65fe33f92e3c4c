/** Each section of a channel listing has a form that is read and a form that changes it. */
import type { AmenitiesBody, ChannelAmenities } from './amenities.ts'
import type { AvailabilityRulesChange, ChannelAvailabilityRules } from './availability-rules.ts'
import type { BookingSettings, BookingSettingsBody } from './booking-settings.ts'
import type { ChannelDescription, DescriptionsBody } from './descriptions.ts'
import type { ChannelDetails, DetailsBody } from './details.ts'
import type { CheckInGuide, CheckInGuideBody, CheckOutTask, CheckOutTasksChange } from './guides.ts'
import type { ChannelPhoto, CheckedPhoto, PhotosChange } from './photos.ts'
import type { ChannelPermits, PermitsBody } from './permits.ts'
import type { ChannelPricing, PricingChange } from './pricing.ts'
import type { Publication, PublicationChange } from './publishing.ts'
import type { ChannelQuality } from './quality.ts'
import type { ChannelRoom, RoomBody, RoomsChange } from './rooms.ts'
import type { Disclosure, DisclosuresBody } from './safety.ts'

export interface ContentSections {
  amenities: { content: ChannelAmenities; change: AmenitiesBody }
  availabilityRules: { content: ChannelAvailabilityRules; change: AvailabilityRulesChange }
  bookingSettings: { content: BookingSettings; change: BookingSettingsBody }
  checkInGuide: { content: CheckInGuide[]; change: CheckInGuideBody }
  checkOutGuide: { content: CheckOutTask[]; change: CheckOutTasksChange }
  descriptions: { content: ChannelDescription[]; change: DescriptionsBody }
  details: { content: ChannelDetails; change: DetailsBody }
  permits: { content: ChannelPermits; change: PermitsBody }
  photos: { content: ChannelPhoto[]; change: PhotosChange }
  pricing: { content: ChannelPricing; change: PricingChange }
  publication: { content: Publication; change: PublicationChange }
  quality: { content: ChannelQuality; change: never }
  rooms: { content: ChannelRoom[]; change: RoomsChange }
  safetyDisclosures: { content: Disclosure[]; change: DisclosuresBody }
}
export type ContentSection = keyof ContentSections

/** These sections have items that are added one by one; adding twice makes two. */
export interface ContentItems {
  photos: CheckedPhoto
  rooms: RoomBody
}
export type ItemSection = keyof ContentItems
/** A section without items has no item type. */
export type ItemOf<S extends ContentSection> = S extends ItemSection ? ContentItems[S] : never
