import { startSimulator } from '../../../simulators/index.ts'
import { certify } from '../../connector-kit/testing/certify.ts'
import { ignored } from './testing/ignored.ts'
import { vrbo } from './index.ts'

certify(vrbo, {
  start: startSimulator,
  unknownStatus: { status: 'TELEPORTED' },
  amendment: { adultCount: 3, rent: 987.65 },
  missingId: '99999.88888',
  ignored,
  tokenPath: '/identity/oauth2/v3/token/',
  writes: {
    create: { path: '/supply/lodging/graphql', method: 'POST' },
    canReply: ({ platform }) => platform === 'vrbo',
  },
})
