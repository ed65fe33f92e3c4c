/** The list of conversations with its filters. */
import type { useConversations, Conversation, ConversationFilter } from './conversations.ts'
import { inboxViews } from './conversations.ts'
import { timeAgo } from '../format/dates.ts'
import { count } from '../format/money.ts'
import { text, wordFor } from '../text/text.ts'
import { Badge } from '../ui/badge.tsx'
import { Empty } from '../ui/empty.tsx'
import { useListingNames } from '../ui/listing-names.ts'
import { ListFoot } from '../ui/list-foot.tsx'
import { Loaded } from '../ui/loaded.tsx'
import { SearchField } from '../ui/search-field.tsx'
import { Select } from '../ui/select.tsx'
import { isDone } from './done-marks.ts'
import { useConversationAddress } from './messages.tsx'

const channels = ['airbnb', 'booking', 'vrbo', 'website', 'email'] as const

interface ConversationLineProps {
  conversation: Conversation
  isOpen: boolean
  isMarked: boolean
  hasFailed: boolean
  href: string
}

function ConversationLine({ conversation, isOpen, isMarked, hasFailed, href }: ConversationLineProps) {
  const names = useListingNames()
  const { guestName, subject, listingId, lastMessagePreview, lastMessageAt, unreadCount, platform } =
    conversation
  return (
    <li class={unreadCount > 0 && !isMarked ? 'unread' : undefined}>
      <a href={href} aria-current={isOpen ? 'true' : undefined}>
        <span class="line-head">
          <strong class="cut">{guestName ?? subject ?? text('inbox.noSubject')}</strong>
          <span class="soft small">{timeAgo(lastMessageAt)}</span>
        </span>
        <span class="cut">{lastMessagePreview ?? subject ?? '–'}</span>
        <span class="soft small cut">
          {wordFor('platform', platform)}
          {listingId !== null && ` · ${names.get(listingId) ?? listingId}`}
        </span>
        {(unreadCount > 0 || isMarked || hasFailed) && (
          <span>
            {unreadCount > 0 && !isMarked && (
              <Badge tone="warn">{text('inbox.unread', { count: unreadCount })}</Badge>
            )}
            {isMarked && <Badge>{text('inbox.isDone')}</Badge>}
            {hasFailed && <Badge tone="bad">{text('inbox.notSent')}</Badge>}
          </span>
        )}
      </a>
    </li>
  )
}

interface FilterSetters {
  setView: (value: string) => void
  setPlatform: (value: string) => void
  setListing: (value: string) => void
  setWords: (value: string) => void
}

function Filters({ filter, setters }: { filter: ConversationFilter; setters: FilterSetters }) {
  const names = useListingNames()
  const all = { value: '', label: text('filter.all') }
  return (
    <search class="inbox-filters">
      <SearchField label={text('inbox.search')} value={filter.words} onChange={setters.setWords} />
      <div class="pair">
        <Select
          label={text('inbox.show')}
          value={filter.view}
          onChange={(value) => setters.setView(value === 'open' ? '' : value)}
          options={inboxViews.map((value) => ({ value, label: wordFor('inboxView', value) }))}
        />
        <Select
          label={text('stay.channel')}
          value={filter.platform}
          onChange={setters.setPlatform}
          options={[all, ...channels.map((value) => ({ value, label: wordFor('platform', value) }))]}
        />
      </div>
      <Select
        label={text('stay.listing')}
        value={filter.listingId}
        onChange={setters.setListing}
        options={[all, ...[...names].map(([value, label]) => ({ value, label }))]}
      />
    </search>
  )
}

interface ConversationListProps {
  query: ReturnType<typeof useConversations>['query']
  shown: Conversation[] | undefined
  /** Rows that were read, and how many there are. */
  read: number
  total: number | undefined
  marks: ReadonlyMap<string, string>
  failed: ReadonlySet<string>
  filter: ConversationFilter
  setters: FilterSetters
  openId: string | undefined
  showKeys: () => void
}

export function ConversationList(props: ConversationListProps) {
  const { query, shown, read, total, marks, failed, filter, setters, openId, showKeys } = props
  const addressOf = useConversationAddress()
  return (
    <section class="conversations" aria-label={text('inbox.list')}>
      <Filters filter={filter} setters={setters} />
      <Loaded query={{ ...query, data: shown }}>
        {(rows) =>
          rows.length === 0 ? (
            <Empty title={text(read === 0 ? 'inbox.none' : 'inbox.noMatch')}>
              <p>{text(read === 0 ? 'inbox.noneLead' : 'inbox.noMatchLead')}</p>
            </Empty>
          ) : (
            <ul class="lines">
              {rows.map((conversation) => (
                <ConversationLine
                  key={conversation.id}
                  conversation={conversation}
                  isOpen={conversation.id === openId}
                  isMarked={isDone(marks, conversation)}
                  hasFailed={failed.has(conversation.id)}
                  href={addressOf(conversation.id)}
                />
              ))}
            </ul>
          )
        }
      </Loaded>
      <ListFoot
        query={query}
        shown={
          total !== undefined && total > read
            ? text('inbox.lookedAt', { count: count(read), total: count(total) })
            : null
        }
      >
        <button type="button" class="link" onClick={showKeys}>
          {text('keys.title')}
        </button>
      </ListFoot>
    </section>
  )
}
