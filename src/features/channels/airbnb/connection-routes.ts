import { AirbnbConnection } from '../../../contract/channel-airbnb.ts'
import { fixUrlOf } from '../../accounts/public.ts'
import { route } from '../../route.ts'
import { hostsOf } from './accounts.ts'
import { toAirbnbConnection } from './connection-map.ts'

export const airbnbConnectionRoutes = [
  route({
    method: 'GET',
    url: '/v1/channels/airbnb/connection',
    id: 'getAirbnbConnection',
    family: 'connections',
    ofListings: 'refused',
    tag: 'Airbnb',
    summary: 'Get the connection to Airbnb',
    description: 'Every host that was ever connected, and whether Airbnb can be called for them.',
    reply: AirbnbConnection,
    errors: [],
    handle: async ({ services, scope }) =>
      toAirbnbConnection(await hostsOf(services, scope), fixUrlOf(services, scope)),
  }),
]
