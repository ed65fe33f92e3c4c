import { amenityRoutes } from './amenities-routes.ts'
import { bookingSettingRoutes } from './booking-settings-routes.ts'
import { descriptionRoutes } from './descriptions-routes.ts'
import { detailRoutes } from './details-routes.ts'
import { guideRoutes } from './guides-routes.ts'
import { permitRoutes } from './permits-routes.ts'
import { photoOrderRoutes } from './photo-order-routes.ts'
import { photoRoutes } from './photos-routes.ts'
import { pullRoute } from './pull-route.ts'
import { qualityRoutes } from './quality-routes.ts'
import { roomRoutes } from './rooms-routes.ts'
import { safetyRoutes } from './safety-routes.ts'

/** `/v1/channels/airbnb/listings/{id}/…` */
export const airbnbContentRoutes = [
  ...descriptionRoutes,
  ...amenityRoutes,
  ...detailRoutes,
  ...roomRoutes,
  ...photoRoutes,
  ...photoOrderRoutes,
  ...guideRoutes,
  ...permitRoutes,
  ...safetyRoutes,
  ...bookingSettingRoutes,
  ...qualityRoutes,
  pullRoute,
]
