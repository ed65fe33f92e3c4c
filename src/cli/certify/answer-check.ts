/** Accepts or declines the named request. That cannot be undone, so it is answered once. */
import type { StayRecord } from '../../contract/records.ts'
import { offered } from '../../connector-kit/checks/check.ts'
import type { CertificationCheck } from '../../connector-kit/checks/check.ts'
import { found } from '../../connector-kit/checks/findings.ts'
import { attemptOnce } from './write-order.ts'
import type { WriteOrder } from './write-order.ts'

export const answerCheck = (order: WriteOrder): CertificationCheck => ({
  id: 'write.answer',
  title: 'The request that was named is answered once and reads as answered',
  needs: ({ requestAnswers, reservations }) =>
    requestAnswers !== undefined && reservations?.one !== undefined,
  async run(run) {
    if (order.answer === null) return { skip: 'not_asked' }
    const { request: externalId, with: answer } = order.answer
    const { reservations, requestAnswers } = run.connector.operations
    const answers = offered(requestAnswers)
    const read = () => offered(reservations?.one)(order.context, externalId)
    if (!isWaiting(await read())) return { findings: found('no_request', 1), figures: {} }
    order.say(`Answering the request: ${answer}. It cannot be taken back.`)
    run.bounds.signal.throwIfAborted()
    const findings = await attemptOnce(
      order,
      () =>
        answer === 'accept'
          ? answers.accept(order.context, { externalId })
          : answers.decline(order.context, {
              ...{ externalId, reason: 'dates_not_available' as const },
              message: 'This request was made to try a connection.',
            }),
      async () => reads[answer](await read()),
    )
    return { findings, figures: {} }
  },
})

const isWaiting = (stay: StayRecord | null): boolean =>
  stay?.kind === 'reservation' && stay.status === 'pending' && stay.pendingReason !== 'guest_payment'

/**
 * Tests how the request reads afterwards. At some channels the guest must still confirm; a declined request may vanish.
 */
const reads = {
  accept: (stay: StayRecord | null) =>
    stay?.kind === 'reservation' && (stay.status === 'confirmed' || stay.pendingReason === 'guest_payment'),
  decline: (stay: StayRecord | null) =>
    stay === null || (stay.kind === 'reservation' && stay.status === 'cancelled'),
}
