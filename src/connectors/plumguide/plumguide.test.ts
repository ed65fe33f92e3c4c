import { startSimulator } from '../../../simulators/index.ts'
import { certify } from '../../connector-kit/testing/certify.ts'
import { plumguide } from './index.ts'
import { ignored } from './testing/ignored.ts'

certify(plumguide, {
  start: startSimulator,
  unknownStatus: { status: 'Teleported' },
  amendment: { guests: { adults: 5, children: 0, infants: 0 } },
  missingId: 'PG-ZZZ999',
  ignored,
  tokenPath: '/authenticate',
  writes: { create: { path: '/v2/bookings', method: 'POST' } },
})
