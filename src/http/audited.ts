/** Writes an audit line for every request that can change something, before its handler runs. */
import type { FastifyRequest } from 'fastify'
import type { Actor } from '../platform/audit.ts'
import type { AuditTrail, BegunLine } from '../platform/audit-trail.ts'
import type { StoredAnswer } from '../platform/idempotency.ts'
import type { Scope } from '../platform/tenant.ts'
import { madeBy, targetsOf } from './audit-targets.ts'
import type { RequestCaller, Principal, Route } from './route.ts'
import type { AddressOf } from './client-address.ts'
import { toApiError } from './error-envelope.ts'

export interface AuditOptions {
  trail: AuditTrail
  /** Finds the workspace of a keyless request by the link it carries; null for an unknown link. */
  scopeOfLink(parts: { params: unknown; query: unknown; body: unknown }): Promise<Scope | null>
}

export const actorOf = ({ keyId, memberId }: Pick<Principal, 'keyId' | 'memberId'>): Actor =>
  memberId === null ? { kind: 'key', id: keyId } : { kind: 'member', id: memberId }

/** A vendor's call is only a hint and changes nothing by itself. */
export const isAudited = ({ method, write, hidden, audited }: Route<never>): boolean =>
  audited ?? ((write ?? method !== 'GET') && !hidden)

export const outcomeOf = (status: number): 'done' | 'refused' | 'failed' =>
  status < 400 ? 'done' : status < 500 ? 'refused' : 'failed'

export function auditedHandler(
  route: Route<never>,
  auditing: AuditOptions | undefined,
  addressOf: AddressOf,
): (
  request: FastifyRequest,
  work: () => Promise<{ answer: StoredAnswer; replayed: boolean }>,
) => Promise<StoredAnswer> {
  if (!auditing || !isAudited(route)) return async (_request, work) => (await work()).answer
  const { trail, scopeOfLink } = auditing
  const begin = async (request: FastifyRequest): Promise<BegunLine | null> => {
    const { params, query, body } = request
    const caller: Partial<RequestCaller> | null = request.caller
    const scope = caller?.scope ?? (await scopeOfLink({ params, query, body }))
    if (!scope) return null
    const details = {
      ...(isDryRun(query) ? { dryRun: true } : {}),
      ...route.auditDetails?.(body),
    }
    return trail.begin(scope, {
      action: route.id,
      actor: caller?.principal ? actorOf(caller.principal) : { kind: 'link' },
      targets: targetsOf(route, { params, query, body }),
      requestId: request.id,
      ip: addressOf(request.raw),
      ...(Object.keys(details).length > 0 ? { details } : {}),
    })
  }
  return async (request, work) => {
    const line = await begin(request)
    try {
      const { answer, replayed } = await work()
      if (!line) return answer
      const { status, text } = answer
      const isDone = status < 400
      line.end({
        outcome: replayed ? 'repeated' : outcomeOf(status),
        status,
        ...(isDone ? { made: madeBy(route, text) } : { code: codeIn(text) }),
      })
      return answer
    } catch (error) {
      const { status, code } = toApiError(error)
      line?.end({ outcome: outcomeOf(status), status, code })
      throw error
    }
  }
}

const isDryRun = (query: unknown) => (query as Record<string, unknown> | null)?.['dry_run'] === 'true'

/** A replayed answer may be a stored refusal. */
function codeIn(text: string): string | undefined {
  const { error } = JSON.parse(text) as { error?: { code?: unknown } | string }
  return typeof error === 'object' && typeof error.code === 'string' ? error.code : undefined
}
