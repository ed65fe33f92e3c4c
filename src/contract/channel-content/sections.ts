/** Everything a channel listing says of itself, section by section: what is read, and how it is asked to change. */
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

/** What is made anew in a section, one by one: asked for twice, there are two. */
export interface ContentItems {
  photos: CheckedPhoto
  rooms: RoomBody
}
export type ItemSection = keyof ContentItems
/** What is asked for of a section that has nothing of this kind: nothing. */
export type ItemOf<S extends ContentSection> = S extends ItemSection ? ContentItems[S] : never
