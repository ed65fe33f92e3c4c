/** Conversations of all channels, the unread ones marked, and the one that is open. */
import { useEffect, useRef, useState } from 'preact/hooks'
import { useQuery } from '@tanstack/preact-query'
import { useRoute } from 'preact-iso'
import { answerOf, client } from '../api/client.ts'
import { queryClient } from '../api/queries.ts'
import type { components } from '../api/schema.ts'
import { moment, timeAgo } from '../format/dates.ts'
import { pathTo } from '../server-root.ts'
import { useMayWrite } from '../session.tsx'
import { text, wordFor } from '../text/text.ts'
import { useAddressState } from '../ui/address-state.ts'
import { Badge } from '../ui/badge.tsx'
import { Empty } from '../ui/empty.tsx'
import { useListingNames } from '../ui/listing-names.ts'
import { Loaded } from '../ui/loaded.tsx'
import { PagedList } from '../ui/paged-list.tsx'
import { Problem } from '../ui/problem.tsx'
import { Screen } from '../ui/screen.tsx'
import { Select } from '../ui/select.tsx'
import { useAction } from '../ui/use-action.ts'

type Conversation = components['schemas']['ConversationRow']
type Message = components['schemas']['Message']

const everyMs = 20_000
const statuses = ['open', 'archived'] as const

function ConversationLine({ conversation, isOpen }: { conversation: Conversation; isOpen: boolean }) {
  const names = useListingNames()
  const { id, subject, listingId, lastMessagePreview, lastMessageAt, unreadCount, platform } = conversation
  return (
    <li class={unreadCount > 0 ? 'unread' : undefined}>
      <a href={pathTo(`/inbox/${id}`)} aria-current={isOpen ? 'true' : undefined}>
        <strong class="cut">{lastMessagePreview ?? subject ?? text('inbox.noSubject')}</strong>
        <span class="soft small">
          {[
            wordFor('platform', platform),
            ...(listingId === null ? [] : [names.get(listingId) ?? listingId]),
            timeAgo(lastMessageAt),
          ].join(' · ')}{' '}
          {unreadCount > 0 && <Badge tone="warn">{text('inbox.unread', { count: unreadCount })}</Badge>}
        </span>
      </a>
    </li>
  )
}

function Bubble({ message }: { message: Message }) {
  const { direction, body, translatedBody, senderName, sentAt, attachments, isAutomated, moderation } =
    message
  return (
    <li class={direction}>
      <p class="small soft">
        {senderName ?? wordFor('direction', direction)} · <time dateTime={sentAt}>{moment(sentAt)}</time>
        {isAutomated && <> · {text('inbox.automatic')}</>}
      </p>
      <p class="body">{body}</p>
      {translatedBody !== null && translatedBody !== body && <p class="body soft">{translatedBody}</p>}
      {attachments.map(({ id, url, imageUrl }) => {
        const address = url ?? imageUrl
        return (
          address !== null && (
            <p key={id}>
              <a href={address} rel="noreferrer noopener" target="_blank">
                {text('inbox.attachment')}
              </a>
            </p>
          )
        )
      })}
      {moderation != null && moderation !== 'accepted' && (
        <Badge tone="warn">{wordFor('moderation', moderation)}</Badge>
      )}
    </li>
  )
}

function Answer({ id }: { id: string }) {
  const [words, setWords] = useState('')
  const send = useAction(
    (body: { message: string }) =>
      answerOf(client.POST('/v1/conversations/{id}/messages', { params: { path: { id } }, body })),
    {
      onSuccess: () => {
        setWords('')
        void queryClient.invalidateQueries({ queryKey: ['conversation', id] })
        void queryClient.invalidateQueries({ queryKey: ['conversations'] })
      },
    },
  )
  const submit = () => {
    if (!send.isPending && words.trim() !== '') send.mutate({ message: words })
  }
  return (
    <form
      class="answer"
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
    >
      <label class="field">
        <span>{text('inbox.answer')}</span>
        <textarea
          rows={3}
          value={words}
          onInput={(event) => setWords(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) submit()
          }}
        />
      </label>
      {send.error !== null && <Problem error={send.error} />}
      <button class="main" aria-disabled={send.isPending || words.trim() === ''}>
        {send.isPending ? text('busy') : text('inbox.send')}
      </button>
      <span class="soft small">{text('inbox.sendKey')}</span>
    </form>
  )
}

