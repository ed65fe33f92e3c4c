import { vrboAccountRoutes } from './account-routes.ts'
import { vrboChangeRoutes } from './change-routes.ts'
import { vrboListingRoutes } from './listing-routes.ts'
import { vrboReservationRoutes } from './reservation-routes.ts'

export const vrboRoutes = [
  ...vrboAccountRoutes,
  ...vrboListingRoutes,
  ...vrboReservationRoutes,
  ...vrboChangeRoutes,
]
