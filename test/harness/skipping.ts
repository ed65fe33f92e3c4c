import { test, type TestContext } from 'node:test'

/** Declares tests that need what `before` looks for: without it they are skipped, for the reason that is known by then. */
export function testsUnless(
  reason: () => string | false,
): (name: string, body: (t: TestContext) => unknown) => void {
  return (name, body) => {
    void test(name, async (t) => {
      const missing = reason()
      if (missing === false) await body(t)
      else t.skip(missing)
    })
  }
}
