/** What is known of writes whose answer was lost, and when they are looked for again. */
import { useQuery } from '@tanstack/preact-query'
import { ApiProblem } from '../api/api-problem.ts'
import { answerOf, client } from '../api/client.ts'
import type { components } from '../api/schema.ts'
import { longDate, moment, shortDate } from '../format/dates.ts'
import { pathTo } from '../server-root.ts'
import { useMember } from '../session.tsx'
import { text, wordFor } from '../text/text.ts'
import { useListingNames } from '../ui/listing-names.ts'
import { Problem } from '../ui/problem.tsx'
import { forgetWrite, useUncertainWrites, type UncertainWrite } from './uncertain-writes.ts'

type Intent = components['schemas']['ReservationIntent']

const everyMs = 5_000
const settledStates: readonly Intent['state'][] = ['succeeded', 'refused']

/** Null: no PMS was asked under this key. */
const useIntent = (key: string) =>
  useQuery({
    queryKey: ['intent', key],
    queryFn: async ({ signal }): Promise<Intent | null> => {
      try {
        return await answerOf(
          client.GET('/v1/reservations/intents/{key}', { params: { path: { key } }, signal }),
        )
      } catch (error) {
        if (error instanceof ApiProblem && error.status === 404) return null
        throw error
      }
    },
    refetchInterval: ({ state }) =>
      state.data != null && settledStates.includes(state.data.state) ? false : everyMs,
  })

function sentenceFor(intent: Intent | null): string {
  if (intent === null) return text('unsure.noIntent')
  const { state, provider, searches, nextSearchAt, error } = intent
  const sentence = text(`unsure.${state}`, { provider: wordFor('provider', provider) })
  const next =
    nextSearchAt === null ? '' : ` ${text('unsure.next', { when: moment(nextSearchAt), count: searches })}`
  return `${sentence}${next}${error === null ? '' : ` ${error.message}`}`
}

function UncertainItem({ write }: { write: UncertainWrite }) {
  const names = useListingNames()
  const { data: intent, error, refetch } = useIntent(write.key)
  const reservationId = intent?.reservationId ?? write.reservationId
  const isOver = intent === null || (intent !== undefined && settledStates.includes(intent.state))
  return (
    <li>
      <p>
        <strong>{wordFor('intentKind', write.kind)}</strong>{' '}
        {write.listingId !== null && `${names.get(write.listingId) ?? write.listingId}, `}
        {shortDate(write.checkIn)} – {longDate(write.checkOut)}{' '}
        <span class="soft small">{moment(write.at)}</span>
      </p>
      {error !== null && <Problem error={error} onRetry={() => void refetch()} />}
      {intent !== undefined && <p role="status">{sentenceFor(intent)}</p>}
      <div class="actions">
        {reservationId !== null && (
          <a href={pathTo(`/reservations/${reservationId}`)}>{text('unsure.open')}</a>
        )}
        {isOver && (
          <button type="button" class="second" onClick={() => forgetWrite(write.key)}>
            {text('unsure.dismiss')}
          </button>
        )}
      </div>
    </li>
  )
}

/** Of the whole workspace, or of one stay. */
export function UncertainList({ reservationId }: { reservationId?: string }) {
  const { workspace } = useMember()
  const writes = useUncertainWrites().filter(
    (one) =>
      one.workspaceId === workspace.id &&
      (reservationId === undefined || one.reservationId === reservationId),
  )
  if (writes.length === 0) return null
  return (
    <section class="card unsure">
      <h2>{text('unsure.title')}</h2>
      <ul class="plain stack">
        {writes.map((write) => (
          <UncertainItem key={write.key} write={write} />
        ))}
      </ul>
    </section>
  )
}
