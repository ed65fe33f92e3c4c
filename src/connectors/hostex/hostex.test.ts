import { startSimulator } from '../../../simulators/index.ts'
import { certify } from '../../connector-kit/testing/certify.ts'
import { hostex } from './index.ts'

certify(hostex, {
  start: startSimulator,
  unknownStatus: { status: 'teleported' },
  amendment: { number_of_adults: 3, number_of_guests: 3 },
  missingId: '0-999999999-zzzzzz',
  inboundProof: 'hostex-webhook-secret-token',
  writes: { create: { path: '/v3/reservations', method: 'POST' } },
})
