/** Records the calls that a simulated vendor got, and the bookings that it holds. */
import type { RunningSimulator } from '../../simulators/index.ts'
import type { RecordedCall } from '../../simulators/kit/call-record.ts'
import type { History, HistoryOperation, SeenEffect } from './history.ts'

export interface VendorHistory {
  simulator: RunningSimulator
  /** The call that makes a booking at the vendor; without a path there is none. */
  booking: { method: string; path: RegExp | null }
  /** Returns the name by which the test knows a booking, from a row of the vendor or the body of a call. */
  nameOf(fields: Record<string, unknown>): string | undefined
}

const lastWordOf = (name: unknown) => (typeof name === 'string' ? name.split(' ').at(-1) : undefined)

/** Guests have last names of one word, by which tests know them. */
export const smoobuHistory = (simulator: RunningSimulator): VendorHistory => ({
  simulator,
  booking: { method: 'POST', path: /^\/api\/reservations$/ },
  nameOf: (fields) => lastWordOf(fields['lastName'] ?? fields['guest-name']),
})

export const hostawayHistory = (simulator: RunningSimulator): VendorHistory => ({
  simulator,
  booking: { method: 'POST', path: /^\/v1\/reservations$/ },
  nameOf: ({ guestName }) => lastWordOf(guestName),
})

/** Writes each call that the vendor gets from now on into the history. */
export function recordVendorCalls(history: History, { simulator, booking, nameOf }: VendorHistory): void {
  const begun = new WeakMap<RecordedCall, HistoryOperation>()
  const { vendor, calls } = simulator
  calls.watcher = {
    begin(call) {
      const at = performance.now()
      const what = `${call.method} ${call.path}`
      begun.set(
        call,
        history.add({ process: vendor, kind: 'vendor-call', what, begin: at, end: at, result: 'unknown' }),
      )
    },
    act(call, body) {
      const operation = begun.get(call)
      if (!operation) return
      operation.end = performance.now()
      const isBooking = call.method === booking.method && booking.path?.test(call.path) === true
      const name = isBooking ? nameOf((body ?? {}) as Record<string, unknown>) : undefined
      if (name === undefined) return
      const id = `${call.method} at ${operation.begin}`
      operation.effects = [{ kind: `booking call at ${vendor}`, id, causes: [`stay ${name}`] }]
    },
    end(call) {
      const operation = begun.get(call)
      const status = call.status ?? 500
      // A vendor that says 500 may have acted before.
      if (operation) operation.result = status < 300 ? 'ok' : status < 500 ? 'failed' : 'unknown'
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
