import { startSimulator } from '../../../simulators/index.ts'
import { certify } from '../../connector-kit/testing/certify.ts'
import { tokenPath } from './auth.ts'
import { bookingsync } from './index.ts'

certify(bookingsync, {
  start: startSimulator,
  unknownStatus: { status: 'Teleported' },
  amendment: { adults: 3, final_price: '987.65' },
  missingId: '999999999',
  tokenPath,
  inboundProof: 'x-content-signature',
  writes: { create: { path: '/api/v3/rentals/*/bookings', method: 'POST' } },
})
