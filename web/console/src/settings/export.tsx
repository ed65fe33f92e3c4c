/** Everything of a workspace as one file. */
import { count, percent } from '../format/money.ts'
import { useMember } from '../session.tsx'
import { text } from '../text/text.ts'
import { Problem } from '../ui/problem.tsx'
import { continueExport, startExport, stopExport, useExport, type ExportState } from './export-job.ts'

const megabyte = 1_000_000
const inMegabytes = (bytes: number) => count(Math.round((bytes / megabyte) * 10) / 10)

function Progress({ state }: { state: ExportState }) {
  const { records, total, bytes } = state
  const share = total === null || total === 0 ? 0 : records / total
  return (
    <>
      <progress class="wide-progress" max={1} value={share} aria-label={text('export.running')} />
      <p role="status">
        {total === null
          ? text('busy')
          : text('export.progress', {
              records: count(records),
              total: count(total),
              share: percent(share),
              size: inMegabytes(bytes),
            })}
      </p>
      <p class="soft">{text('export.stays')}</p>
      <button type="button" class="second" onClick={stopExport}>
        {text('list.stop')}
      </button>
    </>
  )
}

interface ExportCardProps {
  workspaceId: string
  lead: string
}

/** Any workspace of the caller: its own, or one that a move fills. */
export function ExportCard({ workspaceId, lead }: ExportCardProps) {
  const state = useExport(workspaceId)
  const { phase, file, records, bytes, error } = state
  return (
    <section class="card narrow">
      <h2>{text('export.title')}</h2>
      <p>{lead}</p>
      {phase === 'running' && <Progress state={state} />}
      {phase === 'failed' && error !== null && (
        <Problem error={error} onRetry={() => void continueExport(workspaceId)} />
      )}
      {phase === 'done' && file !== null && (
        <p role="status">{text('export.done', { records: count(records), size: inMegabytes(bytes) })}</p>
      )}
      <div class="actions">
        {file !== null && (
          <a class="button main" href={file.url} download={file.name}>
            {text('export.download')}
          </a>
        )}
        {phase !== 'running' && (
          <button
            type="button"
            class={file === null ? 'main' : 'second'}
            onClick={() => void startExport(workspaceId)}
          >
            {text(file === null ? 'export.start' : 'export.again')}
          </button>
        )}
      </div>
    </section>
  )
}

export function Export() {
  const { workspace } = useMember()
  return <ExportCard workspaceId={workspace.id} lead={text('export.lead')} />
}
