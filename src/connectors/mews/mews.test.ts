import { startSimulator } from '../../../simulators/index.ts'
import { certify } from '../../connector-kit/testing/certify.ts'
import { mews } from './index.ts'

certify(mews, {
  start: startSimulator,
  unknownStatus: { State: 'Teleported' },
  amendment: { ChannelNumber: 'CHANGED-1' },
  missingId: '00000000-1111-4222-8333-444444444444',
  writes: { create: { path: '/api/connector/v1/reservations/add', method: 'POST' } },
})
