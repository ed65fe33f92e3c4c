import { Type } from 'typebox'
import { AuditEntry, auditOutcomes } from '../../../contract/audit.ts'
import { listOf, oneOfStrings } from '../../../contract/shared.ts'
import { listPage, listQuery } from '../../../http/list.ts'
import { route } from '../../route.ts'
import { auditLines, auditLinesNewestFirst, type AuditLineRow } from './queries.ts'
import { auditLineTotal } from './total-queries.ts'

const name = (description: string) =>
  Type.Optional(Type.String({ minLength: 1, maxLength: 200, description }))
const moment = (description: string) =>
  Type.Optional(Type.String({ format: 'date-time', maxLength: 40, description }))

const toEntry = ({ at, actor, prefix, name: keyName, request_id, ...row }: AuditLineRow) => ({
  ...row,
  at: at.toISOString(),
  actor: { id: actor, prefix, name: keyName },
  requestId: request_id,
})

export const auditRoutes = [
  route({
    method: 'GET',
    url: '/v1/audit',
    id: 'listAuditLines',
    family: 'audit',
    account: 'ignored',
    tag: 'Audit',
    summary: 'Read the audit log',
    description:
      'Every request that can change something, and every use of a secret, newest first. Lines are never changed or deleted through the API; they are kept as long as `AUDIT_RETENTION_DAYS` says. Credentials that are used all the time leave one line for each connection, use and hour.',
    query: listQuery(
      {
        action: name('Only this operation: `updateReservation`.'),
        actor: name('Only what this one did: `key:12`, `cli`.'),
        target: name('Only what was about this: `reservation:77`.'),
        outcome: Type.Optional(oneOfStrings(auditOutcomes, { description: 'Only what ended so.' })),
        from: moment('Only from this moment on.'),
        to: moment('Only before this moment.'),
      },
      { defaultLimit: 50 },
    ),
    reply: listOf(AuditEntry),
    errors: [],
    handle: async (context) => {
      const { services, scope, query } = context
      const { action = null, actor = null, target = null, outcome = null, from, to } = query
      const filters = {
        ...{ action, actor, target, outcome },
        from: from === undefined ? null : new Date(from),
        to: to === undefined ? null : new Date(to),
      }
      // Writes this process's finished lines first, so that they show up as finished.
      await services.audit.flush()
      return listPage(context, {
        defaultLimit: 50,
        ordering: auditLinesNewestFirst,
        rows: (asked) => auditLines(services.db, scope, filters, asked),
        total: () => auditLineTotal(services.db, scope, filters),
        item: toEntry,
      })
    },
  }),
]
