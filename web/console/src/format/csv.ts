/** Files for spreadsheets, made in the browser from what is shown. */

/** A cell that a spreadsheet would take for a formula begins with an apostrophe: guests choose their names. */
export const csvCell = (value: string): string => {
  const safe = /^[=+\-@\t\r]/.test(value) && Number.isNaN(Number(value)) ? `'${value}` : value
  return /[",\n\r]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

export function saveCsv(name: string, rows: readonly (readonly string[])[]): void {
  const lines = rows.map((row) => row.map(csvCell).join(',')).join('\r\n')
  // The mark tells Excel that the file is UTF-8.
  const url = URL.createObjectURL(new Blob([`\uFEFF${lines}\r\n`], { type: 'text/csv;charset=utf-8' }))
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(url), 10_000)
}
