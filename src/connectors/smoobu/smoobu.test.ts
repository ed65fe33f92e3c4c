import { startSimulator } from '../../../simulators/index.ts'
import { certify } from '../../connector-kit/testing/certify.ts'
import { smoobu } from './index.ts'

certify(smoobu, {
  start: startSimulator,
  unknownStatus: { type: 'teleported' },
  amendment: { adults: 3, price: 987.65 },
  missingId: '999999999',
  writes: { create: { path: '/api/reservations', method: 'POST' } },
})
