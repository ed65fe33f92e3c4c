import { csvText } from './csv.ts'

/** Saves a file that is made in the browser from what is shown. */
export function saveCsv(name: string, rows: readonly (readonly string[])[]): void {
  // The mark tells Excel that the file is UTF-8.
  const url = URL.createObjectURL(new Blob([`\uFEFF${csvText(rows)}`], { type: 'text/csv;charset=utf-8' }))
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(url), 10_000)
}
