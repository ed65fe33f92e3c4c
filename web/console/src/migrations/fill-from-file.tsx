/** An exported file instead of an old system: chosen or dropped, sent in parts, found again on every screen of the move. */
import { useState } from 'preact/hooks'
import { ApiProblem } from '../api/api-problem.ts'
import { count, percent } from '../format/money.ts'
import { text } from '../text/text.ts'
import { ActionButton } from '../ui/action-button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Problem } from '../ui/problem.tsx'
import { fillFromFile, UnreadableFile, type FillState } from './fill-job.ts'
import { fillStates } from './kept.ts'
import type { Migration } from './steps.ts'

/** Whether lines of a file are what the workspace waits for; an account that is read has an import of its own. */
export const isFilledFromFile = ({ state, connections }: Migration): boolean =>
  state === 'importing' && connections.every(({ import: last }) => last?.status !== 'running')

function FileField({ onFile }: { onFile: (file: File) => void }) {
  const take = (file: File | undefined) => {
    if (file !== undefined) onFile(file)
  }
  return (
    <label
      class="field drop"
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => {
        event.preventDefault()
        take(event.dataTransfer?.files[0])
      }}
    >
      <span>{text('fill.file')}</span>
      <input
        type="file"
        accept=".ndjson,.jsonl,application/x-ndjson,text/plain"
        onChange={(event) => take(event.currentTarget.files?.[0])}
      />
    </label>
  )
}

function Progress({ state: { phase, file, sent, lines } }: { state: FillState }) {
  // Characters of other scripts take several bytes, so the share is about right and never beyond the whole.
  const share = file.size === 0 ? 0 : Math.min(1, sent / file.size)
  return (
    <>
      <progress class="wide-progress" max={1} value={share} aria-label={text('fill.running')} />
      <p role="status">
        {text('fill.progress', { lines: count(lines), share: percent(share) })}
        {phase === 'waiting' && ` ${text('fill.waiting')}`}
      </p>
      <p class="soft">{text('export.stays')}</p>
    </>
  )
}

/** Another file than the one that was begun with: the server says so, and only a question leads on. */
function BeginAnew({ id, file }: { id: string; file: File }) {
  const [isAsking, setAsking] = useState(false)
  return (
    <>
      <button type="button" class="second" onClick={() => setAsking(true)}>
        {text('fill.anew')}
      </button>
      {isAsking && (
        <Dialog title={text('fill.anewTitle')} onClose={() => setAsking(false)}>
          <p>{text('fill.anewLead', { file: file.name })}</p>
          <div class="actions">
            <ActionButton
              kind="danger"
              run={async () => {
                setAsking(false)
                await fillFromFile(id, file, true)
              }}
            >
              {text('fill.anewNow')}
            </ActionButton>
            <button type="button" class="second" onClick={() => setAsking(false)}>
              {text('link.cancel')}
            </button>
          </div>
        </Dialog>
      )}
    </>
  )
}

function Failure({ id, state: { file, error } }: { id: string; state: FillState }) {
  if (error === null) return null
  if (error instanceof UnreadableFile)
    return (
      <p class="notice bad" role="alert">
        {text('fill.unreadable', { file: file.name, line: error.line })}
      </p>
    )
  const isAnother = error instanceof ApiProblem && error.code === 'invalid_state'
  return (
    <>
      <Problem error={error} {...(isAnother ? {} : { onRetry: () => void fillFromFile(id, file) })} />
      {isAnother && <BeginAnew id={id} file={file} />}
    </>
  )
}

export function FillFromFile({ migration }: { migration: Migration }) {
  const { workspaceId: id } = migration
  const state = fillStates.use(id)
  const isRunning = state?.phase === 'running' || state?.phase === 'waiting'
  const isBegun = isRunning || isFilledFromFile(migration)
  return (
    <section class="card">
      <h3>{text(isBegun ? 'fill.running' : 'fill.title')}</h3>
      {!isRunning && state?.phase !== 'cut' && <p>{text(isBegun ? 'fill.goOn' : 'fill.lead')}</p>}
      {isRunning && <Progress state={state} />}
      {state?.phase === 'cut' && (
        <p class="notice warn" role="alert">
          {text('fill.cut', { file: state.file.name, lines: count(state.lines) })}
        </p>
      )}
      {state?.phase === 'failed' && <Failure id={id} state={state} />}
      {!isRunning && state?.phase !== 'done' && <FileField onFile={(file) => void fillFromFile(id, file)} />}
    </section>
  )
}
