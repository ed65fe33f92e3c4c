/**
 * Returns freed memory to Linux. Loading, compiling and collecting leave it fragmented; glibc gives it back only by `malloc_trim`, which
 * Node never calls.
 */
import { once } from './once.ts'

const trim = once(() => (process.platform === 'linux' ? glibcTrim() : () => {}))

/** Takes about 10 ms. Does nothing where the allocator is not glibc's. */
export const trimMalloc = (): void => trim()()

function glibcTrim(): () => void {
  const { emitWarning } = process
  // Node warns that its foreign-function interface may change. package.json pins the Node version, and a test checks the effect.
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
