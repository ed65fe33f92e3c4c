/** Finds nights that somebody changed on the channel by hand, and corrects or reports them. */
import { findDifference } from '../../../upstream/nights/verdict.ts'
import { noteCompared, type SellingLink } from './link-queries.ts'
import { linkNights, settleNights, type NightSettlement, type StoredChannelNight } from './night-queries.ts'
import { nightsPerPiece } from './pieces.ts'
import { toSendableNight } from './sendable-night.ts'
import { readNights, type ShownNights, type SellingPass } from './read-nights.ts'
import { toShownDay } from './settle-answers.ts'
import { driftCode } from './start-queries.ts'

/** Every channel listing is compared as a whole this often. */
export const compareEveryMs = 24 * 3600_000
/** Pause after a comparison that could not be read, or not to its end. */
const againSoonMs = 3600_000

/** For each link, the night up to which this pass has compared. */
export type ComparisonCursors = Map<string, string>

/** Links whose next pieces are read together: several where the channel answers them in one call, else the first. */
export const selectNextCompared = (
  links: readonly SellingLink[],
  calendar: SellingPass['connector']['operations']['calendar'],
): SellingLink[] => links.slice(0, calendar?.together?.listings ?? 1)

/** Compares the next piece of some links, so that a sale meanwhile need not wait for the whole calendar. */
export async function comparePieces(
  pass: SellingPass,
  links: readonly SellingLink[],
  compared: ComparisonCursors,
): Promise<void> {
  const { environment, scope, connection } = pass
  const { db, clock } = environment.services
  const pieces = await Promise.all(
    links.map(async (link) => {
      const { externalId } = link
      const from = compared.get(externalId) ?? ''
      const all = await linkNights(db, scope, { connectionId: connection.id, externalId })
      const rest = all.filter(({ date }) => date > from)
      return { link, rest, nights: rest.slice(0, nightsPerPiece) }
    }),
  )
  const read = await compareNights(pass, pieces)
  if (environment.signal.aborted) return
  const now = clock.now()
  for (const { link, rest, nights } of pieces) {
    const { externalId } = link
    const isRead = read.has(externalId)
    const last = nights.at(-1)?.date
    if (isRead && last !== undefined && rest.length > nights.length) {
      compared.set(externalId, last)
      continue
    }
    compared.delete(externalId)
    await noteCompared(db, scope, connection.id, externalId, isRead ? now : retryTime(now))
  }
}

/** Schedules links whose comparison the pass could not finish. */
export async function postponeComparison(pass: SellingPass, compared: ComparisonCursors): Promise<void> {
  const { db, clock } = pass.environment.services
  for (const externalId of compared.keys()) {
    await noteCompared(db, pass.scope, pass.connection.id, externalId, retryTime(clock.now()))
  }
}

const retryTime = (now: Date) => new Date(now.getTime() - compareEveryMs + againSoonMs)

interface ComparisonPiece {
  link: SellingLink
  nights: readonly StoredChannelNight[]
}

/**
 * Compares what the channel shows with what it should show; nights in flight are skipped. Answers the links that could
 * be read.
 */
async function compareNights(
  pass: SellingPass,
  pieces: readonly ComparisonPiece[],
): Promise<ReadonlySet<string>> {
  const { environment, scope, connection, connector } = pass
  const { db, clock } = environment.services
  const all = new Set(pieces.map(({ link }) => link.externalId))
  const settled = pieces.map(({ link, nights }) => ({
    link,
    nights: nights.filter(({ state }) => state === 'confirmed' || state === 'refused'),
  }))
  const requests = settled.flatMap(({ link: { externalId, unitCount }, nights }) =>
    nights.length === 0 ? [] : [{ externalId, unitCount, dates: nights.map(({ date }) => date) }],
  )
  if (requests.length === 0 || connector.operations.calendar === undefined) return all
  const links = await readNights(pass, requests, 'calendar')
  if (environment.signal.aborted) return new Set()
  const now = clock.now()
  const found = settled.flatMap((piece) => {
    const days = links.get(piece.link.externalId)
    return days === undefined ? [] : differences(pass, piece, days, now)
  })
  await settleNights(db, scope, connection.id, found, now)
  const unread = requests.filter(({ externalId }) => !links.has(externalId))
  return all.difference(new Set(unread.map(({ externalId }) => externalId)))
}

function differences(
  { writes, policy }: SellingPass,
  { link, nights }: ComparisonPiece,
  days: ShownNights,
  now: Date,
): NightSettlement[] {
  return nights.flatMap((night): NightSettlement[] => {
    const day = days.get(night.date)
    if (!day) return []
    const { date, version, checks } = night
    const shownInstead = findDifference(toSendableNight(night, writes.fields, policy), day)
    const shown = toShownDay(day)
    const about = { externalId: link.externalId, date, version, checks, accepted: false, ...shown }
    if (shownInstead === null) {
      return [
        { ...about, accepted: true, state: 'confirmed', nextAttemptAt: null, errorCode: null, error: null },
      ]
    }
    const error = `Changed on the channel: ${shownInstead}.`
    // A night that can be sold twice is closed even where the link keeps manual changes.
    return link.mendsDrift || (night.stays > 0 && night.unitsLeft < shown.shownUnits)
      ? [{ ...about, state: 'pending', nextAttemptAt: now.toISOString(), errorCode: driftCode, error }]
      : [{ ...about, state: 'refused', nextAttemptAt: null, errorCode: driftCode, error }]
  })
}
