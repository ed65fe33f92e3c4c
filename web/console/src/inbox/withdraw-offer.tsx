import { answerOf, client } from '../api/client.ts'
import { text, wordFor } from '../text/text.ts'
import { ActionButton } from '../ui/action-button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Loaded } from '../ui/loaded.tsx'
import { notify } from '../ui/notices.tsx'
import { refreshInquiries, type InquiryDialogProps } from './inquiry-card.tsx'
import { useKeptOffer } from './kept-offers.ts'

/** Takes the standing offer back. */
export function WithdrawOffer({ conversation, inquiry, onClose }: InquiryDialogProps) {
  const { id } = conversation
  const offer = useKeptOffer(id)
  return (
    <Dialog title={text('inquiry.withdrawTitle')} onClose={onClose}>
      <Loaded query={offer}>
        {(offerId) =>
          offerId === null ? (
            <p>{text('inquiry.withdrawElsewhere', { channel: wordFor('platform', inquiry.channel) })}</p>
          ) : (
            <>
              <p>{text('inquiry.withdrawLead')}</p>
              <div class="actions">
                <ActionButton
                  kind="danger"
                  run={() =>
                    answerOf(
                      client.DELETE('/v1/conversations/{id}/special-offers/{offerId}', {
                        params: { path: { id, offerId } },
                      }),
                    )
                  }
                  onDone={() => {
                    notify(text('inquiry.withdrawn'))
                    refreshInquiries()
                    onClose()
                  }}
                >
                  {text('inquiry.withdraw')}
                </ActionButton>
                <button type="button" class="second" onClick={onClose}>
                  {text('close')}
                </button>
              </div>
            </>
          )
        }
      </Loaded>
    </Dialog>
  )
}
