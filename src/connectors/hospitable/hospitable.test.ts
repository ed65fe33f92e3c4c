import { startSimulator } from '../../../simulators/index.ts'
import { certify } from '../../connector-kit/testing/certify.ts'
import { hospitable } from './index.ts'

certify(hospitable, {
  start: startSimulator,
  unknownStatus: {
    reservation_status: { current: { category: 'teleported', sub_category: null }, history: [] },
  },
  amendment: { guests: { total: 3, adult_count: 2, child_count: 1, infant_count: 0, pet_count: 0 } },
  missingId: '6f58fd0a-a9cb-4746-9219-384a156ff7bb',
  inboundProof: 'signature',
  writes: { create: { path: '/v2/reservations', method: 'POST' } },
})
