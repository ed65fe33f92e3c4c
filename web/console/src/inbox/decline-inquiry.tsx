import { useState } from 'preact/hooks'
import { answerOf, client } from '../api/client.ts'
import { moment } from '../format/dates.ts'
import { text } from '../text/text.ts'
import { ActionButton } from '../ui/action-button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { notify } from '../ui/notices.tsx'
import { refreshInquiries, type InquiryDialogProps } from './inquiry-card.tsx'

/** No channel has an operation that declines an inquiry: the guest gets a message, and the inquiry runs out. */
export function DeclineInquiry({ conversation, inquiry, onClose }: InquiryDialogProps) {
  const guest = conversation.guest?.displayName ?? text('stay.noName')
  const [message, setMessage] = useState(text('inquiry.declineText', { guest }))
  return (
    <Dialog title={text('inquiry.declineTitle')} onClose={onClose}>
      <p>
        {text('inquiry.declineLead')}{' '}
        {inquiry.respondBy !== null && text('inquiry.endsAt', { when: moment(inquiry.respondBy) })}
      </p>
      <label class="field">
        <span>{text('stay.declineMessage')}</span>
        <textarea rows={4} value={message} onInput={(event) => setMessage(event.currentTarget.value)} />
      </label>
      <div class="preview">
        <h3>{text('inquiry.reads', { guest })}</h3>
        <p class="prose">{message.trim() === '' ? '–' : message}</p>
      </div>
      <div class="actions">
        <ActionButton
          kind="danger"
          disabled={message.trim() === ''}
          run={() =>
            answerOf(
              client.POST('/v1/conversations/{id}/messages', {
                params: { path: { id: conversation.id } },
                body: { message },
              }),
            )
          }
          onDone={() => {
            notify(text('inquiry.declined'))
            refreshInquiries()
            onClose()
          }}
        >
          {text('inquiry.decline')}
        </ActionButton>
        <button type="button" class="second" onClick={onClose}>
          {text('close')}
        </button>
      </div>
    </Dialog>
  )
}
