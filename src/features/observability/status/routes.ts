/** The status page of the operator, as data. The console shows it at `/console/operator`. */
import { OperatorStatus } from '../../../contract/operator-status.ts'
import type { Route } from '../../../http/route.ts'
import type { Services } from '../../../services.ts'
import { route } from '../../route.ts'
import { readStatus } from './read-status.ts'

export const operatorStatusRoutes: readonly Route<Services>[] = [
  route({
    method: 'GET',
    url: '/v1/operator/status',
    id: 'getOperatorStatus',
    tag: 'Operator',
    auth: 'operator',
    hidden: true,
    noStore: true,
    overCap: 'allow',
    summary: 'Get the state of the installation',
    reply: OperatorStatus,
    errors: [],
    handle: ({ services }) => readStatus(services),
  }),
]
