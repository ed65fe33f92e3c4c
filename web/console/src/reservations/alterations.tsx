/** Changes of Airbnb bookings that the guest asked the host for, or the host the guest. */
import { useState } from 'preact/hooks'
import { useQuery } from '@tanstack/preact-query'
import { ApiProblem } from '../api/api-problem.ts'
import { answerOf, client } from '../api/client.ts'
import { queryClient } from '../api/queries.ts'
import type { components } from '../api/schema.ts'
import { longDate, moment } from '../format/dates.ts'
import { money } from '../format/money.ts'
import { pathTo } from '../server-root.ts'
import { useMayWrite } from '../session.tsx'
import { text, wordFor } from '../text/text.ts'
import { ActionButton } from '../ui/action-button.tsx'
import { Badge } from '../ui/badge.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { notify } from '../ui/notices.tsx'
import { Problem } from '../ui/problem.tsx'

type Alteration = components['schemas']['AirbnbAlteration']
type AlterationAnswer = 'accept' | 'decline' | 'cancel'

function useAlterations(code: string | undefined) {
  return useQuery({
    queryKey: ['alterations', code ?? 'pending'],
    queryFn: async ({ signal }) => {
      try {
        const query = code === undefined ? {} : { type: 'all' as const, reservation_code: code }
        const { data } = await answerOf(
          client.GET('/v1/channels/airbnb/alterations', { params: { query }, signal }),
        )
        return data
      } catch (error) {
        // Without an account of Airbnb there is nothing to alter.
        if (error instanceof ApiProblem && error.status < 500 && error.status >= 400) return []
        throw error
      }
    },
  })
}

const dateOf = (date: string | null) => (date === null ? '–' : longDate(date))

/** Before and after, of what differs. */
function AlterationFacts({ alteration: one }: { alteration: Alteration }) {
  const rows: [string, string, string][] = [
    [text('stay.checkIn'), dateOf(one.originalCheckIn), dateOf(one.newCheckIn)],
    [text('stay.checkOut'), dateOf(one.originalCheckOut), dateOf(one.newCheckOut)],
    [text('stay.guests'), String(one.originalGuestCount ?? '–'), String(one.newGuestCount ?? '–')],
    [text('stay.total'), money(one.originalTotalPrice, null), money(one.newTotalPrice, null)],
  ]
  return (
    <ul class="differences">
      {rows
        .filter(([, before, after]) => after !== '–' && before !== after)
        .map(([name, before, after]) => (
          <li key={name}>
            {name}: <del>{before}</del> <ins>{after}</ins>
          </li>
        ))}
    </ul>
  )
}

const send = (id: string, answer: AlterationAnswer) => {
  const params = { params: { path: { id } } }
  if (answer === 'accept') return answerOf(client.POST('/v1/channels/airbnb/alterations/{id}/accept', params))
  return answer === 'decline'
    ? answerOf(client.POST('/v1/channels/airbnb/alterations/{id}/decline', params))
    : answerOf(client.POST('/v1/channels/airbnb/alterations/{id}/cancel', params))
}

interface AnswerDialogProps {
  alteration: Alteration
  id: string
  answer: AlterationAnswer
  onClose: () => void
}

function AnswerDialog({ alteration, id, answer, onClose }: AnswerDialogProps) {
  return (
    <Dialog title={text(`alteration.${answer}Title`)} onClose={onClose}>
      <p>{text(`alteration.${answer}Lead`)}</p>
      <div class="preview">
        <AlterationFacts alteration={alteration} />
      </div>
      <div class="actions">
        <ActionButton
          kind={answer === 'accept' ? 'main' : 'danger'}
          run={() => send(id, answer)}
          onDone={() => {
            notify(text('alteration.answered'))
            for (const key of ['alterations', 'reservation', 'reservations', 'calendar'])
              void queryClient.invalidateQueries({ queryKey: [key] })
            onClose()
          }}
        >
          {text(`alteration.${answer}`)}
        </ActionButton>
        <button type="button" class="second" onClick={onClose}>
          {text('close')}
        </button>
      </div>
    </Dialog>
  )
}

function AlterationItem({ alteration }: { alteration: Alteration }) {
  const [answer, setAnswer] = useState<AlterationAnswer | null>(null)
  const mayWrite = useMayWrite()
  const { id, status, initiator, confirmationCode, reservationId, createdAt, reason, notes } = alteration
  const answers: readonly AlterationAnswer[] = initiator === 'host' ? ['cancel'] : ['accept', 'decline']
  return (
    <li>
      <p>
        <a href={pathTo(`/reservations/${reservationId}`)}>{confirmationCode}</a>{' '}
        <Badge tone={status === 'pending' ? 'warn' : 'calm'}>{wordFor('alterationStatus', status)}</Badge>{' '}
        <span class="soft small">
          {initiator !== null && `${wordFor('initiator', initiator)} · `}
          {moment(createdAt)}
        </span>
      </p>
      <AlterationFacts alteration={alteration} />
      {(reason ?? notes) !== null && <p class="prose soft">{[reason, notes].filter(Boolean).join(' ')}</p>}
      {mayWrite && status === 'pending' && id !== null && (
        <div class="actions">
          {answers.map((one) => (
            <button
              type="button"
              key={one}
              class={one === 'accept' ? 'main' : 'second'}
              onClick={() => setAnswer(one)}
            >
              {text(`alteration.${one}`)}
            </button>
          ))}
        </div>
      )}
      {answer !== null && id !== null && (
        <AnswerDialog {...{ alteration, id, answer }} onClose={() => setAnswer(null)} />
      )}
    </li>
  )
}

/** Those that wait, or all of one booking. */
export function Alterations({ code }: { code?: string }) {
  const { data, error, refetch } = useAlterations(code)
  if (error !== null && data === undefined) return <Problem error={error} onRetry={() => void refetch()} />
  if (data === undefined || data.length === 0) return null
  return (
    <section class="card spaced wide">
      <h2>{text('alteration.title')}</h2>
      <ul class="plain stack">
        {data.map((alteration) => (
          <AlterationItem key={alteration.alterationId ?? alteration.reservationId} alteration={alteration} />
        ))}
      </ul>
    </section>
  )
}
