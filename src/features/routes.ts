/** Every route of the API: one line per slice. */
import { availabilityRoutes } from './availability/routes.ts'
import { healthRoutes } from './health/routes.ts'
import { propertyRoutes } from './listings/property-routes.ts'
import { listingRoutes } from './listings/routes.ts'
import { reservationRoutes } from './reservations/routes.ts'

export const routes = [
  ...healthRoutes,
  ...listingRoutes,
  ...propertyRoutes,
  ...availabilityRoutes,
  ...reservationRoutes,
]
