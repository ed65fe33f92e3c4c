import { answerOf, client } from '../api/client.ts'
import { text } from '../text/text.ts'
import { notify } from '../ui/notices.tsx'
import { refreshMigrations } from './migration-api.ts'
import type { Migration } from './steps.ts'
import { TypedConfirmation } from './typed-confirmation.tsx'

/** Ends a move in any state; what was copied can still be read. */
export function EndMigration({ migration, onClose }: { migration: Migration; onClose: () => void }) {
  const { workspaceId, name } = migration
  return (
    <TypedConfirmation
      title={text('move.endTitle')}
      words={name}
      button={text('move.endNow')}
      run={() =>
        answerOf(client.DELETE('/v1/migrations/{workspaceId}', { params: { path: { workspaceId } } }))
      }
      onDone={() => {
        notify(text('move.ended'))
        refreshMigrations()
        onClose()
      }}
      onClose={onClose}
    >
      <ul>
        <li>{text('move.endRead')}</li>
        <li>{text('move.endKept')}</li>
        <li>{text('move.endFinal')}</li>
      </ul>
    </TypedConfirmation>
  )
}
