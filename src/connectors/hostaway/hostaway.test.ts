import { startSimulator } from '../../../simulators/index.ts'
import { certify } from '../../connector-kit/testing/certify.ts'
import { hostaway } from './index.ts'

certify(hostaway, {
  start: startSimulator,
  unknownStatus: { status: 'teleported' },
  amendment: { numberOfGuests: 3, totalPrice: 987.65 },
  missingId: '999999999',
  tokenPath: '/v1/accessTokens',
  writes: { create: { path: '/v1/reservations', method: 'POST' } },
})
