/** The moves of the first screen: those in which nothing goes on before a person does something. */
import { useQuery } from '@tanstack/preact-query'
import { answerOf, client } from '../api/client.ts'
import { pathTo } from '../server-root.ts'
import { text, wordFor } from '../text/text.ts'
import { Badge } from '../ui/badge.tsx'
import { Card } from '../ui/card.tsx'
import { needsPerson } from './steps.ts'

const everyMs = 60_000

/** Most workspaces never move anybody, so the card is there only while somebody waits. */
export function WaitingMoves() {
  const query = useQuery({
    queryKey: ['migrations', 'today'],
    queryFn: ({ signal }) =>
      answerOf(client.GET('/v1/migrations', { params: { query: { limit: 100 } }, signal })),
    refetchInterval: everyMs,
  })
  const waiting = query.data?.data.filter(needsPerson) ?? []
  if (waiting.length === 0) return null
  return (
    <Card
      title={text('today.moves')}
      query={query}
      calm=""
      rowsOf={() =>
        waiting.map(({ workspaceId, name, state, watch }) => (
          <li key={workspaceId}>
            <a href={pathTo(`/migrations/${workspaceId}`)}>{name}</a>
            <Badge tone={state === 'failed' ? 'bad' : 'warn'}>
              {watch?.state === 'watching' && watch.found > 0
                ? text('move.foundCount', { count: watch.found })
                : wordFor('moveState', state)}
            </Badge>
          </li>
        ))
      }
      more={{ href: pathTo('/migrations'), label: text('move.all') }}
    />
  )
}
