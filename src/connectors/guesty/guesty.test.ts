import { startSimulator } from '../../../simulators/index.ts'
import { certify } from '../../connector-kit/testing/certify.ts'
import { guesty } from './index.ts'

certify(guesty, {
  start: startSimulator,
  unknownStatus: { status: 'teleported' },
  amendment: { guestsCount: 7, plannedArrival: '21:15' },
  missingId: '5f92cbf10cf217478ba9ffff',
  tokenPath: '/oauth2/token',
  inboundProof: 'svix-signature',
  writes: {
    create: { path: '/v1/reservations-v3', method: 'POST' },
    request: { status: 'reserved', source: 'Airbnb', integration: { _id: 'a', platform: 'airbnb2' } },
    inquiry: { status: 'inquiry', source: 'Airbnb', integration: { _id: 'a', platform: 'airbnb2' } },
  },
})
