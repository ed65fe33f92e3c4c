import { startSimulator } from '../../../simulators/index.ts'
import { certify } from '../../connector-kit/testing/certify.ts'
import { uplisting } from './index.ts'

certify(uplisting, {
  start: startSimulator,
  unknownStatus: { status: 'teleported' },
  amendment: { number_of_guests: 7 },
  missingId: '999999999',
  unprobed: ['clientId'],
  writes: { create: { path: '/v2/bookings', method: 'POST' } },
})
