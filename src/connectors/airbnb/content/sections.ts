/** What an Airbnb listing says of itself: by calls that are known, and by those that are not verified (`unverified.ts`). */
import type { ChannelContent } from '../../../connector-kit/channel-content.ts'
import { amenities } from './amenities.ts'
import { availabilityRules } from './availability-rules.ts'
import { bookingSettings } from './booking-settings.ts'
import { descriptions } from './descriptions.ts'
import { details } from './details.ts'
import { checkInGuide, checkOutGuide } from './guides.ts'
import { photos } from './photos.ts'
import { permits, quality } from './permits.ts'
import { pricing } from './pricing.ts'
import { publication } from './publication.ts'
import { rooms } from './rooms.ts'
import { safetyDisclosures } from './safety.ts'

export const knownContent = {
  amenities,
  availabilityRules,
  bookingSettings,
  descriptions,
  details,
  photos,
  pricing,
  publication,
  rooms,
  safetyDisclosures,
} satisfies ChannelContent

export const wholeContent = {
  ...knownContent,
  availabilityRules: { ...availabilityRules, unknownFields: [] },
  checkInGuide,
  checkOutGuide,
  details: { ...details, unknownFields: [] },
  permits,
  pricing: { ...pricing, unknownFields: [] },
  publication: { ...publication, unknownFields: [] },
  quality,
} satisfies ChannelContent
