/** Lets agents in for a member: a code after the consent, then access tokens of an hour, each with a refresh token that works once. */
import { createHash, timingSafeEqual } from 'node:crypto'
import type { AgentLimits } from '../../../contract/agent-limits.ts'
import type { KeyScope } from '../../../contract/key-scopes.ts'
import type { Principal } from '../../../http/route.ts'
import { ApiError } from '../../../platform/api-error.ts'
import { hashApiKey, randomToken } from '../../../platform/crypto.ts'
import { isSandbox, type Queryable, type Scope } from '../../../platform/tenant.ts'
import { findExcess, type AccessRights } from '../workspaces/access-rights.ts'
import { newAgentToken } from '../workspaces/keys.ts'
import { readOwnRights } from '../workspaces/own-rights.ts'
import {
  deleteExpiredSecrets,
  insertAgentSecret,
  insertAgentSession,
  lockAgentSecret,
  revokeAgentSession,
  revokeAgentToken,
  updateAgentToken,
  updateSecretUse,
  type AgentSecretRow,
} from './agent-session-queries.ts'
import { lockMembers } from './queries.ts'

/** The browser brings the code to the agent at once. */
const codeSeconds = 60
export const accessTokenSeconds = 3600
/** An agent that is not used for this long has to be let in again. */
const idleSeconds = 30 * 86_400

const starts = { code: 'ac', refresh: 'ar' } as const
type SecretKind = keyof typeof starts

const later = (now: Date, seconds: number) => new Date(now.getTime() + seconds * 1000)

/** The secret names its workspace, so its row is found there; 40 characters of 62 are 238 random bits. */
const newSecret = ({ workspaceId }: Scope, kind: SecretKind) =>
  `${starts[kind]}_${workspaceId}_${randomToken(40)}`

function parseSecret(secret: string): { kind: SecretKind; scope: Scope; hash: Buffer } | null {
  const [, start, workspaceId] = /^(ac|ar)_([1-9]\d{0,17})_[A-Za-z0-9]{40}$/.exec(secret) ?? []
  if (workspaceId === undefined) return null
  return {
    kind: start === starts.code ? 'code' : 'refresh',
    scope: { workspaceId },
    hash: hashApiKey(secret),
  }
}

function assertGivable(own: AccessRights, wanted: AccessRights): void {
  const excess = findExcess(own, wanted)
  if (!excess) return
  throw new ApiError(
    'forbidden',
    'Nobody gives an agent more than they may do themselves.',
    { field: 'scopes', value_received: excess.value },
    { fix: 'Give it less, or have an owner of the workspace let it in.' },
  )
}

export interface AgentConsent {
  memberId: string
  client: { id: string; name: string }
  redirectUri: string
  challenge: string
  scopes: readonly KeyScope[]
  limits: AgentLimits | null
}

/** Returns the code that the agent exchanges; until then its session has no token. */
export async function openAgentSession(
  tx: Queryable,
  principal: Principal,
  consent: AgentConsent,
  now: Date,
): Promise<{ id: string; code: string }> {
  const { memberId, client, redirectUri, challenge, scopes, limits } = consent
  const scope = { workspaceId: principal.workspaceId }
  // A role that becomes narrower ends the sessions there are, so this one waits for it.
  await lockMembers(tx, scope)
  const own = await readOwnRights(tx, principal)
  assertGivable(own, { ...own, scopes })
  // Nobody is ever told this token, so that the session opens nothing yet.
  const { mode, prefix, hash } = newAgentToken(isSandbox(scope) ? 'sandbox' : 'live')
  const until = later(now, codeSeconds)
  const id = await insertAgentSession(tx, scope, {
    ...{ memberId, mode, prefix, hash, scopes, limits, until, now },
    name: client.name,
    client: client.id,
  })
  const code = newSecret(scope, 'code')
  await insertAgentSecret(tx, scope, {
    hash: hashApiKey(code),
    keyId: id,
    expiresAt: until,
    code: { redirectUri, challenge },
  })
  return { id, code }
}

export interface AgentTokens {
  accessToken: string
  refreshToken: string
  scopes: readonly KeyScope[]
}

async function giveTokens(
  tx: Queryable,
  scope: Scope,
  { key_id: keyId, mode, scopes }: AgentSecretRow,
  now: Date,
): Promise<AgentTokens> {
  const { token: accessToken, hash, prefix } = newAgentToken(mode)
  const sessionEndsAt = later(now, idleSeconds)
  await deleteExpiredSecrets(tx, scope, keyId, now)
  await updateAgentToken(tx, scope, keyId, {
    ...{ hash, prefix, sessionEndsAt },
    until: later(now, accessTokenSeconds),
  })
  const refreshToken = newSecret(scope, 'refresh')
  await insertAgentSecret(tx, scope, {
    hash: hashApiKey(refreshToken),
    keyId,
    expiresAt: sessionEndsAt,
    code: null,
  })
  return { accessToken, refreshToken, scopes }
}

function isChallengeMet({ challenge }: AgentSecretRow, verifier: string): boolean {
  const given = createHash('sha256').update(verifier).digest('base64url')
  const known = challenge ?? ''
  return given.length === known.length && timingSafeEqual(Buffer.from(given), Buffer.from(known))
}

interface AgentExchange {
  secret: string
  client: string
  /** Null for a refresh token. */
  code: { redirectUri: string; verifier: string } | null
  now: Date
}

/**
 * Returns null for a secret that is no good. One that was used before is in two hands, so its session ends; the caller commits that.
 */
export async function exchangeAgentSecret(
  tx: Queryable,
  { secret, client, code, now }: AgentExchange,
): Promise<AgentTokens | null> {
  const parsed = parseSecret(secret)
  if (!parsed || (parsed.kind === 'code') !== (code !== null)) return null
  const { scope, hash } = parsed
  const row = await lockAgentSecret(tx, scope, hash)
  if (!row || row.agent_client !== client || row.revoked_at !== null) return null
  if (row.used_at !== null) {
    await revokeAgentSession(tx, scope, row.key_id, now)
    return null
  }
  if (row.expires_at <= now || row.session_ends_at <= now) return null
  if (code && (row.redirect_uri !== code.redirectUri || !isChallengeMet(row, code.verifier))) {
    // A code that somebody tries without its verifier was taken on its way.
    await revokeAgentSession(tx, scope, row.key_id, now)
    return null
  }
  await updateSecretUse(tx, scope, hash, now)
  return giveTokens(tx, scope, row, now)
}

/** Ends the session of a token, of whichever kind, if it is this agent's. */
export async function endAgentSession(
  tx: Queryable,
  { token, client, now }: { token: string; client: string; now: Date },
): Promise<void> {
  const parsed = parseSecret(token)
  if (!parsed) return revokeAgentToken(tx, { hash: hashApiKey(token), client, now })
  const row = await lockAgentSecret(tx, parsed.scope, parsed.hash)
  if (row?.agent_client === client) await revokeAgentSession(tx, parsed.scope, row.key_id, now)
}
