/** Reads sent nights back, and stores what became of them. */
import type { CallLane } from '../../../connector-kit/ratelimit.ts'
import type { CalendarDayRecord } from '../../../contract/records.ts'
import { isSandbox } from '../../../platform/tenant.ts'
import type { SentAnswer } from '../../../upstream/nights/send.ts'
import {
  findDifference,
  retryAfterMs,
  judgeReadBack,
  type ReadBackAnswer,
  type PushVerdict,
} from '../../../upstream/nights/verdict.ts'
import { settleNights, type NightSettlement } from './night-queries.ts'
import { countPushes } from './push-count-queries.ts'
import { readNights, type ShownNights, type NightReadRequest, type SellingPass } from './read-nights.ts'
import type { SendableNight } from './sendable-night.ts'
import { toSettlement } from './settlement.ts'

export async function settleAnswers(
  pass: SellingPass,
  answers: readonly SentAnswer<SendableNight>[],
  lane: CallLane,
): Promise<void> {
  const { environment, scope, connection, connector } = pass
  const { db, clock } = environment.services
  const links = await readBack(pass, answers, lane)
  if (environment.signal.aborted) return
  const now = clock.now()
  const canRead = connector.operations.calendar !== undefined
  const settlements = answers.map(([night, answer]): NightSettlement => {
    const { attempts, checks, externalId, date, version } = night.stored
    const days = links.get(externalId)
    const day = days?.get(night.date)
    const read = days === undefined ? null : { day }
    const verdict = judgeReadBack(night, {
      answer: acceptIfShown(night, answer, day),
      read,
      canRead,
      attempts,
      checks,
    })
    return {
      ...{ externalId, date, version },
      ...toSettlement(keepTrying(night, verdict), checks, now),
      ...toShownFields(night, day, verdict, canRead),
    }
  })
  await settleNights(db, scope, connection.id, settlements, now)
  await recordPushCounts(pass, answers, settlements, now)
}

/** Counts finished nights only; a sandbox calls no channel and counts none. */
async function recordPushCounts(
  { environment, scope, connection }: SellingPass,
  answers: readonly SentAnswer<SendableNight>[],
  settlements: readonly NightSettlement[],
  at: Date,
): Promise<void> {
  const ended = settlements.filter(({ state }, place) => {
    const kind = answers[place]?.[1].kind
    return state !== 'sent' && kind !== 'postponed' && kind !== 'unauthorized'
  })
  if (ended.length === 0 || isSandbox(scope)) return
  const failed = ended.filter(({ state }) => state !== 'confirmed').length
  await countPushes(environment.services.db, connection.provider, { finished: ended.length, failed, at })
}

/** Refused because the channel already shows it, as after a booking there: counts as accepted. */
const acceptIfShown = (
  night: SendableNight,
  answer: ReadBackAnswer,
  day: CalendarDayRecord | undefined,
): ReadBackAnswer =>
  answer.kind === 'refused' && day !== undefined && findDifference(night, day) === null
    ? { kind: 'accepted' }
    : answer

/** Never give up a night that could be sold twice. */
function keepTrying({ stored }: SendableNight, verdict: PushVerdict): PushVerdict {
  if (verdict.move !== 'refuse' || !stored.exposed) return verdict
  return { ...verdict, move: 'fail', waitMs: retryAfterMs(stored.attempts) }
}

/** Where nothing can be read back, what the channel accepted counts as shown. */
function toShownFields(
  { stored }: SendableNight,
  day: CalendarDayRecord | undefined,
  verdict: PushVerdict,
  canRead: boolean,
): Pick<NightSettlement, 'shown' | 'shownUnits'> {
  if (day) return toShownDay(day)
  return !canRead && verdict.move === 'confirm' ? { shownUnits: stored.units } : {}
}

export const toShownDay = (day: CalendarDayRecord) => ({
  shown: day,
  shownUnits: day.available ? day.availableUnits : 0,
})

/** Only availability is set, so nothing else need be read. */
const isClosing = (night: SendableNight): boolean =>
  night.available === false &&
  [night.price, night.minNights, night.maxNights, night.closedToArrival, night.closedToDeparture].every(
    (value) => value === null,
  )

/** Keyed by listing; absent: it could not be read, or the channel was not called. */
async function readBack(
  pass: SellingPass,
  answers: readonly SentAnswer<SendableNight>[],
  lane: CallLane,
): Promise<ReadonlyMap<string, ShownNights>> {
  const ofLinks = Map.groupBy(answers, ([{ stored }]) => stored.externalId)
  const requests = [...ofLinks.values()].flatMap((ofLink): NightReadRequest[] => {
    const wasCalled = ofLink.some(([, { kind }]) => kind !== 'postponed' && kind !== 'unauthorized')
    const [first] = ofLink
    if (!wasCalled || !first) return []
    const { externalId, unitCount } = first[0].stored
    const only = ofLink.every(([night]) => isClosing(night)) ? ('open' as const) : undefined
    return [{ externalId, unitCount, dates: ofLink.map(([{ date }]) => date), only }]
  })
  return readNights(pass, requests, lane)
}
