import { startSimulator } from '../../../simulators/index.ts'
import { certify } from '../../connector-kit/testing/certify.ts'
import { track } from './index.ts'

certify(track, {
  start: startSimulator,
  unknownStatus: { status: 'Teleported' },
  amendment: { occupants: [{ typeId: 1, name: 'Adults', handle: 'adults', quantity: 3 }] },
  missingId: '999999999',
  writes: { create: { path: '/api/pms/reservations', method: 'POST' }, bookedAs: 'pending' },
})
