/**
 * The two generations of reservation endpoints, and which of them this account does not get. Either can be closed: the newer
 * to an account that was not let in yet, the older to everybody from 1 March 2027 on.
 */
import type { VendorContext } from '../../connector-kit/connector.ts'
import { VendorError } from '../../connector-kit/vendor-error.ts'

export type ApiGeneration = 'newer' | 'older' | 'updated filter'

// Asked again after this time: an account can be let in while the server runs.
const closedForMs = 3_600_000
const closed = new WeakMap<object, Map<ApiGeneration, number>>()

export function isClosed({ http, now }: VendorContext, door: ApiGeneration): boolean {
  return (closed.get(http)?.get(door) ?? 0) > now().getTime()
}

/** For this client and this lane of it, and for a while. */
export function close({ http, now }: VendorContext, door: ApiGeneration): void {
  const doors = closed.get(http) ?? new Map<ApiGeneration, number>()
  closed.set(http, doors.set(door, now().getTime() + closedForMs))
}

/** What an endpoint says that is not there, or not for this account; a list is never empty by saying so. */
export function isShut(error: unknown): error is VendorError {
  return error instanceof VendorError && [403, 404, 410].includes(error.status ?? 0)
}

/** null: the door is closed. */
export async function through<T>(
  context: VendorContext,
  door: ApiGeneration,
  ask: () => Promise<T>,
): Promise<T | null> {
  if (isClosed(context, door)) return null
  try {
    return await ask()
  } catch (error) {
    if (!isShut(error)) throw error
    close(context, door)
    return null
  }
}
