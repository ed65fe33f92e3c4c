/** What guests wrote about their stays, and the answers that everybody can read. */
import { useState } from 'preact/hooks'
import { answerOf, client } from '../api/client.ts'
import { queryClient } from '../api/queries.ts'
import type { components } from '../api/schema.ts'
import { moment } from '../format/dates.ts'
import { count } from '../format/money.ts'
import { pathTo } from '../server-root.ts'
import { useMayWrite } from '../session.tsx'
import { text, wordFor } from '../text/text.ts'
import { useAddressState } from '../ui/address-state.ts'
import { Badge } from '../ui/badge.tsx'
import { Empty } from '../ui/empty.tsx'
import { useListingNames } from '../ui/listing-names.ts'
import { notify } from '../ui/notices.tsx'
import { PagedList } from '../ui/paged-list.tsx'
import { Select } from '../ui/select.tsx'
import { DraftButton } from './draft-button.tsx'
import { MessageDialog } from './message-dialog.tsx'

type Review = components['schemas']['Review']

const statuses = ['unanswered', 'responded', 'all'] as const
const platforms = ['airbnb', 'booking', 'vrbo'] as const
const bestRating = 5

const ReplyDialog = ({ review, onClose }: { review: Review; onClose: () => void }) => (
  <MessageDialog
    title={text('review.replyTitle')}
    kind="side"
    lead={
      <>
        <p>{text('review.replyLead', { channel: wordFor('platform', review.platform) })}</p>
        <blockquote class="prose">{review.publicReview ?? text('review.noText')}</blockquote>
      </>
    }
    label={text('review.reply')}
    about={`review ${review.id}`}
    button={{ kind: 'main', label: text('review.publish') }}
    helper={(write) => (
      <DraftButton operation="review-response" input={{ reviewId: review.id }} onDraft={write} />
    )}
    send={(message) =>
      answerOf(
        client.POST('/v1/reviews/{id}/reply', { params: { path: { id: review.id } }, body: { message } }),
      )
    }
    onDone={() => {
      notify(text('review.replied'))
      void queryClient.invalidateQueries({ queryKey: ['reviews'] })
    }}
    onClose={onClose}
  />
)

function ReviewCard({ review, onReply }: { review: Review; onReply?: () => void }) {
  const names = useListingNames()
  const { rating, guestName, listingId, platform, submittedAt, reservationId, response, expiresAt } = review
  return (
    <li class="card">
      <p>
        <strong>{guestName ?? text('stay.noName')}</strong>{' '}
        {rating !== null && (
          <Badge tone={rating >= bestRating - 1 ? 'good' : rating < 3 ? 'bad' : 'warn'}>
            {text('review.rating', { rating: count(rating) })}
          </Badge>
        )}
        {review.hidden && <Badge>{text('review.hidden')}</Badge>}
        <br />
        <span class="soft small">
          {wordFor('platform', platform)}
          {listingId !== null && ` · ${names.get(listingId) ?? listingId}`}
          {submittedAt !== null && ` · ${moment(submittedAt)}`}
          {reservationId !== null && (
            <>
              {' · '}
              <a href={pathTo(`/reservations/${reservationId}`)}>{text('inbox.stay')}</a>
            </>
          )}
        </span>
      </p>
      <p class="prose">{review.publicReview ?? text('review.noText')}</p>
      {review.privateFeedback !== null && (
        <p class="prose soft">
          {text('review.private')} {review.privateFeedback}
        </p>
      )}
      {response !== null && (
        <div class="preview">
          <p class="soft small">
            {text('review.yours')} {response.submittedAt != null && moment(response.submittedAt)}
          </p>
          <p class="prose">{response.body}</p>
        </div>
      )}
      {onReply !== undefined && response === null && (
        <div class="actions">
          <button type="button" class="second" onClick={onReply}>
            {text('review.answer')}
          </button>
          {expiresAt !== null && (
            <span class="soft small">{text('review.until', { when: moment(expiresAt) })}</span>
          )}
        </div>
      )}
    </li>
  )
}

export function Reviews() {
  const [chosen, setStatus] = useAddressState('status')
  const [platform, setPlatform] = useAddressState('channel')
  const [replying, setReplying] = useState<Review | null>(null)
  const mayWrite = useMayWrite()
  const status = statuses.find((known) => known === chosen) ?? 'unanswered'
  const channel = platforms.find((known) => known === platform)
  return (
    <>
      <search class="filters">
        <Select
          label={text('inbox.show')}
          value={status}
          onChange={(value) => setStatus(value === 'unanswered' ? '' : value)}
          options={statuses.map((value) => ({ value, label: wordFor('reviewStatus', value) }))}
        />
        <Select
          label={text('stay.channel')}
          value={platform}
          onChange={setPlatform}
          options={[
            { value: '', label: text('filter.all') },
            ...platforms.map((value) => ({ value, label: wordFor('platform', value) })),
          ]}
        />
      </search>
      <PagedList
        queryKey={['reviews', status, channel]}
        readPage={({ cursor, signal }) =>
          answerOf(
            client.GET('/v1/reviews', {
              params: {
                query: {
                  status,
                  limit: 30,
                  ...(channel === undefined ? {} : { platform: channel }),
                  ...(cursor === undefined ? {} : { cursor }),
                },
              },
              signal,
            }),
          )
        }
        empty={
          <Empty title={text(status === 'unanswered' ? 'review.allAnswered' : 'review.none')}>
            <p>{text('review.noneLead')}</p>
          </Empty>
        }
      >
        {(reviews) => (
          <ul class="plain stack">
            {reviews.map((review) => (
              <ReviewCard
                key={review.id}
                review={review}
                {...(mayWrite ? { onReply: () => setReplying(review) } : {})}
              />
            ))}
          </ul>
        )}
      </PagedList>
      {replying !== null && <ReplyDialog review={replying} onClose={() => setReplying(null)} />}
    </>
  )
}
