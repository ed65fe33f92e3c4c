import { startSimulator } from '../../../simulators/index.ts'
import { certify } from '../../connector-kit/testing/certify.ts'
import { ownerrez } from './index.ts'

certify(ownerrez, {
  start: startSimulator,
  unknownStatus: { status: 'teleported' },
  amendment: { adults: 3, total_amount: 987.65 },
  missingId: '999999999',
  writes: { create: { path: '/v2/bookings', method: 'POST' } },
})
