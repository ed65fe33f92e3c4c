/** Programs of the machine that only some tests need. */
import { accessSync, constants } from 'node:fs'
import path from 'node:path'

/** Debian keeps servers out of the path of a person. */
const folders = [...(process.env['PATH'] ?? '').split(path.delimiter), '/usr/sbin', '/sbin']

export function findTool(name: string): string | undefined {
  return folders.map((folder) => path.join(folder, name)).find((file) => isProgram(file))
}

function isProgram(file: string): boolean {
  try {
    accessSync(file, constants.X_OK)
    return true
  } catch {
    return false
  }
}

/** Returns why nothing is tested, or false. Where `LODGEWIRE_REQUIRE_DEPLOY` is set, a missing program is a failure. */
export function withoutTools(subject: string, names: readonly string[]): string | false {
  const missing = names.filter((name) => findTool(name) === undefined)
  if (missing.length === 0) return false
  const reason = `not installed: ${missing.join(', ')}`
  if (process.env['LODGEWIRE_REQUIRE_DEPLOY'] !== undefined) throw new Error(reason)
  console.error(`\n!! ${subject} NOT tested: ${reason}\n`)
  return reason
}
