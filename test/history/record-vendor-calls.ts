/** Records the calls that a simulated vendor got, and the bookings that it holds. */
import type { RunningSimulator } from '../../simulators/index.ts'
import type { RecordedCall } from '../../simulators/kit/call-record.ts'
import type { History, HistoryOperation, SeenEffect } from './history.ts'

/** Returns the name by which a booking at the vendor is known to the test, such as the last name of its guest. */
export type BookingNamer = (fields: Record<string, unknown>) => string | undefined

/** A call that makes a booking at the vendor. */
export interface BookingRequest {
  method: string
  path: string
}

export interface VendorHistory {
  simulator: RunningSimulator
  booking: BookingRequest
  nameOf: BookingNamer
}

const isTaken = (status: number | null) => status !== null && status < 300

/** Calls are written into the history by the returned function, once each has its answer. */
export function recordVendorCalls(
  history: History,
  { simulator, booking, nameOf }: VendorHistory,
): { write(): void } {
  const begun = new Map<RecordedCall, HistoryOperation>()
  const { vendor, calls } = simulator
  calls.watcher = {
    begin(call) {
      const at = performance.now()
      begun.set(call, {
        ...{ process: vendor, kind: 'vendor-call', what: `${call.method} ${call.path}` },
        ...{ begin: at, end: at, result: 'unknown' },
      })
    },
    act(call, body) {
      const operation = begun.get(call)
      if (!operation) return
      operation.end = performance.now()
      const isBooking = call.method === booking.method && call.path === booking.path
      const name = isBooking ? nameOf((body ?? {}) as Record<string, unknown>) : undefined
      if (name === undefined) return
      const id = `${call.method} at ${operation.begin}`
      operation.effects = [{ kind: `booking call at ${vendor}`, id, causes: [`stay ${name}`] }]
    },
  }
  return {
    write() {
      calls.watcher = null
      for (const [call, operation] of begun) {
        if (call.status !== null) operation.result = isTaken(call.status) ? 'ok' : 'failed'
        history.add(operation)
      }
      begun.clear()
    },
  }
}

/** Reads what the vendor holds, among it each booking that the namer knows. */
export function recordVendorBookings(history: History, { simulator, nameOf }: VendorHistory): void {
  const begin = performance.now()
  const effects = heldBy(simulator).flatMap((row): SeenEffect[] => {
    const name = nameOf(row)
    if (name === undefined) return []
    const id = String(row.id)
    return [{ kind: `booking at ${simulator.vendor}`, id, causes: [`stay ${name}`, `stay ${id}`] }]
  })
  const what = `bookings held by ${simulator.vendor}`
  history.add({ process: 'test', kind: 'call', what, begin, end: performance.now(), result: 'ok', effects })
}

const heldBy = ({ operations }: RunningSimulator) =>
  (operations.state(new Set()) as { reservations: Record<string, unknown>[] }).reservations

/** What the vendor and the server hold needs no cause within the history. Its names are codes, since people share names. */
export function recordHeldBefore(
  history: History,
  { simulator, stays }: { simulator: RunningSimulator; stays: readonly { confirmationCode: string }[] },
): void {
  const codes = [
    ...heldBy(simulator).map(({ id }) => String(id)),
    ...stays.map(({ confirmationCode }) => confirmationCode),
  ]
  const causes = codes.map((code) => `stay ${code}`)
  history.add({
    ...{ process: 'test', kind: 'call', what: 'held before' },
    begin: 0,
    end: 0,
    result: 'ok',
    causes,
  })
}
