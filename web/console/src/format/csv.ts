/** Texts of files for spreadsheets. Pure. */

/** A cell that a spreadsheet would take for a formula begins with an apostrophe: guests choose their names. */
export const csvCell = (value: string): string => {
  const safe = /^[=+\-@\t\r]/.test(value) && Number.isNaN(Number(value)) ? `'${value}` : value
  return /[",\n\r]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

export const csvText = (rows: readonly (readonly string[])[]): string =>
  `${rows.map((row) => row.map(csvCell).join(',')).join('\r\n')}\r\n`
