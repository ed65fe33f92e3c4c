/** Answers a pending booking request through the account that relays it. */
import type { RequestAnswered } from '../../contract/reservation-write.ts'
import { ApiError } from '../../platform/api-error.ts'
import { relayedStay, reservationToChange, type StayAtVendor } from './manager.ts'
import { answerInPms, type RequestAnswer } from './pms/pms-change.ts'
import type { PmsWrite } from './pms/pms-checks.ts'
import { isBegun } from './pms/pms-act.ts'
import type { BookedStay } from './queries.ts'

/** Throws if the stay is no pending request. */
function assertPending(stay: BookedStay): void {
  if (stay.has_lapsed && stay.status === 'pending') {
    throw new ApiError('request_expired', `The request ${stay.id} was not answered in time.`, {
      currentStatus: stay.shown_status,
      ...(stay.source === null ? {} : { channel: stay.source }),
    })
  }
  if (stay.status === 'pending' && stay.pending_reason === 'host_approval') return
  if (stay.shown_status === 'pending')
    throw new ApiError(
      'request_no_longer_pending',
      `Reservation ${stay.id} was answered by the host and waits for somebody else.`,
      stay.source === null ? {} : { channel: stay.source },
    )
  throw new ApiError(
    'reservation_not_pending',
    `Reservation ${stay.id} is ${stay.shown_status} and waits for no answer of the host.`,
    { currentStatus: stay.shown_status },
  )
}

async function requestToAnswer(
  { services, scope, idempotencyKey }: PmsWrite,
  id: string,
): Promise<StayAtVendor> {
  const now = services.clock.now()
  const kept = await reservationToChange({ db: services.db, scope }, id, now)
  // The first attempt of a repeated answer may have settled the request already.
  if (!(await isBegun(services.db, scope, idempotencyKey))) assertPending(kept.stay)
  const relayed = relayedStay(kept, services.connectors)
  if (relayed) return relayed
  const channel = kept.stay.source
  throw new ApiError(
    'channel_not_supported',
    `Requests${channel === null ? '' : ` on ${channel}`} can be answered only through a PMS that relays them.`,
    channel === null ? {} : { channel },
  )
}

export async function answerRequest(
  write: PmsWrite,
  id: string,
  answer: RequestAnswer,
  dryRun: boolean,
): Promise<RequestAnswered> {
  return answerInPms(write, await requestToAnswer(write, id), answer, dryRun)
}
