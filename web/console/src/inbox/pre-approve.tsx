import { useQuery } from '@tanstack/preact-query'
import { answerOf, client } from '../api/client.ts'
import { text, wordFor } from '../text/text.ts'
import { ActionButton } from '../ui/action-button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Loaded } from '../ui/loaded.tsx'
import { notify } from '../ui/notices.tsx'
import { InquiryFacts, refreshInquiries, type InquiryDialogProps } from './inquiry-card.tsx'

/** A pre-approval is tried first, so that the dialog says what is in order before anybody presses. */
export function PreApprove({ conversation, inquiry, onClose }: InquiryDialogProps) {
  const path = { id: conversation.id }
  const trial = useQuery({
    queryKey: ['conversation', conversation.id, 'pre-approval trial'],
    queryFn: () =>
      answerOf(
        client.POST('/v1/conversations/{id}/pre-approval', {
          params: { path, query: { dry_run: true } },
        }),
      ),
    staleTime: 0,
  })
  return (
    <Dialog title={text('inquiry.approveTitle')} onClose={onClose}>
      <p>
        {text('inquiry.approveLead', {
          guest: conversation.guest?.displayName ?? text('stay.noName'),
          channel: wordFor('platform', inquiry.channel),
        })}
      </p>
      <div class="preview">
        <InquiryFacts inquiry={inquiry} />
      </div>
      <Loaded query={trial}>
        {() => (
          <div class="actions">
            <ActionButton
              kind="main"
              run={() => answerOf(client.POST('/v1/conversations/{id}/pre-approval', { params: { path } }))}
              onDone={() => {
                notify(text('inquiry.approved'))
                refreshInquiries()
                onClose()
              }}
            >
              {text('inquiry.approve')}
            </ActionButton>
            <button type="button" class="second" onClick={onClose}>
              {text('close')}
            </button>
          </div>
        )}
      </Loaded>
    </Dialog>
  )
}
