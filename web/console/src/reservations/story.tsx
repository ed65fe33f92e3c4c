/** The story of a stay: its changes, the events they made and where those went, calls of vendors, and messages. */
import { moment } from '../format/dates.ts'
import { pathTo } from '../server-root.ts'
import { text, wordFor } from '../text/text.ts'
import { useAddressState } from '../ui/address-state.ts'
import { Badge } from '../ui/badge.tsx'
import { Busy } from '../ui/busy.tsx'
import { Freshness } from '../ui/loaded.tsx'
import { Problem } from '../ui/problem.tsx'
import { Select } from '../ui/select.tsx'
import type { Stay } from './stay-columns.tsx'
import { useStayStory, type Change } from './stay-story.ts'
import { storyEntries, type StoryEntry } from './story-entries.ts'

const kinds = ['change', 'event', 'message'] as const

const shownValue = (value: unknown): string => {
  if (value === null || value === undefined || value === '') return '–'
  if (typeof value !== 'object') return String(value)
  return Object.entries(value)
    .filter(([, part]) => part !== null && typeof part !== 'object')
    .map(([name, part]) => `${name} ${String(part)}`)
    .join(', ')
}

/** The leaves of a value by their path, so that only what differs within an object is shown. */
function leavesOf(value: unknown, path = ''): [string, unknown][] {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return [[path, value]]
  return Object.entries(value).flatMap(([name, part]) =>
    leavesOf(part, path === '' ? name : `${path}.${name}`),
  )
}

/** The fields of a change that differ, with the value before and after. */
function Differences({ change }: { change: Change }) {
  const before = new Map(leavesOf(change.before ?? {}))
  const after = new Map(leavesOf(change.after ?? {}))
  const fields = [...new Set([...before.keys(), ...after.keys()])].filter(
    (field) =>
      field !== '' &&
      field !== 'updatedAt' &&
      JSON.stringify(before.get(field) ?? null) !== JSON.stringify(after.get(field) ?? null),
  )
  return (
    <ul class="differences">
      {fields.map((field) => (
        <li key={field}>
          <code>{field}</code> <del>{shownValue(before.get(field))}</del>{' '}
          <ins>{shownValue(after.get(field))}</ins>
        </li>
      ))}
    </ul>
  )
}

function ChangeEntry({ entry }: { entry: Extract<StoryEntry, { kind: 'change' }> }) {
  const { change, calls } = entry
  const { cause } = change
  const who = cause.member?.name ?? cause.key?.name
  return (
    <>
      <strong>{wordFor('change', change.change)}</strong>{' '}
      <span class="soft">
        {wordFor('cause', cause.kind)}
        {who != null && ` · ${who}`}
      </span>{' '}
      {cause.requestId !== null && (
        <a href={pathTo(`/developers/requests/${cause.requestId}`)}>{text('stay.request')}</a>
      )}
      {change.change !== 'created' && <Differences change={change} />}
      {calls.length > 0 && (
        <ul class="differences">
          {calls.map((call, index) => (
            <li key={index}>
              {text('story.call')}{' '}
              <code>
                {call.method} {call.host}
                {call.path}
              </code>{' '}
              <Badge tone={call.failure === null ? 'good' : 'bad'}>
                {call.status ?? call.failure ?? text('story.noAnswer')}
              </Badge>{' '}
              <span class="soft small">{Math.round(call.ms)} ms</span>
            </li>
          ))}
        </ul>
      )}
    </>
  )
}

function EventEntry({ entry }: { entry: Extract<StoryEntry, { kind: 'event' }> }) {
  const { event, deliveries } = entry
  return (
    <>
      {text('story.event')} <code>{event.event}</code>{' '}
      {event.sequence !== null && <span class="soft small">#{event.sequence}</span>}
      {deliveries.length > 0 && (
        <ul class="differences">
          {deliveries.map((delivery) => (
            <li key={delivery.id}>
              <a href={pathTo(`/developers/webhooks/${delivery.webhookId}`)}>{delivery.webhookUrl}</a>{' '}
              <Badge tone={delivery.success ? 'good' : 'bad'}>
                {text(delivery.success ? 'story.delivered' : 'story.notDelivered', {
                  attempt: delivery.attempt,
                })}
              </Badge>{' '}
              <span class="soft small">
                {delivery.statusCode ?? ''} {delivery.success ? '' : delivery.errorMessage}
              </span>
            </li>
          ))}
        </ul>
      )}
    </>
  )
}

function MessageEntry({ entry, href }: { entry: Extract<StoryEntry, { kind: 'message' }>; href: string }) {
  const { message } = entry
  return (
    <>
      <a href={href}>{text('story.message')}</a>{' '}
      <span class="soft">{message.senderName ?? wordFor('direction', message.direction)}</span>
      <p class="prose">{message.body === '' ? text('inbox.attachment') : message.body}</p>
    </>
  )
}

function Entry({ entry, conversationId }: { entry: StoryEntry; conversationId: string | null }) {
  return (
    <li class={entry.kind}>
      <time class="soft small" dateTime={entry.at}>
        {moment(entry.at)}
      </time>
      <div>
        {entry.kind === 'change' && <ChangeEntry entry={entry} />}
        {entry.kind === 'event' && <EventEntry entry={entry} />}
        {entry.kind === 'message' && (
          <MessageEntry entry={entry} href={pathTo(`/inbox/${conversationId ?? ''}`)} />
        )}
      </div>
    </li>
  )
}

export function Story({ stay }: { stay: Stay }) {
  const [chosen, setKind] = useAddressState('story')
  const { history, events, deliveries, messages, requests } = useStayStory(stay)
  const kind = kinds.find((known) => known === chosen)
  const problem = [history, events, deliveries, messages].find(({ error }) => error !== null)
  const entries = storyEntries({
    changes: history.data?.data ?? [],
    events: events.data?.data ?? [],
    deliveries: deliveries.data?.data ?? [],
    messages: messages.data?.data ?? [],
    requests: requests.flatMap(({ data }) => data ?? []),
  }).filter((entry) => kind === undefined || entry.kind === kind)
  const isCut = history.data?.pagination.hasMore || events.data?.isCut || deliveries.data?.isCut
  return (
    <section class="card wide">
      <h2>{text('stay.story')}</h2>
      <div class="story-kind">
        <Select
          label={text('inbox.show')}
          value={kind ?? ''}
          onChange={setKind}
          options={[
            { value: '', label: text('filter.all') },
            ...kinds.map((value) => ({ value, label: wordFor('storyKind', value) })),
          ]}
        />
      </div>
      {problem?.error != null && <Problem error={problem.error} onRetry={() => void problem.refetch()} />}
      {history.isPending && <Busy />}
      {!history.isPending && entries.length === 0 && <p class="soft">{text('stay.noStory')}</p>}
      <ol class="story">
        {entries.map((entry) => (
          <Entry key={entry.key} entry={entry} conversationId={messages.data?.conversationId ?? null} />
        ))}
      </ol>
      {isCut && <p class="soft small">{text('story.cut')}</p>}
      <Freshness
        query={{
          ...history,
          refetch: () => Promise.all([history, events, deliveries, messages].map((one) => one.refetch())),
        }}
      />
    </section>
  )
}
