/**
 * Node's test runner follows every promise to name the test of an uncaught error. That makes waiting forty times as
 * slow. Files need it while they register tests; then it is switched off. Load this before `node:test`.
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
  // Such an error fails the file without a test's name, so its origin is printed.
  process.on('uncaughtExceptionMonitor', tell)
  process.on('unhandledRejection', tell)
}

const tell = (error: unknown) => console.error('nobody caught', error)
