/** Whether everything an account sells has been read: rooms of a property, listings of a host. */
import type { Scope } from '../../../platform/tenant.ts'
import type { Services } from '../../../services.ts'
import { importProgress } from '../../sync/public.ts'

export async function areUnitsRead(services: Services, scope: Scope, connectionId: string): Promise<boolean> {
  const progress = await importProgress(services, scope, connectionId)
  if (progress === null || progress.status !== 'running') return true
  return progress.entities.some(({ entity, done }) => entity === 'listings' && done)
}
