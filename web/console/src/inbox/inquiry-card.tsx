/** The inquiry that a conversation is about, and what can be answered to it. */
import { useState } from 'preact/hooks'
import { useQuery } from '@tanstack/preact-query'
import { answerOf, client } from '../api/client.ts'
import { queryClient } from '../api/queries.ts'
import type { components } from '../api/schema.ts'
import { daysBetween, longDate, shortDate } from '../format/dates.ts'
import { money } from '../format/money.ts'
import { useMayWrite } from '../session.tsx'
import { text, wordFor } from '../text/text.ts'
import { Badge, type Tone } from '../ui/badge.tsx'
import { Facts } from '../ui/facts.tsx'
import { useListingNames } from '../ui/listing-names.ts'
import { TimeLeft } from '../ui/time-left.tsx'
import { DeclineInquiry } from './decline-inquiry.tsx'
import { SpecialOffer } from './special-offer.tsx'
import { PreApprove } from './pre-approve.tsx'
import { WithdrawOffer } from './withdraw-offer.tsx'
import type { ConversationDetail } from './thread.tsx'

export type Inquiry = components['schemas']['Inquiry']

export const inquiryTone: Record<Inquiry['status'], Tone> = {
  open: 'warn',
  pre_approved: 'good',
  special_offer_sent: 'good',
  booked: 'good',
  expired: 'calm',
  declined: 'calm',
  not_possible: 'bad',
}

export interface InquiryDialogProps {
  conversation: ConversationDetail
  inquiry: Inquiry
  onClose: () => void
}

export function refreshInquiries(): void {
  void queryClient.invalidateQueries({ queryKey: ['inquiries'] })
  void queryClient.invalidateQueries({ queryKey: ['conversation'] })
  void queryClient.invalidateQueries({ queryKey: ['conversations'] })
}

/** `2 adults, 1 child`, of what is known. */
export function guestsInWords({ total, adults, children, infants, pets }: Inquiry['guests']): string {
  const parts = [
    ['party.adults', adults],
    ['party.children', children],
    ['party.infants', infants],
    ['party.pets', pets],
  ] as const
  const known = parts.flatMap(([key, count]) => (count === null || count === 0 ? [] : [text(key, { count })]))
  return known.length > 0 ? known.join(', ') : total === null ? '–' : String(total)
}

/** What both sides talk about: the home, the nights, who comes, and what the host would be paid. */
export function InquiryFacts({ inquiry }: { inquiry: Inquiry }) {
  const names = useListingNames()
  const { listingId, checkIn, checkOut, guests, expectedPayout, relayedBy } = inquiry
  return (
    <Facts
      facts={[
        [text('stay.listing'), listingId === null ? '–' : (names.get(listingId) ?? listingId)],
        [
          text('stay.dates'),
          checkIn === null || checkOut === null
            ? text('inquiry.noDates')
            : `${shortDate(checkIn)} – ${longDate(checkOut)} · ${text('inquiry.nights', { count: daysBetween(checkIn, checkOut) })}`,
        ],
        [text('stay.guests'), guestsInWords(guests)],
        ...(expectedPayout.amount === null
          ? []
          : [[text('inquiry.payout'), money(expectedPayout.amount, expectedPayout.currency)] as const]),
        ...(relayedBy === null ? [] : [[text('inquiry.relayedBy'), wordFor('provider', relayedBy)] as const]),
      ]}
    />
  )
}

type InquiryDialog = 'approve' | 'offer' | 'withdraw' | 'decline' | null

function Dialogs({ open, ...props }: InquiryDialogProps & { open: InquiryDialog }) {
  if (open === 'approve') return <PreApprove {...props} />
  if (open === 'offer') return <SpecialOffer {...props} />
  if (open === 'withdraw') return <WithdrawOffer {...props} />
  if (open === 'decline') return <DeclineInquiry {...props} />
  return null
}

export function InquiryCard({ conversation }: { conversation: ConversationDetail }) {
  const [open, setOpen] = useState<InquiryDialog>(null)
  const mayWrite = useMayWrite()
  const { data } = useQuery({
    queryKey: ['inquiries', 'conversation', conversation.id],
    queryFn: ({ signal }) =>
      answerOf(
        client.GET('/v1/inquiries', {
          params: { query: { conversation_id: conversation.id, status: 'all', limit: 1 } },
          signal,
        }),
      ),
  })
  const inquiry = data?.data[0]
  if (inquiry === undefined || inquiry.status === 'booked') return null
  const { canPreApprove, canSendOffer, canWithdraw } = conversation.capabilities
  const isWaiting = ['open', 'pre_approved', 'special_offer_sent'].includes(inquiry.status)
  const button = (dialog: InquiryDialog, label: string, kind = 'second') => (
    <button type="button" class={kind} onClick={() => setOpen(dialog)}>
      {label}
    </button>
  )
  return (
    <div class="about">
      <p>
        <strong>{text('inquiry.title')}</strong>{' '}
        <Badge tone={inquiryTone[inquiry.status]}>{wordFor('inquiry', inquiry.status)}</Badge>{' '}
        {inquiry.status === 'open' && inquiry.respondBy !== null && <TimeLeft until={inquiry.respondBy} />}
      </p>
      <InquiryFacts inquiry={inquiry} />
      {mayWrite && isWaiting && (
        <div class="actions">
          {canPreApprove && button('approve', text('inquiry.approve'), 'main')}
          {canSendOffer && button('offer', text('inquiry.offer'))}
          {canWithdraw && button('withdraw', text('inquiry.withdraw'))}
          {inquiry.status === 'open' && button('decline', text('inquiry.decline'))}
          {!canPreApprove && !canSendOffer && !canWithdraw && (
            <span class="soft small">{text('inquiry.elsewhere')}</span>
          )}
        </div>
      )}
      <Dialogs open={open} conversation={conversation} inquiry={inquiry} onClose={() => setOpen(null)} />
    </div>
  )
}
