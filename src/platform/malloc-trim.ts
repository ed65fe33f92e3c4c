/**
 * What loading, and every thread that compiled or collected, held at its peak lies in pieces between what stays. The allocator of Linux
 * gives it back only when its own function is called, and nothing in Node calls it.
 */
import { once } from './once.ts'

const trim = once(() => (process.platform === 'linux' ? glibcTrim() : () => {}))

/** Takes about 10 milliseconds. Does nothing where the allocator is another one. */
export const trimMalloc = (): void => trim()()

function glibcTrim(): () => void {
  const { emitWarning } = process
  // Node warns that this part of it may change. Which Node runs is written down in package.json, and a test sees the memory shrink.
  process.emitWarning = () => {}
  try {
    const glibc = process.getBuiltinModule('node:ffi').dlopen('libc.so.6', {
      malloc_trim: { arguments: ['uint64'], return: 'int32' },
    })
    return () => void glibc.functions.malloc_trim(0n)
  } catch {
    return () => {}
  } finally {
    process.emitWarning = emitWarning
  }
}
