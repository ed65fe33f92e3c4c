import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { markdownOf } from './report.ts'
import type { Report } from './report.ts'

/** Writes both forms of a report under a new name and returns their paths. */
export function writeReport(folder: string, report: Report): string[] {
  mkdirSync(folder, { recursive: true })
  for (let turn = 1; ; turn += 1) {
    const name = `certify-${report.vendor}-${report.date}${turn === 1 ? '' : `-${turn}`}`
    const [markdown, json] = ['md', 'json'].map((end) => path.join(folder, `${name}.${end}`)) as [
      string,
      string,
    ]
    try {
      writeFileSync(markdown, markdownOf(report), { flag: 'wx' })
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'EEXIST') continue
      throw error
    }
    writeFileSync(json, `${JSON.stringify(report, null, 2)}\n`)
    return [markdown, json]
  }
}
