import { vrboAccountRoutes } from './account-routes.ts'
import { vrboChangeRoutes } from './change-routes.ts'
import { vrboListingRoutes } from './listing-routes.ts'
import { VrboReservation } from '../../../contract/channel-vrbo.ts'
import { listOf } from '../../../contract/shared.ts'
import { listPage, listQuery } from '../../../http/list.ts'
import { route } from '../../route.ts'
import { reservationsById, vrboReservations, vrboReservationTotal } from './queries.ts'

const vrboReservationRoutes = [
  route({
    method: 'GET',
    url: '/v1/channels/vrbo/reservations',
    id: 'listVrboReservations',
    family: 'reservations',
    ofListings: 'narrows',
    tag: 'Vrbo',
    summary: 'List what was booked at Vrbo',
    description:
      'Every stay whose source is Vrbo, however it came here, but for those of inactive listings; the newest first.',
    query: listQuery({}, { defaultLimit: 50 }),
    reply: listOf(VrboReservation),
    errors: [],
    handle: (context) => {
      const { services, scope } = context
      const now = services.clock.now()
      return listPage(context, {
        defaultLimit: 50,
        ordering: reservationsById,
        rows: (page) => vrboReservations(services.db, scope, now, page),
        total: () => vrboReservationTotal(services.db, scope),
        item: (row): VrboReservation => row,
      })
    },
  }),
]

export const vrboRoutes = [
  ...vrboAccountRoutes,
  ...vrboListingRoutes,
  ...vrboReservationRoutes,
  ...vrboChangeRoutes,
]
