import { startSimulator } from '../../../simulators/index.ts'
import { certify } from '../../connector-kit/testing/certify.ts'
import { beds24 } from './index.ts'

certify(beds24, {
  start: startSimulator,
  unknownStatus: { status: 'teleported' },
  amendment: { numAdult: 3, price: 987.65 },
  missingId: '999999999',
  tokenPath: '/v2/authentication/token',
  writes: { create: { path: '/v2/bookings', method: 'POST' }, showsFiles: false },
})
