/** How many exports run side by side in a process: each holds a connection to the database for as long as it is read. */
import { ApiError } from '../../../platform/api-error.ts'

const mostAtOnce = 3
/** Slow readers of one workspace leave others a place, and one whose connection broke can go on. */
const mostOfOne = 2
const comeBackAfter = 30

const running: string[] = []

/** The lines, if there is a place for them; it is given back when they end or nobody wants them any more. */
export async function* withExportSlot(
  workspaceId: string,
  lines: AsyncGenerator<string>,
): AsyncGenerator<string> {
  const ofOne = running.filter((one) => one === workspaceId).length
  if (running.length >= mostAtOnce || ofOne >= mostOfOne) {
    throw new ApiError(
      'rate_limit_exceeded',
      `Exports that run on this server already: ${ofOne} of this workspace, of which ${mostOfOne} may, and ${running.length} of all, of which ${mostAtOnce} may. Wait until one of them has ended.`,
      { scope: 'exports', limit: ofOne >= mostOfOne ? mostOfOne : mostAtOnce, retry_after: comeBackAfter },
    )
  }
  running.push(workspaceId)
  try {
    yield* lines
  } finally {
    running.splice(running.indexOf(workspaceId), 1)
  }
}
