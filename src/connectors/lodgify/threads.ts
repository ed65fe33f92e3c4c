import type { VendorHttp } from '../../connector-kit/http.ts'
import { compileCheck } from '../../connector-kit/validate.ts'
import { VendorError } from '../../connector-kit/vendor-error.ts'
import { orNull } from './missing.ts'
import { VendorThread } from './vendor.ts'

const threadCheck = compileCheck(VendorThread)
const uidForm = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i
// What has no thread carries the empty one.
const noThread = /^[0-]+$/

export function isThreadUid(uid: string): boolean {
  return uidForm.test(uid) && !noThread.test(uid)
}

/** null: there is no such thread, or nothing was ever written in it. */
export async function threadOf(http: VendorHttp, uid: string): Promise<VendorThread | null> {
  if (!isThreadUid(uid)) return null
  const answer = await orNull(http.get(`/v2/messaging/${uid}`))
  // Documented as a list, told of as the thread alone.
  const threads: unknown[] = Array.isArray(answer) ? answer : answer === null ? [] : [answer]
  const thread = threads.find((candidate) => isOf(candidate, uid)) ?? threads[0]
  if (thread === undefined) return null
  if (threadCheck.fits(thread)) return (thread.messages ?? []).length === 0 ? null : thread
  throw new VendorError('malformed', `thread ${uid}: unexpected shape at ${threadCheck.problem(thread)}`)
}

function isOf(thread: unknown, uid: string): boolean {
  return typeof thread === 'object' && thread !== null && 'thread_uid' in thread && thread.thread_uid === uid
}
