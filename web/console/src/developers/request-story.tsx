/** One request explained: who asked, where its time went, and which events it caused. */
import { useQuery } from '@tanstack/preact-query'
import { answerOf, client } from '../api/client.ts'
import { moment } from '../format/dates.ts'
import { count } from '../format/money.ts'
import { text, wordFor } from '../text/text.ts'
import { Badge } from '../ui/badge.tsx'
import { Facts } from '../ui/facts.tsx'
import { Json } from '../ui/json.tsx'
import { Loaded } from '../ui/loaded.tsx'
import { statusTone } from './request-log.tsx'

export function RequestStory({ id }: { id: string }) {
  const query = useQuery({
    queryKey: ['request', id],
    queryFn: ({ signal }) =>
      answerOf(client.GET('/v1/requests/{requestId}', { params: { path: { requestId: id } }, signal })),
  })
  return (
    <Loaded query={query}>
      {(story) => (
        <div class="cards">
          <section class="card">
            <h2 class="cut">
              {story.method} {story.path}
            </h2>
            <Facts
              facts={[
                [
                  text('request.status'),
                  <Badge tone={statusTone(story.statusCode)}>{story.statusCode}</Badge>,
                ],
                ...(story.errorCode === null
                  ? []
                  : [[text('request.error'), <code>{story.errorCode}</code>] as const]),
                [text('request.operation'), <code>{story.operationId}</code>],
                [text('request.took'), `${story.latencyMs} ms`],
                [text('request.at'), moment(story.createdAt)],
                [text('request.id'), <code>{story.requestId}</code>],
                [
                  text('request.who'),
                  story.member?.name ?? story.key?.name ?? story.key?.prefix ?? text('request.nobody'),
                ],
                [text('request.address'), story.ipAddress ?? '–'],
                [text('request.agent'), story.userAgent ?? '–'],
              ]}
            />
          </section>
          {story.limits !== null && story.limits.windows.length > 0 && (
            <section class="card">
              <h2>{text('request.limits')}</h2>
              <Facts
                facts={story.limits.windows.map(
                  ({ name, used, limit }) =>
                    [
                      wordFor('limit', name),
                      <>
                        {text('request.ofLimit', { used: count(used), limit: count(limit) })}{' '}
                        {story.limits?.firstHit === name && <Badge tone="bad">{text('request.hit')}</Badge>}
                      </>,
                    ] as const,
                )}
              />
            </section>
          )}
          {story.stages !== null && (
            <section class="card">
              <h2>{text('request.stages')}</h2>
              <Facts
                facts={Object.entries(story.stages).map(
                  ([stage, ms]) => [stage, typeof ms === 'number' ? `${ms} ms` : JSON.stringify(ms)] as const,
                )}
              />
            </section>
          )}
          <section class="card wide">
            <h2>{text('request.events', { count: story.eventCount })}</h2>
            {story.events.length === 0 ? (
              <p class="soft">{text('request.noEvents')}</p>
            ) : (
              <Json label={text('dev.events')} value={story.events} />
            )}
          </section>
          {(story.sql !== null || story.upstream !== null) && (
            <section class="card wide">
              <h2>{text('request.work')}</h2>
              <Json label={text('request.work')} value={{ sql: story.sql, upstream: story.upstream }} />
            </section>
          )}
        </div>
      )}
    </Loaded>
  )
}
