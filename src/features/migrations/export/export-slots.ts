/** Limits concurrent exports per process, because each holds a database connection. */
import { ApiError } from '../../../platform/api-error.ts'

const mostAtOnce = 3
/** One workspace's slow readers leave slots for others, and a broken download can resume. */
const mostOfOne = 2
const comeBackAfter = 30

const running: string[] = []

/** Yields the lines if a slot is free, and releases it when they end or the client leaves. */
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
