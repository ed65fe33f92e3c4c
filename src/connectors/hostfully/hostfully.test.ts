import { startSimulator } from '../../../simulators/index.ts'
import { certify } from '../../connector-kit/testing/certify.ts'
import { hostfully } from './index.ts'

certify(hostfully, {
  start: startSimulator,
  unknownStatus: { status: 'TELEPORTED' },
  amendment: { adultCount: 3 },
  missingId: '00000003-0000-4000-8000-999999999999',
  writes: {
    create: { path: '/api/v3.3/leads', method: 'POST' },
    request: { type: 'BOOKING_REQUEST', status: 'PENDING' },
  },
})
