/** Webhooks of vendors: a delivery is a hint that a record changed, never data. */
import type { InboundHint, InboundRegistration, InboundRequest } from '../../../connector-kit/connector.ts'
import { inboundSecrets } from '../../../connector-kit/credentials.ts'
import { targetOf } from '../../../platform/audit.ts'
import { equalInConstantTime, hashApiKey, randomToken } from '../../../platform/crypto.ts'
import type { Scope } from '../../../platform/tenant.ts'
import { toStorable } from '../../../records/canonical.ts'
import type { Services } from '../../../services.ts'
import { hintDelayMs } from '../state/cadence.ts'
import { storeHints } from '../state/fetch-queries.ts'
import { credentialsIn, vaultContext } from '../../../upstream/session.ts'
import { contextOf, type SyncTurn } from '../state/turn.ts'
import {
  forgetRetired,
  inboundOf,
  noteInboundTried,
  storeInbound,
  storeInboundToken,
} from '../../../upstream/connections/inbound-queries.ts'

const tokenLength = 32

/** `<workspace>-<connection>-<random>`: the ids say whose delivery it is, and the random part proves it. */
const tokenForm = /^(\d{1,18})-(\d{1,18})-([A-Za-z0-9]{32})$/

/** Makes a new secret address for the connection; the old one stops working. */
export async function newInboundUrl(
  services: Services,
  scope: Scope,
  connection: { id: string; provider: string },
): Promise<string> {
  const token = `${scope.workspaceId}-${connection.id}-${randomToken(tokenLength)}`
  await storeInboundToken(services.db, scope, connection.id, hashApiKey(token))
  return `${services.publicUrl}/v1/inbound/${connection.provider}/${token}`
}

interface StoredRegistration {
  externalId: string
  /** The secrets, encrypted. */
  sealed: string
  /** The encrypted address, if a person must enter it at the vendor and needs to see it again. */
  sealedAddress?: string
}

function sealRegistration(
  { vault }: Pick<Services, 'vault'>,
  scope: Scope,
  connectionId: string,
  { externalId, secrets, address }: InboundRegistration,
): StoredRegistration {
  const seal = (text: string) => vault.encrypt(text, vaultContext(scope, connectionId)).toString('base64')
  return {
    externalId,
    sealed: seal(JSON.stringify(secrets)),
    ...(address === undefined ? {} : { sealedAddress: seal(address) }),
  }
}

export function openRegistration(
  { vault }: Pick<Services, 'vault'>,
  scope: Scope,
  connectionId: string,
  stored: unknown,
): InboundRegistration | null {
  if (stored === null || stored === undefined) return null
  const { externalId, sealed, sealedAddress } = stored as StoredRegistration
  const open = (text: string) => vault.decrypt(Buffer.from(text, 'base64'), vaultContext(scope, connectionId))
  return {
    externalId,
    secrets: JSON.parse(open(sealed)) as Record<string, string>,
    ...(sealedAddress === undefined ? {} : { address: open(sealedAddress) }),
  }
}

export async function keepRegistration(
  services: Services,
  scope: Scope,
  connectionId: string,
  registration: InboundRegistration,
): Promise<void> {
  await storeInbound(
    services.db,
    scope,
    connectionId,
    sealRegistration(services, scope, connectionId, registration),
  )
}

/** Returns whose address this is, or null for nobody's. */
async function addresseeOf(services: Services, provider: string, token: string) {
  const [, workspaceId, connectionId] = tokenForm.exec(token) ?? []
  const connector = Object.hasOwn(services.connectors, provider) ? services.connectors[provider] : undefined
  const inbound = connector?.operations.inbound
  if (!workspaceId || !connectionId || !inbound) return null
  const scope: Scope = { workspaceId }
  const stored = await inboundOf(services.db, scope, connectionId)
  const isOurs = stored?.tokenHash && equalInConstantTime(hashApiKey(token).toString('hex'), stored.tokenHash)
  if (!stored || !isOurs || stored.provider !== provider || stored.status === 'disconnected') return null
  return { scope, connectionId, stored, inbound }
}

export const knowsInbound = async (services: Services, provider: string, token: string): Promise<boolean> =>
  (await addresseeOf(services, provider, token)) !== null

export type ReceivedInbound = 'accepted' | 'unknown' | 'forged'

/** When this returns `accepted`, the hints are stored. */
export async function receiveInbound(
  services: Services,
  provider: string,
  token: string,
  request: InboundRequest,
): Promise<ReceivedInbound> {
  const addressee = await addresseeOf(services, provider, token)
  if (!addressee) return 'unknown'
  const { scope, connectionId, stored, inbound } = addressee
  await services.audit.useOf(scope, targetOf('connection', connectionId), 'provider_webhook.check')
  const registration = openRegistration(services, scope, connectionId, stored.inbound)
  // The delivery came before the registration was stored; the sender tries again.
  if (registration === null) return inbound.isHealthCheck?.(request.body) === true ? 'accepted' : 'unknown'
  const hints = toStorable(inbound.receive({ ...request, receivedAt: services.clock.now() }, registration))
  if (hints === null) return 'forged'
  await queueHintedReads(services, scope, connectionId, hints)
  return 'accepted'
}

/** Queues records to be read after `delayMs`. */
export async function queueHintedReads(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  scope: Scope,
  connectionId: string,
  hints: readonly InboundHint[],
  delayMs: number = hintDelayMs,
): Promise<void> {
  const dueAt = new Date(clock.now().getTime() + delayMs)
  await storeHints(db, scope, connectionId, hints, dueAt)
}

/**
 * Registers a new account's webhook before anything is read; each full pass repeats failed attempts. The request that
 * connects does not, because some vendors need a call per hotel and event.
 */
export async function ensureInbound(turn: SyncTurn): Promise<void> {
  const { scope, connection, connector, environment } = turn
  const { inbound } = connector.operations
  if (inbound && !connection.hasInbound) {
    try {
      const url = await newInboundUrl(environment.services, scope, connection)
      const secrets = inboundSecrets(connector, credentialsIn(environment.services.vault, scope, connection))
      const registration = await inbound.register(contextOf(turn, 'bookings'), { url, secrets })
      await keepRegistration(environment.services, scope, connection.id, registration)
      connection.hasInbound = true
      await removeRetired(turn, inbound)
    } catch (error) {
      // A stop interrupted it, so the next process tries again.
      if (environment.signal.aborted) return
      turn.log.warn({ err: error }, 'the vendor webhook was not registered')
    }
  }
  if (connection.inboundDue) await noteInboundTried(environment.services.db, scope, connection.id)
  connection.inboundDue = false
}

/** Failing is harmless: a registration left behind sends to an address that answers 404. */
async function removeRetired(
  turn: SyncTurn,
  inbound: NonNullable<SyncTurn['connector']['operations']['inbound']>,
): Promise<void> {
  const { scope, connection, environment } = turn
  if (connection.retiredInbound === null) return
  const { services } = environment
  try {
    const retired = openRegistration(services, scope, connection.id, connection.retiredInbound)
    if (retired) await inbound.unregister(contextOf(turn, 'bookings'), retired)
  } catch (error) {
    turn.log.warn({ err: error }, 'the webhook before was not removed')
  }
  await forgetRetired(services.db, scope, connection.id)
  connection.retiredInbound = null
}
