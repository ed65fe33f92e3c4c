/** `import` loads an exported file into an empty workspace. */
import { stat } from 'node:fs/promises'
import type { FileImportReply } from '../contract/file-import.ts'
import { loadConfig } from '../platform/config.ts'
import { accessOptions, accessTo, call } from './api.ts'
import { action, UsageError } from './command.ts'
import { patiently } from './export/patience.ts'
import { sendFile } from './export/send.ts'
import { print, printAside } from './print.ts'
import { showProgress } from './show-progress.ts'

export const importFile = action({
  examples: ['import workspace.ndjson --workspace 9'],
  options: {
    workspace: {
      type: 'string',
      value: '<id>',
      summary: 'The empty workspace: POST /v1/connect with purpose migrate gives its id',
    },
    anew: {
      type: 'boolean',
      summary: 'Remove what an earlier, unfinished import brought, and begin with this file',
    },
    ...accessOptions,
  },
  more: 'The same command continues where it stopped. docs/guides/migrating.md has the whole way.',
  async run(values, [file, ...more]) {
    if (file === undefined || more.length > 0) throw new UsageError('import takes one file.')
    const { workspace } = values
    if (workspace === undefined || !/^[1-9]\d{0,17}$/.test(workspace))
      throw new UsageError('--workspace is the id of the workspace to fill.')
    const found = await stat(file).catch(() => null)
    if (!found?.isFile()) throw new UsageError(`There is no file ${file}.`)
    const api = accessTo(values, loadConfig().dataDir)
    const shown = showProgress(found.size)
    const asking = patiently({ tell: (text) => shown.above(() => printAside(text)) })
    const path = `/v1/migrations/${workspace}/records`
    const { lines, complete } = await sendFile(
      file,
      (body) => asking(() => call<FileImportReply>(api, 'POST', path, { body })),
      { anew: values.anew, sent: (bytes) => shown.advance(bytes, 'sending') },
    ).finally(shown.end)
    if (complete) return print(`${lines} lines of ${file} are in workspace ${workspace}.`)
    throw new Error(
      `${file} was cut off after line ${lines}: export it again to the same file, and import it again, with --anew where the export says that it was written anew.`,
    )
  },
})
