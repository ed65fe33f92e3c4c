/**
 * Decides who plays the vendors: a sandbox has only made-up accounts, so no code path leads from its key to a
 * vendor.
 */
import type { Connector } from '../../connector-kit/connector.ts'
import { isSandbox, type Scope } from '../../platform/tenant.ts'
import type { Services } from '../../services.ts'
import { createSandboxChannels } from './channels.ts'
import { createSandboxConnector } from './connector.ts'

export { accountClient } from './account.ts'
export { assertSandboxCredentials } from './credentials.ts'

const standInByConnector = new WeakMap<Connector, Connector>()

function standIn(real: Connector): Connector {
  if (real.callsNobody) return real
  const sandbox = standInByConnector.get(real) ?? createSandboxConnector(real)
  standInByConnector.set(real, sandbox)
  return sandbox
}

const allStandIns = new WeakMap<Services['connectors'], Services['connectors']>()

function standInsOf(real: Services['connectors']): Services['connectors'] {
  const standIns = allStandIns.get(real)
  if (standIns) return standIns
  const connectors = Object.entries(real).map(([id, connector]) => [id, standIn(connector)] as const)
  const all = { ...Object.fromEntries(connectors), ...createSandboxChannels(real) }
  allStandIns.set(real, all)
  return all
}

export const servicesIn = (services: Services, scope: Scope): Services =>
  isSandbox(scope) ? { ...services, connectors: standInsOf(services.connectors) } : services

/** This is the last check: a sandbox client is created only if it calls nobody. */
export function assertNoVendor(scope: Scope, { callsNobody, manifest }: Connector): void {
  if (isSandbox(scope) && !callsNobody) throw new Error(`a sandbox was about to call ${manifest.id}`)
}
