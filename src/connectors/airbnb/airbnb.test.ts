import { startSimulator } from '../../../simulators/index.ts'
import { certify } from '../../connector-kit/testing/certify.ts'
import { content } from './testing/content.ts'
import { ignored } from './testing/ignored.ts'
import { airbnb } from './index.ts'

certify(airbnb, {
  start: startSimulator,
  unknownStatus: { status_type: 'teleported' },
  amendment: { number_of_guests: 3, expected_payout_amount_accurate: '987.65' },
  missingId: 'HMZZZZZZZZ',
  ignored,
  content,
  tokenPath: '/v2/oauth2/authorizations',
  writes: {
    create: { path: '/v2/reservations', method: 'POST' },
    request: { status_type: 'pending' },
    inquiry: { inquiry: true },
    approvedReads: 'special_offer_sent',
    canReply: ({ hidden }) => hidden !== true,
  },
})
