import { answerOf, client } from '../api/client.ts'
import { moment } from '../format/dates.ts'
import { text } from '../text/text.ts'
import { notify } from '../ui/notices.tsx'
import { refreshInquiries, type InquiryDialogProps } from './inquiry-card.tsx'
import { MessageDialog } from './message-dialog.tsx'

/** No channel has an operation that declines an inquiry: the guest gets a message, and the inquiry runs out. */
export function DeclineInquiry({ conversation, inquiry, onClose }: InquiryDialogProps) {
  const guest = conversation.guest?.displayName ?? text('stay.noName')
  return (
    <MessageDialog
      title={text('inquiry.declineTitle')}
      lead={
        <p>
          {text('inquiry.declineLead')}{' '}
          {inquiry.respondBy !== null && text('inquiry.endsAt', { when: moment(inquiry.respondBy) })}
        </p>
      }
      label={text('stay.declineMessage')}
      initial={text('inquiry.declineText', { guest })}
      about={`decline ${conversation.id}`}
      preview={text('inquiry.reads', { guest })}
      button={{ kind: 'danger', label: text('inquiry.decline') }}
      send={(message) =>
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
      }}
      onClose={onClose}
    />
  )
}
