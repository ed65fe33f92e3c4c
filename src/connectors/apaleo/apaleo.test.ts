import { startSimulator } from '../../../simulators/index.ts'
import { certify } from '../../connector-kit/testing/certify.ts'
import { apaleo } from './index.ts'

certify(apaleo, {
  start: startSimulator,
  unknownStatus: { status: 'Teleported' },
  amendment: { adults: 3, totalGrossAmount: { amount: 987.65, currency: 'EUR' } },
  missingId: 'ZZZZZZZZ-9',
  tokenPath: '/connect/token',
  writes: { create: { path: '/booking/v1/bookings', method: 'POST' } },
})
