/** What can be done about a stay: the buttons, and the questions that come before what cannot be undone. */
import { useState } from 'preact/hooks'
import { answerOf, client } from '../api/client.ts'
import { queryClient } from '../api/queries.ts'
import type { components } from '../api/schema.ts'
import { useMember } from '../session.tsx'
import { text, wordFor } from '../text/text.ts'
import { ActionButton } from '../ui/action-button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { DraftOffer } from '../ui/draft-offer.tsx'
import { notify } from '../ui/notices.tsx'
import { Select } from '../ui/select.tsx'
import { useDraft } from '../ui/use-draft.ts'
import { trackStayWrite, type StayWrite, type StayWriteKind } from './uncertain-writes.ts'

type Stay = components['schemas']['Reservation']

export const refreshStays = () => {
  void queryClient.invalidateQueries({ queryKey: ['reservation'] })
  void queryClient.invalidateQueries({ queryKey: ['reservations'] })
  void queryClient.invalidateQueries({ queryKey: ['calendar'] })
}

/** What is kept of a write of this stay until its answer is known. */
export function useStayWrite(
  stay: Pick<Stay, 'id' | 'checkIn' | 'checkOut'> & { listingId?: string },
): (kind: StayWriteKind) => StayWrite {
  const { workspace } = useMember()
  const { id: reservationId, listingId = null, checkIn, checkOut } = stay
  return (kind) => ({ workspaceId: workspace.id, kind, reservationId, listingId, checkIn, checkOut })
}

export type StayDialog = 'change' | 'cancel' | 'decline' | null

export function CancelStay({ stay, onClose }: { stay: Stay; onClose: () => void }) {
  const [reason, setReason] = useState('')
  const writeOf = useStayWrite(stay)
  const body = reason === '' ? {} : { reason }
  return (
    <Dialog title={text('stay.cancelTitle')} onClose={onClose}>
      <p>
        {text('stay.cancelLead', {
          guest: stay.guestName ?? text('stay.noName'),
          code: stay.confirmationCode,
        })}
      </p>
      <label class="field">
        <span>{text('stay.reason')}</span>
        <input value={reason} maxLength={500} onInput={(event) => setReason(event.currentTarget.value)} />
      </label>
      <div class="actions">
        <ActionButton
          kind="danger"
          run={() =>
            trackStayWrite(writeOf('cancel'), body, (headers) =>
              answerOf(
                client.POST('/v1/reservations/{id}/cancel', {
                  params: { path: { id: stay.id } },
                  headers,
                  body,
                }),
              ),
            )
          }
          onDone={() => {
            notify(text('stay.cancelled'))
            refreshStays()
            onClose()
          }}
        >
          {text('stay.cancelNow')}
        </ActionButton>
        <button type="button" class="second" onClick={onClose}>
          {text('stay.keep')}
        </button>
      </div>
    </Dialog>
  )
}

const declineReasons = [
  'dates_not_available',
  'not_comfortable',
  'listing_not_ready',
  'different_dates_needed',
  'spam',
  'other',
] as const

export function DeclineStay({ stay, onClose }: { stay: Stay; onClose: () => void }) {
  const [reason, setReason] = useState<string>(declineReasons[0])
  const [message, setMessage] = useState('')
  const draft = useDraft(`refuse ${stay.id}`, {
    value: message,
    isUntouched: message === '',
    restore: setMessage,
  })
  const writeOf = useStayWrite(stay)
  const body = { reason: declineReasons.find((known) => known === reason) ?? 'other', message }
  return (
    <Dialog title={text('stay.declineTitle')} onClose={onClose}>
      <Select
        label={text('stay.reason')}
        value={reason}
        onChange={setReason}
        options={declineReasons.map((value) => ({ value, label: wordFor('declineReason', value) }))}
      />
      <DraftOffer draft={draft} />
      <label class="field">
        <span>{text('stay.declineMessage')}</span>
        <textarea
          rows={3}
          maxLength={500}
          value={message}
          onInput={(event) => setMessage(event.currentTarget.value)}
        />
      </label>
      <div class="preview">
        <h3>{text('inquiry.reads', { guest: stay.guestName ?? text('stay.noName') })}</h3>
        <p class="prose">{message.trim() === '' ? '–' : message}</p>
      </div>
      <div class="actions">
        <ActionButton
          kind="danger"
          disabled={message.trim() === ''}
          run={() =>
            trackStayWrite(writeOf('decline'), body, (headers) =>
              answerOf(
                client.POST('/v1/reservations/{id}/decline', {
                  params: { path: { id: stay.id } },
                  headers,
                  body,
                }),
              ),
            )
          }
          onDone={() => {
            draft.forget()
            notify(text('stay.declined'))
            refreshStays()
            onClose()
          }}
        >
          {text('stay.decline')}
        </ActionButton>
        <button type="button" class="second" onClick={onClose}>
          {text('close')}
        </button>
      </div>
    </Dialog>
  )
}

export function StayActions({ stay, open }: { stay: Stay; open: (dialog: StayDialog) => void }) {
  const path = { id: stay.id }
  const writeOf = useStayWrite(stay)
  const answered = (words: string) => () => {
    notify(words)
    refreshStays()
  }
  if (stay.status === 'pending' && stay.pendingReason === 'host_approval')
    return (
      <>
        <ActionButton
          kind="main"
          run={() =>
            trackStayWrite(writeOf('accept'), null, (headers) =>
              answerOf(client.POST('/v1/reservations/{id}/accept', { params: { path }, headers })),
            )
          }
          onDone={answered(text('stay.accepted'))}
        >
          {text('stay.accept')}
        </ActionButton>
        <button type="button" class="second" onClick={() => open('decline')}>
          {text('stay.decline')}
        </button>
      </>
    )
  if (stay.status === 'cancelled' || stay.status === 'completed') return null
  return (
    <>
      <button type="button" class="second" onClick={() => open('change')}>
        {text('stay.change')}
      </button>
      <button type="button" class="second" onClick={() => open('cancel')}>
        {text('stay.cancel')}
      </button>
    </>
  )
}
