import { fieldOf } from '../../connector-kit/answers.ts'
import { presentText } from '../../connector-kit/readings.ts'
import { VendorError } from '../../connector-kit/vendor-error.ts'
import type { HostCancellations } from '../../connector-kit/write-operations.ts'

/** Only a reason that stands at the booking may be given, and what it costs the host depends on it. */
export const hostCancellations: HostCancellations = {
  async cancel({ http }, { externalId, reason }) {
    const path = `/v2/reservations/${encodeURIComponent(externalId)}`
    const booking = fieldOf(await http.get(path), 'reservation')
    const options = fieldOf(fieldOf(booking, 'host_cancellation'), 'options')
    const offered = (Array.isArray(options) ? options : []).flatMap(
      (option: unknown) => presentText(fieldOf(option, 'reason')) ?? [],
    )
    if (!offered.includes(reason)) throw notOffered(reason, offered)
    await http.put(path, { body: { status_type: 'cancelled_by_host', reason } })
  },
}

function notOffered(reason: string, offered: readonly string[]): VendorError {
  const rest =
    offered.length === 0 ? 'none is offered for it' : `what is offered for it: ${offered.join(', ')}`
  const vendorMessage = `the booking cannot be cancelled with the reason ${reason}; ${rest}`
  return new VendorError('rejected', vendorMessage, { vendorMessage })
}
