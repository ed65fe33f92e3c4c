/** How old the data of a provider's accounts can be. */
import type { DataFreshness } from '../../../contract/freshness.ts'
import { isSandbox, type Scope } from '../../../platform/tenant.ts'
import type { Services } from '../../../services.ts'
import { dataFreshness } from './freshness.ts'
import { toFreshnessFacts, type FixUrlOf } from './map-connection.ts'
import type { ConnectionRow } from './queries.ts'
import { resumeUrl } from './resume-link.ts'

export const createFixUrl =
  (services: Services, { workspaceId }: Scope): FixUrlOf =>
  ({ id }) =>
    resumeUrl(services, { workspaceId, connectionId: id })

export function accountsFreshness(
  services: Services,
  scope: Scope,
  rows: readonly ConnectionRow[],
): DataFreshness {
  const fixUrl = createFixUrl(services, scope)
  return dataFreshness(
    rows.map((row) => toFreshnessFacts(row, fixUrl)),
    // Fixtures are never read, so they never age.
    isSandbox(scope) ? new Date(0) : services.clock.now(),
  )
}
