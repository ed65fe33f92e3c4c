/** The stay that a conversation is about; a booking request can be answered from here. */
import { useState } from 'preact/hooks'
import { useQuery } from '@tanstack/preact-query'
import { answerOf, client } from '../api/client.ts'
import { longDate, shortDate } from '../format/dates.ts'
import { money } from '../format/money.ts'
import { statusTone } from '../reservations/stay-columns.tsx'
import { DeclineStay, StayActions } from '../reservations/stay-actions.tsx'
import { useMayWrite } from '../session.tsx'
import { wordFor } from '../text/text.ts'
import { Badge } from '../ui/badge.tsx'
import { TimeLeft } from '../ui/time-left.tsx'

export function RequestCard({ reservationId: id }: { reservationId: string }) {
  const [isDeclining, setDeclining] = useState(false)
  const mayWrite = useMayWrite()
  const { data: stay } = useQuery({
    queryKey: ['reservation', id],
    queryFn: ({ signal }) =>
      answerOf(client.GET('/v1/reservations/{id}', { params: { path: { id } }, signal })),
  })
  if (stay === undefined) return null
  const isRequest = stay.status === 'pending' && stay.pendingReason === 'host_approval'
  return (
    <div class="about">
      <p>
        <Badge tone={statusTone[stay.status]}>{wordFor('status', stay.status)}</Badge>{' '}
        {shortDate(stay.checkIn)} – {longDate(stay.checkOut)} · {money(stay.totalPrice, stay.currency)}
        {isRequest && stay.respondBy !== undefined && (
          <>
            {' · '}
            <TimeLeft until={stay.respondBy} />
          </>
        )}
      </p>
      {isRequest && mayWrite && (
        <div class="actions">
          <StayActions stay={stay} open={() => setDeclining(true)} />
        </div>
      )}
      {isDeclining && <DeclineStay stay={stay} onClose={() => setDeclining(false)} />}
    </div>
  )
}