function Thread({ id }: { id: string }) {
  const names = useListingNames()
  const mayWrite = useMayWrite()
  const end = useRef<HTMLDivElement>(null)
  const conversation = useQuery({
    queryKey: ['conversation', id],
    queryFn: ({ signal }) =>
      answerOf(client.GET('/v1/conversations/{id}', { params: { path: { id } }, signal })),
  })
  const messages = useQuery({
    queryKey: ['conversation', id, 'messages'],
    queryFn: ({ signal }) =>
      answerOf(
        client.GET('/v1/conversations/{id}/messages', {
          params: { path: { id }, query: { order: 'desc', limit: 100 } },
          signal,
        }),
      ),
    refetchInterval: everyMs,
  })
  const newest = messages.data?.data[0]?.id
  useEffect(() => end.current?.scrollIntoView({ block: 'nearest' }), [newest])
  return (
    <section class="thread" aria-label={text('inbox.thread')}>
      <Loaded query={conversation}>
        {({ subject, guest, listingId, reservationId, platform }) => (
          <header>
            <h2>{guest?.displayName ?? subject ?? text('inbox.noSubject')}</h2>
            <p class="soft small">
              {wordFor('platform', platform)}
              {listingId !== null && <> · {names.get(listingId) ?? listingId}</>}
              {reservationId !== null && (
                <>
                  {' · '}
                  <a href={pathTo(`/reservations/${reservationId}`)}>{text('inbox.stay')}</a>
                </>
              )}
            </p>
          </header>
        )}
      </Loaded>
      <Loaded query={messages}>
        {({ data }) => (
          <ol class="messages" tabIndex={0} aria-label={text('inbox.messages')}>
            {data.toReversed().map((message) => (
              <Bubble key={message.id} message={message} />
            ))}
          </ol>
        )}
      </Loaded>
      <div ref={end} />
      {mayWrite && <Answer key={id} id={id} />}
    </section>
  )
}

export default function Inbox() {
  const { id } = useRoute().params
  const [chosen, setStatus] = useAddressState('status')
  const status = statuses.find((known) => known === chosen) ?? 'open'
  return (
    <Screen title={text('nav.inbox')}>
      <div class={id === undefined ? 'split' : 'split open'}>
        <section class="conversations" aria-label={text('inbox.list')}>
          <Select
            label={text('inbox.show')}
            value={status}
            onChange={setStatus}
            options={statuses.map((value) => ({ value, label: wordFor('conversation', value) }))}
          />
          <PagedList
            queryKey={['conversations', status]}
            readPage={({ cursor, signal }) =>
              answerOf(
                client.GET('/v1/conversations', {
                  params: { query: { status, limit: 50, ...(cursor === undefined ? {} : { cursor }) } },
                  signal,
                }),
              )
            }
            refetchMs={everyMs}
            empty={
              <Empty title={text('inbox.none')}>
                <p>{text('inbox.noneLead')}</p>
              </Empty>
            }
          >
            {(conversations) => (
              <ul class="lines">
                {conversations
                  .toSorted((a, b) => Number(b.unreadCount > 0) - Number(a.unreadCount > 0))
                  .map((conversation) => (
                    <ConversationLine
                      key={conversation.id}
                      conversation={conversation}
                      isOpen={conversation.id === id}
                    />
                  ))}
              </ul>
            )}
          </PagedList>
        </section>
        {id === undefined ? <p class="soft choose">{text('inbox.choose')}</p> : <Thread key={id} id={id} />}
      </div>
    </Screen>
  )
}
