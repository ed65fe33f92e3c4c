import { RecoveryReport } from '../../contract/operator-recovery.ts'
import type { Route } from '../../http/route.ts'
import type { Services } from '../../services.ts'
import { route } from '../route.ts'
import { recoveryReport } from './report.ts'

export const recoveryRoutes: readonly Route<Services>[] = [
  route({
    tag: 'Operator',
    auth: 'operator',
    hidden: true,
    method: 'GET',
    url: '/v1/operator/recovery',
    id: 'getRecovery',
    summary: 'Get what the last restore from a backup found',
    description:
      'Accounts, how far each was read since, the stays that differed, nights that stay closed, and deliveries that wait.',
    reply: RecoveryReport,
    errors: [],
    handle: ({ services }) => recoveryReport(services.db),
  }),
]
