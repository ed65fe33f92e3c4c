/** One conversation: what was written, the request or inquiry it is about, and the answer. */
import { useEffect, useRef } from 'preact/hooks'
import { useQuery } from '@tanstack/preact-query'
import { answerOf, client } from '../api/client.ts'
import type { components } from '../api/schema.ts'
import { moment } from '../format/dates.ts'
import { pathTo } from '../server-root.ts'
import { useMayWrite } from '../session.tsx'
import { text, wordFor } from '../text/text.ts'
import { Badge } from '../ui/badge.tsx'
import { useListingNames } from '../ui/listing-names.ts'
import { Freshness, Loaded } from '../ui/loaded.tsx'
import { Problem } from '../ui/problem.tsx'
import { AnswerForm } from './answer-form.tsx'
import { inboxEveryMs } from './conversations.ts'
import { InquiryCard } from './inquiry-card.tsx'
import { RequestCard } from './request-card.tsx'

type Message = components['schemas']['Message']
export type ConversationDetail = components['schemas']['ConversationDetail']

const mostMessages = 100

const Attachment = ({ file }: { file: Message['attachments'][number] }) => {
  const address = file.url ?? file.imageUrl
  if (address === null) return null
  return (
    <p>
      <a href={address} rel="noreferrer noopener" target="_blank">
        {wordFor('attachment', file.type)}
      </a>
    </p>
  )
}

function Bubble({ message }: { message: Message }) {
  const { direction, body, translatedBody, senderName, sentAt, attachments, moderation } = message
  return (
    <li class={direction}>
      <p class="small soft">
        {senderName ?? wordFor('direction', direction)} · <time dateTime={sentAt}>{moment(sentAt)}</time>
        {message.isAutomated && <> · {text('inbox.automatic')}</>}
        {message.aiGenerated && <> · {text('inbox.byModel')}</>}
      </p>
      {body !== '' && <p class="body">{body}</p>}
      {translatedBody !== null && translatedBody !== body && <p class="body soft">{translatedBody}</p>}
      {attachments.map((file, index) => (
        <Attachment key={file.id ?? index} file={file} />
      ))}
      {moderation != null && moderation !== 'accepted' && (
        <Badge tone="warn">{wordFor('moderation', moderation)}</Badge>
      )}
    </li>
  )
}

interface ThreadHeadProps {
  conversation: ConversationDetail
  isDone?: boolean
  onDone?: () => void
}

function ThreadHead({ conversation, isDone, onDone }: ThreadHeadProps) {
  const names = useListingNames()
  const { subject, guest, listingId, reservationId, platform } = conversation
  return (
    <header class="thread-head">
      <div>
        <h2>{guest?.displayName ?? subject ?? text('inbox.noSubject')}</h2>
        <p class="soft small">
          {wordFor('platform', platform)}
          {listingId !== null && (
            <>
              {' · '}
              <a href={pathTo(`/listings/${listingId}`)}>{names.get(listingId) ?? listingId}</a>
            </>
          )}
          {reservationId !== null && (
            <>
              {' · '}
              <a href={pathTo(`/reservations/${reservationId}`)}>{text('inbox.stay')}</a>
            </>
          )}
        </p>
      </div>
      {onDone !== undefined && (
        <button type="button" class="second" onClick={onDone}>
          {text(isDone ? 'inbox.reopen' : 'inbox.done')}
        </button>
      )}
    </header>
  )
}

interface ThreadProps {
  id: string
  isDone?: boolean
  /** Left out for who only reads, and for conversations that the list has not read. */
  onDone?: () => void
  doneProblem: Error | null
}

function Written({ id }: { id: string }) {
  const end = useRef<HTMLLIElement>(null)
  const messages = useQuery({
    queryKey: ['conversation', id, 'messages'],
    queryFn: ({ signal }) =>
      answerOf(
        client.GET('/v1/conversations/{id}/messages', {
          params: { path: { id }, query: { order: 'desc', limit: mostMessages } },
          signal,
        }),
      ),
    refetchInterval: inboxEveryMs,
  })
  const newest = messages.data?.data[0]?.id
  useEffect(() => end.current?.parentElement?.scrollTo(0, end.current.parentElement.scrollHeight), [newest])
  return (
    <>
      <Loaded query={messages}>
        {({ data, pagination }) => (
          <ol class="messages" tabIndex={0} aria-label={text('inbox.messages')}>
            {pagination.hasMore && (
              <li class="soft small">{text('inbox.newestOnly', { count: mostMessages })}</li>
            )}
            {data.toReversed().map((message) => (
              <Bubble key={message.id} message={message} />
            ))}
            <li ref={end} class="end" aria-hidden="true" />
          </ol>
        )}
      </Loaded>
      <Freshness query={messages} />
    </>
  )
}

export function Thread({ id, isDone, onDone, doneProblem }: ThreadProps) {
  const mayWrite = useMayWrite()
  const conversation = useQuery({
    queryKey: ['conversation', id],
    queryFn: ({ signal }) =>
      answerOf(client.GET('/v1/conversations/{id}', { params: { path: { id } }, signal })),
  })
  return (
    <section class="thread" aria-label={text('inbox.thread')}>
      <Loaded query={conversation}>
        {(loaded) => (
          <>
            <ThreadHead
              conversation={loaded}
              {...(isDone === undefined ? {} : { isDone })}
              {...(onDone === undefined ? {} : { onDone })}
            />
            {doneProblem !== null && <Problem error={doneProblem} />}
            <InquiryCard conversation={loaded} />
            {loaded.reservationId !== null && <RequestCard reservationId={loaded.reservationId} />}
            <Written id={id} />
            {mayWrite && <AnswerForm key={id} conversation={loaded} />}
          </>
        )}
      </Loaded>
    </section>
  )
}
