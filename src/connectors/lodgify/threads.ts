import { demand, fieldOf, orNull } from '../../connector-kit/answers.ts'
import type { VendorHttp } from '../../connector-kit/http.ts'
import { VendorThread } from './vendor.ts'

const uidForm = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i
// Rows without a thread carry an id of zeros.
const noThread = '00000000-0000-0000-0000-000000000000'

export const isNoThread = (uid: unknown): boolean => uid === noThread

export function isThreadUid(uid: string): boolean {
  return uidForm.test(uid) && !isNoThread(uid)
}

/** Returns null if there is no such thread, or nothing was ever written in it. */
export async function threadOf(http: VendorHttp, uid: string): Promise<VendorThread | null> {
  if (!isThreadUid(uid)) return null
  const answer = await orNull(http.get(`/v2/messaging/${uid}`))
  // The vendor documents a list but may send the thread alone.
  const threads: unknown[] = Array.isArray(answer) ? answer : answer === null ? [] : [answer]
  const thread = threads.find((candidate) => fieldOf(candidate, 'thread_uid') === uid) ?? threads[0]
  if (thread === undefined) return null
  const read = demand(VendorThread, thread, `thread ${uid}`)
  return (read.messages ?? []).length === 0 ? null : read
}
