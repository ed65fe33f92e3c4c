import { startSimulator } from '../../../simulators/index.ts'
import { certify } from '../../connector-kit/testing/certify.ts'
import { lodgify } from './index.ts'

certify(lodgify, {
  start: startSimulator,
  unknownStatus: { status: 'Teleported' },
  amendment: { total_amount: 987.65 },
  missingId: '999999999',
  inboundProof: 'ms-signature',
  writes: {
    create: { path: '/v1/reservation/booking', method: 'POST' },
    request: { status: 'Tentative', source: 'OH' },
  },
})
