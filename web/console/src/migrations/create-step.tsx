/** Step 1: who moves, and the page on which they let us in. */
import { moment } from '../format/dates.ts'
import { useMayWrite } from '../session.tsx'
import { text } from '../text/text.ts'
import { ActionButton } from '../ui/action-button.tsx'
import { Facts } from '../ui/facts.tsx'
import { Secret } from '../ui/secret.tsx'
import { FillFromFile } from './fill-from-file.tsx'
import { connectLinks } from './kept.ts'
import { openConnectSession } from './migration-api.ts'
import type { Migration } from './steps.ts'

/** Who has the link can enter what opens the old system; nobody sees what was entered. */
export function ConnectLink({ id }: { id: string }) {
  const link = connectLinks.use(id)
  return (
    <>
      <p>{text('move.linkLead')}</p>
      {link !== undefined && <Secret label={text('move.link')} value={link} />}
      <div class="actions">
        <ActionButton
          kind={link === undefined ? 'main' : 'second'}
          run={async () => connectLinks.set(id, (await openConnectSession(id)).url)}
        >
          {link === undefined ? text('move.makeLink') : text('move.newLink')}
        </ActionButton>
        <ActionButton run={async () => location.assign((await openConnectSession(id)).url)}>
          {text('move.signInMyself')}
        </ActionButton>
      </div>
    </>
  )
}

export function CreateStep({ migration }: { migration: Migration }) {
  const { workspaceId, name, externalRef, createdAt, state } = migration
  const mayWrite = useMayWrite()
  return (
    <>
      <Facts
        facts={[
          [text('move.name'), name],
          ...(externalRef == null ? [] : [[text('move.ref'), externalRef] as const]),
          [text('move.begun'), moment(createdAt)],
          [text('move.workspace'), workspaceId],
        ]}
      />
      {state === 'awaiting_connection' && (
        <>
          <p class="notice warn">{text('move.awaiting')}</p>
          {mayWrite && <ConnectLink id={workspaceId} />}
          {mayWrite && <FillFromFile migration={migration} />}
        </>
      )}
    </>
  )
}
