/** Step 7: leaving the old system, after a dialog that says all that happens and asks for the name. */
import { useState } from 'preact/hooks'
import { answerOf, client } from '../api/client.ts'
import type { components } from '../api/schema.ts'
import { moment } from '../format/dates.ts'
import { count } from '../format/money.ts'
import { useMayWrite } from '../session.tsx'
import { text, wordFor } from '../text/text.ts'
import { notify } from '../ui/notices.tsx'
import { refreshMigrations } from './migration-api.ts'
import { Readiness } from './rehearsal-step.tsx'
import type { Migration } from './steps.ts'
import { TypedConfirmation } from './typed-confirmation.tsx'

type CutoverReply = components['schemas']['CutoverReply']['data']

const systemsOf = ({ connections }: Migration) =>
  [...new Set(connections.map(({ provider }) => wordFor('provider', provider)))].join(', ')

interface CutoverDialogProps {
  migration: Migration
  onDone: (reply: CutoverReply) => void
  onClose: () => void
}

function CutoverDialog({ migration, onDone, onClose }: CutoverDialogProps) {
  const { workspaceId, name, counts, rehearsal } = migration
  const [watch, setWatch] = useState(true)
  const [requireGo, setRequireGo] = useState(rehearsal?.go === true)
  const system = systemsOf(migration)
  return (
    <TypedConfirmation
      title={text('move.cutoverTitle', { system })}
      words={name}
      button={text('move.cutoverNow')}
      run={async () =>
        (
          await answerOf(
            client.POST('/v1/migrations/{workspaceId}/cutover', {
              params: { path: { workspaceId } },
              body: { watch, requireGo },
            }),
          )
        ).data
      }
      onDone={onDone}
      onClose={onClose}
    >
      <ul>
        <li>{text('move.cutoverReads', { system })}</li>
        <li>{text('move.cutoverDisconnects', { system })}</li>
        <li>
          {text('move.cutoverKeeps', {
            listings: count(counts.listings),
            stays: count(counts.reservations),
          })}
        </li>
        <li>{text('move.cutoverLeaves', { system })}</li>
        <li>{text('move.cutoverChannels')}</li>
        <li>{text(watch ? 'move.cutoverWatch' : 'move.cutoverNoWatch')}</li>
      </ul>
      <p>
        <label>
          <input
            type="checkbox"
            checked={watch}
            onChange={(event) => setWatch(event.currentTarget.checked)}
          />{' '}
          {text('move.watchWish')}
        </label>
      </p>
      <p>
        <label>
          <input
            type="checkbox"
            checked={requireGo}
            onChange={(event) => setRequireGo(event.currentTarget.checked)}
          />{' '}
          {text('move.requireGo')}
        </label>
      </p>
      {rehearsal === undefined ? (
        <p class="notice warn">{text('move.notRehearsed')}</p>
      ) : (
        <Readiness rehearsal={rehearsal} />
      )}
    </TypedConfirmation>
  )
}

/** What became of each account, as the answer says it; shown once. */
function CutoverResult({ reply }: { reply: CutoverReply }) {
  return (
    <>
      {reply.unreadConnections > 0 && (
        <p class="notice warn">{text('move.unread', { count: reply.unreadConnections })}</p>
      )}
      <ul class="rows">
        {reply.sources.map(({ connectionId, provider, message }) => (
          <li key={connectionId}>
            <strong>{wordFor('provider', provider)}</strong> <span>{message}</span>
          </li>
        ))}
      </ul>
    </>
  )
}

export function CutoverStep({ migration }: { migration: Migration }) {
  const { state, cutoverAt } = migration
  const mayWrite = useMayWrite()
  const [isAsking, setAsking] = useState(false)
  const [reply, setReply] = useState<CutoverReply | null>(null)
  return (
    <>
      {cutoverAt != null && <p>{text('move.cutOverAt', { at: moment(cutoverAt) })}</p>}
      {reply !== null && cutoverAt != null && <CutoverResult reply={reply} />}
      {state !== 'imported' && cutoverAt == null && <p class="soft">{text('move.cutoverLater')}</p>}
      {state === 'imported' && (
        <>
          {migration.rehearsal !== undefined && <Readiness rehearsal={migration.rehearsal} />}
          {mayWrite ? (
            <button type="button" class="danger" onClick={() => setAsking(true)}>
              {text('move.cutover')}
            </button>
          ) : (
            <p class="soft">{text('move.othersCutOver')}</p>
          )}
        </>
      )}
      {isAsking && (
        <CutoverDialog
          migration={migration}
          onDone={(done) => {
            setReply(done)
            setAsking(false)
            notify(text('move.cutoverDone'))
            refreshMigrations()
          }}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  )
}
