/** `export` writes a workspace that a migration filled to a file. */
import { loadConfig } from '../platform/config.ts'
import { accessOptions, accessTo, openAnswer } from './api.ts'
import { action, UsageError } from './command.ts'
import { patiently } from './export/patience.ts'
import { takeExport, type TakenExport } from './export/take.ts'
import { print, printAside } from './print.ts'
import { showProgress, type ShownProgress } from './show-progress.ts'

const words: Record<TakenExport['how'], string> = {
  whole: 'written',
  resumed: 'written; what was there from before was kept',
  again: 'written anew, because the workspace had changed since',
  held: 'there already, and the workspace has not changed since',
}

export const exportWorkspace = action({
  examples: ['export 7 --to workspace.ndjson'],
  options: {
    to: { type: 'string', value: '<file>', summary: 'Where to; workspace-<id>.ndjson when left out' },
    ...accessOptions,
  },
  more: 'An export that was cut off continues where it stopped; if the workspace has changed since, the file is written anew. <workspace> is the id of a migration: docs/guides/migrating.md.',
  async run(values, [workspaceId, ...more]) {
    if (workspaceId === undefined || more.length > 0)
      throw new UsageError('export takes one id of a workspace.')
    if (!/^[1-9]\d{0,17}$/.test(workspaceId))
      throw new UsageError(`"${workspaceId}" is no id of a workspace.`)
    const api = accessTo(values, loadConfig().dataDir)
    const file = values.to ?? `workspace-${workspaceId}.ndjson`
    const path = `/v1/migrations/${workspaceId}/export`
    let shown: ShownProgress | undefined
    const aside = (text: string) => (shown ? shown.above(() => printAside(text)) : printAside(text))
    const asking = patiently({ tell: aside })
    const { records, how } = await takeExport(
      (after) =>
        asking(() => openAnswer(api, after === null ? path : `${path}?after=${encodeURIComponent(after)}`)),
      file,
      workspaceId,
      (written, total) => (shown ??= showProgress(total)).advance(written, 'writing records'),
    ).finally(() => shown?.end())
    print(`${file}: ${records} records ${words[how]}.`)
  },
})
