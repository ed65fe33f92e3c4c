/** The comparison of future stays with the source: what was different, and the button that compares again. */
import { useQuery } from '@tanstack/preact-query'
import { answerOf, client } from '../api/client.ts'
import type { components } from '../api/schema.ts'
import { moment, timeAgo } from '../format/dates.ts'
import { count } from '../format/money.ts'
import { useMayWrite } from '../session.tsx'
import { text, wordFor } from '../text/text.ts'
import { ActionButton } from '../ui/action-button.tsx'
import { Badge, type Tone } from '../ui/badge.tsx'
import { Facts } from '../ui/facts.tsx'
import { Freshness, Loaded } from '../ui/loaded.tsx'
import { notify } from '../ui/notices.tsx'

type Reconciliation = components['schemas']['Reconciliation']
type ReconciliationProof = components['schemas']['ReconciliationProof']

const proofTone: Record<ReconciliationProof['state'], Tone> = {
  running: 'calm',
  paused: 'warn',
  completed: 'good',
  incomplete: 'warn',
  abandoned: 'warn',
}
const runningMs = 3_000

const Differences = ({ differences }: Pick<ReconciliationProof, 'differences'>) => (
  <details>
    <summary>{text('proof.differences', { count: differences.length })}</summary>
    <ul class="rows">
      {differences.map(({ external_id, kind, field, ours, theirs, mended }, index) => (
        <li key={`${external_id} ${field} ${index}`}>
          <code>{external_id}</code>
          <span>{wordFor('difference', kind)}</span>
          {field !== null && (
            <span>
              {field}: <del>{ours ?? '–'}</del> → <ins>{theirs ?? '–'}</ins>
            </span>
          )}
          <Badge tone={mended ? 'good' : 'warn'}>{text(mended ? 'proof.isMended' : 'proof.notMended')}</Badge>
        </li>
      ))}
    </ul>
  </details>
)

function ProofFacts({
  reconciliation: { latest, last_proven_at, next_at },
}: {
  reconciliation: Reconciliation
}) {
  return (
    <Facts
      facts={[
        [text('proof.proven'), last_proven_at === null ? text('proof.never') : timeAgo(last_proven_at)],
        ...(latest === null
          ? []
          : ([
              [
                text('proof.state'),
                <Badge key="state" tone={proofTone[latest.state]}>
                  {wordFor('proofState', latest.state)}
                </Badge>,
              ],
              [text('proof.compared'), count(latest.stays_compared)],
              [text('proof.drifted'), count(latest.stays_drifted)],
              [text('proof.missing'), count(latest.stays_missing_here)],
              [text('proof.gone'), count(latest.stays_gone_upstream)],
              [text('proof.mended'), count(latest.stays_mended)],
              ...(latest.stays_unread === 0
                ? []
                : ([[text('proof.unread'), count(latest.stays_unread)]] as const)),
            ] as const)),
        ...(next_at === null ? [] : [[text('proof.next'), moment(next_at)] as const]),
      ]}
    />
  )
}

export function Proof({ id }: { id: string }) {
  const mayWrite = useMayWrite()
  const query = useQuery({
    queryKey: ['reconciliation', id],
    queryFn: ({ signal }) =>
      answerOf(client.GET('/v1/connections/{id}/reconciliation', { params: { path: { id } }, signal })),
    refetchInterval: ({ state }) => (state.data?.latest?.state === 'running' ? runningMs : false),
  })
  return (
    <section class="card">
      <h2>{text('proof.title')}</h2>
      <Loaded query={query}>
        {(reconciliation) => (
          <>
            <ProofFacts reconciliation={reconciliation} />
            {reconciliation.latest !== null && reconciliation.latest.differences.length > 0 && (
              <Differences differences={reconciliation.latest.differences} />
            )}
            {mayWrite && (
              <ActionButton
                run={() =>
                  answerOf(client.POST('/v1/connections/{id}/reconciliation', { params: { path: { id } } }))
                }
                onDone={() => {
                  notify(text('proof.queued'))
                  void query.refetch()
                }}
              >
                {text('proof.now')}
              </ActionButton>
            )}
          </>
        )}
      </Loaded>
      <footer>
        <Freshness query={query} />
      </footer>
    </section>
  )
}
