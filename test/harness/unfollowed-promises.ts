/**
 * node's test runner hears of every promise that is made and collected, so that it can tell which test an error comes from
 * that nobody caught. Waiting costs forty times as much by it, and test files do little else. It needs to know where it is
 * while files say which tests they have; when tests run it is not told any more. To be loaded before `node:test` is.
 */
import asyncHooks, { type AsyncHook, type HookCallbacks } from 'node:async_hooks'

const { createHook } = asyncHooks
let runners: AsyncHook | undefined

Object.assign(asyncHooks, {
  createHook(callbacks: HookCallbacks) {
    const hook = createHook(callbacks)
    runners ??= hook
    return hook
  },
})

export function followNoMore(): void {
  if (runners === undefined) return
  runners.disable()
  runners = undefined
  Object.assign(asyncHooks, { createHook })
  // Such an error fails the file without the test's name: where it came from has to say enough.
  process.on('uncaughtExceptionMonitor', tell)
  process.on('unhandledRejection', tell)
}

const tell = (error: unknown) => console.error('nobody caught', error)
