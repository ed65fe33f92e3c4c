import { startSimulator } from '../../../simulators/index.ts'
import { certify } from '../../connector-kit/testing/certify.ts'
import { channex } from './index.ts'

certify(channex, {
  start: startSimulator,
  unknownStatus: { status: 'teleported' },
  amendment: { occupancy: { adults: 3, children: 0, infants: 0 } },
  missingId: '0000000f-0000-4000-8000-000000000009',
  inboundProof: 'x-webhook-secret',
  writes: { create: { path: '/api/v1/bookings', method: 'POST' } },
})
