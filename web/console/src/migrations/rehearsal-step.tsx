/** Step 6: the cutover without doing it: what is ready, what is open, and whether to go. */
import { answerOf, client } from '../api/client.ts'
import type { components } from '../api/schema.ts'
import { moment, timeAgo } from '../format/dates.ts'
import { count } from '../format/money.ts'
import { useMayWrite } from '../session.tsx'
import { text, wordFor } from '../text/text.ts'
import { ActionButton } from '../ui/action-button.tsx'
import { Badge, type Tone } from '../ui/badge.tsx'
import { rehearsalResults, uploadedLists, type RehearsalResult } from './kept.ts'
import { refreshMigrations } from './migration-api.ts'
import type { Migration } from './steps.ts'

type RehearsalItem = components['schemas']['RehearsalItem']
type KeptItem = Pick<RehearsalItem, 'code' | 'status' | 'count'> & Partial<RehearsalItem>

/** Channels are connected after the cutover, so they are no obstacle. */
function toneOf({ code, status }: KeptItem): Tone {
  if (status === 'done') return 'good'
  return status === 'open' && code !== 'channels_to_reconnect' ? 'bad' : 'warn'
}

const full = 100

/** Whether to go, beside how much of it is ready. */
export function Readiness({ rehearsal }: { rehearsal: NonNullable<Migration['rehearsal']> }) {
  const { go, score, rehearsedAt } = rehearsal
  return (
    <p class="readiness">
      <Badge tone={go ? 'good' : 'bad'}>{text(go ? 'move.go' : 'move.noGo')}</Badge>
      <meter
        min={0}
        max={full}
        low={50}
        high={90}
        optimum={full}
        value={score}
        aria-label={text('move.score')}
      />
      <strong>{text('move.points', { score, full })}</strong>
      <span class="soft" title={moment(rehearsedAt)}>
        {timeAgo(rehearsedAt)}
      </span>
    </p>
  )
}

function Item({ item }: { item: KeptItem }) {
  const { code, status, change, points, mostPoints } = item
  return (
    <li>
      <div class="rehearsal-item">
        <Badge tone={toneOf(item)}>{wordFor('rehearsalStatus', status)}</Badge>
        <strong>{wordFor('rehearsal', code)}</strong>
        {item.count > 0 && (
          <span>{text('move.openCount', { count: item.count, total: count(item.count) })}</span>
        )}
        {points !== undefined && mostPoints !== undefined && (
          <span class="soft">{text('move.points', { score: points, full: mostPoints })}</span>
        )}
        {(change === 'better' || change === 'worse') && (
          <Badge tone={change === 'better' ? 'good' : 'bad'}>{wordFor('rehearsalChange', change)}</Badge>
        )}
        {status !== 'done' && <p class="soft">{wordFor('rehearsalTodo', code)}</p>}
      </div>
    </li>
  )
}

/** The result of this window has points and changes; another window's is kept by the server without them. */
const itemsOf = ({ rehearsal }: Migration, result: RehearsalResult | undefined): readonly KeptItem[] =>
  result !== undefined && result.rehearsedAt === rehearsal?.rehearsedAt
    ? result.items
    : (rehearsal?.items ?? [])

export function RehearsalStep({ migration }: { migration: Migration }) {
  const { workspaceId, state, rehearsal } = migration
  const mayWrite = useMayWrite()
  const list = uploadedLists.use(workspaceId)
  const result = rehearsalResults.use(workspaceId)
  const isPossible = state !== 'cut_over' && state !== 'deactivated'
  return (
    <>
      {rehearsal === undefined ? (
        <p class="soft">{text('move.notRehearsed')}</p>
      ) : (
        <>
          <Readiness rehearsal={rehearsal} />
          <ul class="rows">
            {itemsOf(migration, result).map((item) => (
              <Item key={item.code} item={item} />
            ))}
          </ul>
        </>
      )}
      {mayWrite && isPossible && (
        <>
          <p class={list === undefined ? 'notice warn' : 'soft'}>
            {list === undefined
              ? text('move.rehearseWithout')
              : text('move.rehearseWith', { count: list.stays.length, file: list.fileName })}
          </p>
          <ActionButton
            kind="main"
            run={async () => {
              const { data } = await answerOf(
                client.POST('/v1/migrations/{workspaceId}/rehearsal', {
                  params: { path: { workspaceId } },
                  body: list === undefined ? {} : { reservations: list.stays },
                }),
              )
              rehearsalResults.set(workspaceId, data)
            }}
            onDone={refreshMigrations}
          >
            {text('move.rehearse')}
          </ActionButton>
        </>
      )}
    </>
  )
}
