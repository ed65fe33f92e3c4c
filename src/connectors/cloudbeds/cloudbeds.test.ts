import { startSimulator } from '../../../simulators/index.ts'
import { certify } from '../../connector-kit/testing/certify.ts'
import { cloudbeds } from './index.ts'

certify(cloudbeds, {
  start: startSimulator,
  unknownStatus: { status: 'teleported' },
  amendment: { adults: 3, total: 987.65 },
  missingId: '999999999',
  writes: {
    create: { path: '/api/v1.3/postReservation', method: 'POST' },
    request: { status: 'not_confirmed' },
  },
})
